package rebound.soak.probe.process;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import rebound.soak.evidence.sample.Reading;

/// Reads the small text files of `/proc` and `/sys`. A file that is missing, forbidden or has
/// another shape is an unreadable value with the file's name, never an exception and never 0.
/// Thread-safe: it holds nothing.
public final class ProcFile {
  private ProcFile() {}

  /// The whole text. `/proc` files report the size 0, so they are read to their end.
  ///
  /// @throws IOException where it cannot be read
  public static String text(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /// Why a file could not be read, in words.
  public static Reading unreadable(Path file, IOException cause) {
    String why =
        cause instanceof NoSuchFileException
            ? "no such file"
            : cause.getMessage() == null ? cause.toString() : cause.getMessage();
    return Reading.unreadable(file + ": " + why);
  }

  /// The number after a key, `Threads:  23` or `oom_kill 0`; kB are given as bytes.
  public static Reading keyed(Path file, String text, String key) {
    for (String line : text.split("\n", -1)) {
      if (!line.startsWith(key)) {
        continue;
      }
      String rest = line.substring(key.length());
      if (rest.startsWith(":")) {
        rest = rest.substring(1);
      } else if (!rest.startsWith(" ") && !rest.startsWith("\t")) {
        continue;
      }
      List<String> words = words(rest);
      if (words.isEmpty()) {
        break;
      }
      long factor = words.size() > 1 && words.get(1).equals("kB") ? 1024 : 1;
      return number(file, words.getFirst(), factor);
    }
    return Reading.unreadable(file + ": has no line " + key);
  }

  /// A file that holds one number.
  public static Reading single(Path file) {
    try {
      return number(file, text(file).trim(), 1);
    } catch (IOException e) {
      return unreadable(file, e);
    }
  }

  /// The word at a place of a blank-separated text, as a number times a factor.
  public static Reading word(Path file, String text, int index, long factor) {
    List<String> words = words(text);
    return index < words.size()
        ? number(file, words.get(index), factor)
        : Reading.unreadable(file + ": has no field " + (index + 1));
  }

  /// The words of a text.
  public static List<String> words(String text) {
    String trimmed = text.trim();
    return trimmed.isEmpty() ? List.of() : List.of(trimmed.split("\\s+", -1));
  }

  private static Reading number(Path file, String word, long factor) {
    try {
      return Reading.of(Math.multiplyExact(Long.parseLong(word), factor));
    } catch (NumberFormatException | ArithmeticException e) {
      return Reading.unreadable(file + ": '" + word + "' is not a number that fits");
    }
  }
}
