package rebound.chaos.arrival;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;

/// Reads the offsets of a replay: one number a line, in seconds; empty lines and lines that begin
/// with `#` say nothing.
final class ReplayFile {
  private ReplayFile() {}

  /// The offsets within the phase, scaled, in nanoseconds.
  static long[] read(Arrivals.Replay replay, long durationNanos) {
    long[] offsets = new long[1024];
    int count = 0;
    int line = 0;
    long last = -1;
    try (BufferedReader reader = Files.newBufferedReader(replay.file())) {
      for (String text = reader.readLine(); text != null; text = reader.readLine()) {
        line++;
        String trimmed = text.strip();
        if (trimmed.isEmpty() || trimmed.startsWith("#")) {
          continue;
        }
        long nanos = nanos(replay, line, trimmed);
        if (nanos < last) {
          throw new IllegalArgumentException(
              place(replay, line) + ": offset " + trimmed + " is before the one above; sort them");
        }
        last = nanos;
        if (nanos < durationNanos) {
          if (count == offsets.length) {
            offsets = Arrays.copyOf(offsets, count * 2);
          }
          offsets[count++] = nanos;
        }
      }
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "replay file " + replay.file() + " cannot be read: name a readable text file", e);
    }
    return Arrays.copyOf(offsets, count);
  }

  private static long nanos(Arrivals.Replay replay, int line, String text) {
    double seconds;
    try {
      seconds = Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          place(replay, line) + ": '" + text + "' is no number: use seconds, for example 1.25", e);
    }
    if (!(seconds >= 0) || Double.isInfinite(seconds)) {
      throw new IllegalArgumentException(
          place(replay, line) + ": offset is " + text + ": use 0 or more seconds");
    }
    return Math.round(seconds * replay.scale() * 1e9);
  }

  private static String place(Arrivals.Replay replay, int line) {
    return "replay file " + replay.file() + ", line " + line;
  }
}
