package rebound.soak.evidence;

/// The verdict in words.
///
/// @param service did the target stay alive and serve
/// @param memory did its memory come back
/// @param recovery did its service come back
/// @param measurement can the figures be trusted
public record SentencesRecord(String service, String memory, String recovery, String measurement) {}
