package rebound.soak.evidence;

import com.fasterxml.jackson.annotation.JsonInclude;

/// What the kernel counts for the target besides its resident memory, at a phase's end. Absent
/// where the source does not offer it: only a control group knows its working set and its
/// sockets.
///
/// @param peakBytes highest since the phase's beginning, by the kernel's own count; of a process
///     tree the sum of its processes' peaks, so an upper bound
/// @param shmemBytes shared memory
/// @param workingSetBytes what a container's limit is compared with
/// @param socketBytes buffers of its sockets
@JsonInclude(JsonInclude.Include.NON_NULL)
public record KernelMemoryRecord(
    Long peakBytes, Long shmemBytes, Long workingSetBytes, Long socketBytes) {}
