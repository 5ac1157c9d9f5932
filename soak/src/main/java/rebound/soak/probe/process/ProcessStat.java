package rebound.soak.probe.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// The fields of `/proc/PID/stat` (or of one of its threads) that are used here.
///
/// @param name the command's name, which may hold blanks and brackets
/// @param state one letter; Z is a process that ended and was not waited for
/// @param parent the parent's pid
/// @param ownTicks CPU time, user and system
/// @param childrenTicks CPU time of children that ended and were waited for
/// @param startTicks start time since boot
record ProcessStat(
    String name, char state, long parent, long ownTicks, long childrenTicks, long startTicks) {

  static ProcessStat read(Path file) throws IOException {
    return parse(file, ProcFile.text(file));
  }

  static ProcessStat parse(Path file, String text) throws IOException {
    int open = text.indexOf('(');
    int close = text.lastIndexOf(')');
    if (open < 0 || close < open) {
      throw new IOException("has no name in brackets");
    }
    List<String> rest = ProcFile.words(text.substring(close + 1));
    if (rest.size() < 20) {
      throw new IOException("has only " + (rest.size() + 2) + " fields");
    }
    try {
      return new ProcessStat(
          text.substring(open + 1, close),
          rest.get(0).charAt(0),
          Long.parseLong(rest.get(1)),
          Long.parseLong(rest.get(11)) + Long.parseLong(rest.get(12)),
          Long.parseLong(rest.get(13)) + Long.parseLong(rest.get(14)),
          Long.parseLong(rest.get(19)));
    } catch (NumberFormatException e) {
      throw new IOException(file + " holds something that is no number", e);
    }
  }

  boolean ended() {
    return state == 'Z' || state == 'X';
  }
}
