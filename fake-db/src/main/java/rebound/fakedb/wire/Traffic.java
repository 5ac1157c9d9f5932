package rebound.fakedb.wire;

/// What went through a port since it exists.
///
/// @param port its name
/// @param open connections now
/// @param accepted connections ever
/// @param refused connections that were turned away
/// @param overflows connections that were reset because they made us hold too many bytes
/// @param receivedBytes from clients
/// @param sentBytes to clients
public record Traffic(
    String port,
    int open,
    long accepted,
    long refused,
    long overflows,
    long receivedBytes,
    long sentBytes) {}
