package rebound.soak.evidence.capacity;

/// A check of the measurement against an operational law. A broken one is a bug of the test bed
/// until shown otherwise.
///
/// @param name of the law
/// @param holds true within its tolerance
/// @param measuredRatio measured over what the law says
/// @param sentence what was compared
public record LawRecord(String name, boolean holds, double measuredRatio, String sentence) {}
