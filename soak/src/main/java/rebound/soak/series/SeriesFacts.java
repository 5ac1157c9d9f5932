package rebound.soak.series;

import java.util.ArrayList;
import java.util.List;

/// Which runs belong together, and how; the part of a series that its runs do not hold.
///
/// @param kind why they were made
/// @param plan the plan's name
/// @param startedAt UTC, ISO 8601
/// @param seed of the order of the runs
/// @param members in the order in which they were made
public record SeriesFacts(
    Kind kind, String plan, String startedAt, long seed, List<Member> members) {

  /// Copies the members.
  public SeriesFacts {
    members = List.copyOf(members);
  }

  /// Why runs are made together.
  public enum Kind {
    /// To see how much one figure varies.
    REPEATS,
    /// To see whether a candidate is worse than a base.
    AB
  }

  /// Whose run it is.
  public enum Side {
    /// A repeat.
    RUN,
    /// What was.
    BASE,
    /// What is new.
    CANDIDATE
  }

  /// A run of the series.
  ///
  /// @param block which round or pair, from 1
  /// @param side whose
  /// @param folder its folder's name, below the series' `runs`
  public record Member(int block, Side side, String folder) {}

  SeriesFacts with(Member member) {
    List<Member> more = new ArrayList<>(members);
    more.add(member);
    return new SeriesFacts(kind, plan, startedAt, seed, more);
  }
}
