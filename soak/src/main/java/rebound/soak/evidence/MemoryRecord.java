package rebound.soak.evidence;

import com.fasterxml.jackson.annotation.JsonInclude;

/// Resident memory of the target in one phase; null where it could not be read.
///
/// @param beforeBytes last sample before the phase
/// @param peakBytes highest sample in the phase
/// @param afterBytes last sample of the phase
/// @param medianBytes median of the phase's last five seconds
/// @param anonBytes memory of its own at the end
/// @param fileBytes resident pages of mapped files at the end
/// @param pssBytes shared pages divided by those who map them, at the end
/// @param threads threads of the tree at the end
/// @param fileDescriptors open descriptors of the tree at the end
/// @param ussBytes what would become free if it ended, at the end
/// @param kernel what the kernel counts besides; absent in older runs
/// @param jvm what a JVM said about itself at the end; absent where it was not looked into
/// @param samples how many samples stand behind it
/// @param unreadable why something is null; empty where nothing is
public record MemoryRecord(
    Long beforeBytes,
    Long peakBytes,
    Long afterBytes,
    Long medianBytes,
    Long anonBytes,
    Long fileBytes,
    Long pssBytes,
    Long threads,
    Long fileDescriptors,
    @JsonInclude(JsonInclude.Include.NON_NULL) Long ussBytes,
    @JsonInclude(JsonInclude.Include.NON_NULL) KernelMemoryRecord kernel,
    @JsonInclude(JsonInclude.Include.NON_NULL) JvmRecord jvm,
    int samples,
    String unreadable) {

  /// Nothing was read, and why.
  public static MemoryRecord unreadable(String why) {
    return new MemoryRecord(
        null, null, null, null, null, null, null, null, null, null, null, null, 0, why);
  }
}
