package rebound.server;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The words of a command line as `--name value` and `--flag`. A full parser library would be three
/// hundred classes more in the measured process.
final class Arguments {
  private static final Set<String> FLAGS = Set.of("end-with-stdin", "help");

  private final Map<String, String> values = new LinkedHashMap<>();

  private Arguments() {}

  static Arguments parse(String... words) {
    Arguments arguments = new Arguments();
    for (int i = 0; i < words.length; i++) {
      if (!words[i].startsWith("--")) {
        throw new IllegalArgumentException(
            "'%s' is no option; options begin with --, see --help".formatted(words[i]));
      }
      String name = words[i].substring(2);
      int equals = name.indexOf('=');
      if (equals > 0) {
        arguments.values.put(name.substring(0, equals), name.substring(equals + 1));
      } else if (FLAGS.contains(name)) {
        arguments.values.put(name, "");
      } else if (i + 1 == words.length) {
        throw new IllegalArgumentException(
            "--%s: its value is missing, see --help".formatted(name));
      } else {
        arguments.values.put(name, words[++i]);
      }
    }
    return arguments;
  }

  boolean flag(String name) {
    return values.remove(name) != null;
  }

  Optional<String> text(String name) {
    return Optional.ofNullable(values.remove(name));
  }

  String text(String name, String otherwise) {
    return text(name).orElse(otherwise);
  }

  int integer(String name, int otherwise) {
    Optional<String> text = text(name);
    if (text.isEmpty()) {
      return otherwise;
    }
    try {
      return Integer.parseInt(text.get());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "%s: '%s' is no integer, see --help".formatted(name, text.get()), e);
    }
  }

  /// Refuses what no option has taken.
  void refuseUnused() {
    if (!values.isEmpty()) {
      throw new IllegalArgumentException(
          "--%s: there is no such option, see --help".formatted(values.keySet().iterator().next()));
    }
  }
}
