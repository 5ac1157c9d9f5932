package rebound.soak.peers;

import java.util.List;

/// What is known of the entrants before any load: the part of a comparison that its runs do not
/// hold.
///
/// @param plan the plan's name
/// @param startedAt UTC, ISO 8601
/// @param quick true for a quick look
/// @param seed seed of every random choice
/// @param rounds how many runs of each were planned
/// @param reference the target whose answers were taken as right
/// @param entrants in the order of the plan
/// @param absent those that stay away
public record PeerFacts(
    String plan,
    String startedAt,
    boolean quick,
    long seed,
    int rounds,
    String reference,
    List<EntrantFacts> entrants,
    List<Entrant.Absent> absent) {

  /// Copies the lists.
  public PeerFacts {
    entrants = List.copyOf(entrants);
    absent = List.copyOf(absent);
  }

  /// What is known of one.
  ///
  /// @param name the entrant's name
  /// @param target the target's own name
  /// @param answers what it is
  /// @param startupMillis from spawning to the first 200, once for each start
  /// @param installedBytes what is installed for it
  /// @param runtimeBytes the program that runs it
  /// @param routes how many questions it was asked
  /// @param differences what it answers otherwise than the reference
  public record EntrantFacts(
      String name,
      String target,
      String answers,
      List<Double> startupMillis,
      long installedBytes,
      long runtimeBytes,
      int routes,
      List<String> differences) {

    /// Copies the lists.
    public EntrantFacts {
      startupMillis = List.copyOf(startupMillis);
      differences = List.copyOf(differences);
    }
  }

  /// True when every entrant does the reference's work.
  boolean conform() {
    return entrants.stream().allMatch(it -> it.differences().isEmpty());
  }
}
