package rebound.soak.evidence.sample;

/// What the attribution ladder read, from the end of the last rest on, each step after the one
/// before (METHODOLOGY 5.3).
///
/// @param residentBytes before the first step
/// @param afterCollectionBytes resident after the heap was collected four times
/// @param afterTrimBytes resident after the allocator gave back what it could
/// @param baseline of the JVM, at the warm baseline; unreadable values where none was taken
/// @param end of the JVM, after both steps
public record Ladder(
    Reading residentBytes,
    Reading afterCollectionBytes,
    Reading afterTrimBytes,
    JvmSample baseline,
    JvmSample end) {}
