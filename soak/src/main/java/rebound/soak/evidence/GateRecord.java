package rebound.soak.evidence;

/// A gate and what became of it.
///
/// @param name what is demanded of which phase
/// @param verdict the word
/// @param measured the figure, in words
/// @param required the demand, in words
/// @param why a sentence
public record GateRecord(
    String name, Verdict verdict, String measured, String required, String why) {}
