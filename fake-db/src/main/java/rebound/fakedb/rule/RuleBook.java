package rebound.fakedb.rule;

import java.util.ArrayList;
import java.util.List;
import rebound.fakedb.latency.DelaySource;

/// The rules in force. Event loop thread only.
public final class RuleBook {
  private final List<Match> entries = new ArrayList<>();

  /// A rule that was found.
  ///
  /// @param rule what it says
  /// @param delay how long it takes; null for as usual
  public record Match(Rule rule, DelaySource delay) {}

  /// Rules with the delays that they ask for.
  ///
  /// @param rules in order; the first that matches counts
  /// @param seed of bursts
  public RuleBook(List<Rule> rules, long seed) {
    for (Rule rule : rules) {
      entries.add(
          new Match(rule, rule.latency().map(model -> DelaySource.of(model, seed)).orElse(null)));
    }
  }

  /// Whether there is nothing to look for.
  ///
  /// @return true without rules
  public boolean isEmpty() {
    return entries.isEmpty();
  }

  /// How many rules there are.
  ///
  /// @return their number
  public int size() {
    return entries.size();
  }

  /// The first rule for a statement or key.
  ///
  /// @param port where it was asked
  /// @param text of the statement or key
  /// @return null where none matches
  public Match find(String port, String text) {
    for (int i = 0; i < entries.size(); i++) {
      Match entry = entries.get(i);
      if ((entry.rule().port().isEmpty() || entry.rule().port().get().equals(port))
          && entry.rule().match().matcher(text).find()) {
        return entry;
      }
    }
    return null;
  }
}
