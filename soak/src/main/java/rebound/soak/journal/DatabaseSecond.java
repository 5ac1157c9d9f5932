package rebound.soak.journal;

/// What the fake database did in about a second.
///
/// @param answered answers in it, above 0
/// @param askedMillis mean of the delays that they were to have
/// @param appliedMillis mean of the delays that they really had
public record DatabaseSecond(long answered, double askedMillis, double appliedMillis) {}
