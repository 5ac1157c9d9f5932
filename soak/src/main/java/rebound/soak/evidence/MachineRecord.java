package rebound.soak.evidence;

import com.fasterxml.jackson.annotation.JsonInclude;

/// What disturbed the machine during a phase; null where it could not be read.
///
/// @param hiccupP99Millis how late a 1 ms sleep ended
/// @param hiccupMaxMillis the worst of them
/// @param othersCpuRatio CPU of processes that are not ours, of all CPU
/// @param stealRatio CPU taken by the hypervisor, of all CPU
/// @param swapPages pages swapped in and out
/// @param listenOverflows connections that found an accept queue full, on the whole machine
/// @param canaryRatio time of a fixed calculation over its quiet baseline
/// @param cpuPressureRatio share of the time in which some process waited for a CPU; absent where
///     the kernel does not say
/// @param memoryPressureRatio share of the time in which all processes waited for memory
public record MachineRecord(
    Double hiccupP99Millis,
    Double hiccupMaxMillis,
    Double othersCpuRatio,
    Double stealRatio,
    Long swapPages,
    Long listenOverflows,
    Double canaryRatio,
    @JsonInclude(JsonInclude.Include.NON_NULL) Double cpuPressureRatio,
    @JsonInclude(JsonInclude.Include.NON_NULL) Double memoryPressureRatio) {}
