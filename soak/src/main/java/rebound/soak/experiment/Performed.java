package rebound.soak.experiment;

import java.util.List;
import org.HdrHistogram.Histogram;
import rebound.soak.evidence.PhaseRecord;

/// What a phase showed.
///
/// @param record what is kept of it
/// @param responseNanos response times of all answers, a histogram each population, in the plan's
///     order; empty where nothing was sent
public record Performed(PhaseRecord record, List<Histogram> responseNanos) {
  /// Copies the list.
  public Performed {
    responseNanos = List.copyOf(responseNanos);
  }
}
