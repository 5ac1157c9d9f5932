package rebound.soak.evidence.sample;

/// What the target's memory consists of, read every five seconds, oftener in short phases,
/// and at marks.
///
/// @param atNanos `System.nanoTime` of the look
/// @param anonBytes memory of its own: heap, stacks, native allocations
/// @param fileBytes resident pages of mapped files (of a container: page cache too)
/// @param shmemBytes shared memory
/// @param swapBytes what was swapped out
/// @param lazyFreeBytes given back but kept by the kernel until it needs them; marks only
/// @param pssBytes shared pages divided by those who map them; marks only
/// @param ussBytes what would become free if the target ended; marks only
/// @param peakBytes highest resident memory since the mark before (of a tree: the sum of the
///     processes' own peaks, so an upper bound)
/// @param workingSetBytes what a container's limit is compared with: current less inactive file
/// @param socketBytes kernel memory of sockets, which resident memory does not contain
/// @param threads threads of all processes
/// @param fileDescriptors open descriptors of all processes
public record MemoryDetail(
    long atNanos,
    Reading anonBytes,
    Reading fileBytes,
    Reading shmemBytes,
    Reading swapBytes,
    Reading lazyFreeBytes,
    Reading pssBytes,
    Reading ussBytes,
    Reading peakBytes,
    Reading workingSetBytes,
    Reading socketBytes,
    Reading threads,
    Reading fileDescriptors) {}
