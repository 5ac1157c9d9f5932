package rebound.soak.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import rebound.soak.evidence.LedgerRecord;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.evidence.PopulationRecord;
import rebound.soak.evidence.RunRecord;

/// A ledger as a waterfall: from all attempts each outcome takes its share, and nothing is left.
///
/// @param title whose ledger
/// @param attempted planned requests that became due
/// @param addsUp true when nothing is left
/// @param steps the outcomes that occurred
record LedgerBars(String title, long attempted, boolean addsUp, List<Step> steps) {
  /// An outcome's share.
  ///
  /// @param label its name
  /// @param meaning in a few words
  /// @param count attempts
  /// @param good true for right answers in time
  /// @param left where its bar begins, in percent of all attempts
  /// @param width of its bar
  record Step(String label, String meaning, long count, boolean good, double left, double width) {
    String share() {
      return String.format(Locale.ROOT, width > 0 && width < 0.01 ? "%.4f %%" : "%.2f %%", width);
    }

    String leftCss() {
      return String.format(Locale.ROOT, "%.3f", left);
    }

    String widthCss() {
      return String.format(Locale.ROOT, "%.3f", width);
    }
  }

  /// The whole run first, then each population of each phase.
  static List<LedgerBars> of(RunRecord run) {
    List<LedgerBars> all = new ArrayList<>();
    long[] sums = new long[9];
    long attempted = 0;
    boolean addsUp = true;
    for (PhaseRecord phase : run.phases()) {
      for (PopulationRecord population : phase.populations()) {
        LedgerRecord ledger = population.ledger();
        long[] counts = counts(ledger);
        for (int i = 0; i < sums.length; i++) {
          sums[i] += counts[i];
        }
        attempted += ledger.attempted();
        addsUp &= ledger.addsUp();
        all.add(
            of(
                phase.title() + ", " + population.name(),
                ledger.attempted(),
                ledger.addsUp(),
                counts));
      }
    }
    all.addFirst(of("Whole run", attempted, addsUp, sums));
    return all;
  }

  private static long[] counts(LedgerRecord ledger) {
    return new long[] {
      ledger.ok(),
      ledger.late(),
      ledger.shed(),
      ledger.unexpectedStatus(),
      ledger.timedOut(),
      ledger.broken(),
      ledger.connectFailed(),
      ledger.unsent(),
      ledger.inFlightAtEnd()
    };
  }

  private static LedgerBars of(String title, long attempted, boolean addsUp, long[] counts) {
    String[][] words = {
      {"ok", "the right answer within the deadline"},
      {"late", "the right answer after the deadline"},
      {"shed", "refused on purpose: 503 or 429"},
      {"unexpected status", "a complete answer, but not the right one"},
      {"timed out", "no complete answer within the timeout"},
      {"broken", "the connection failed with the request in flight"},
      {"connect failed", "no connection could be opened"},
      {"unsent", "never sent: all slots were busy, or the driver was late"},
      {"in flight at end", "still without an answer when the drain ended"}
    };
    List<Step> steps = new ArrayList<>();
    long before = 0;
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] > 0 || i == 0) {
        double of = Math.max(1, attempted);
        steps.add(
            new Step(
                words[i][0],
                words[i][1],
                counts[i],
                i == 0,
                100 * before / of,
                100 * counts[i] / of));
      }
      before += counts[i];
    }
    return new LedgerBars(title, attempted, addsUp, steps);
  }
}
