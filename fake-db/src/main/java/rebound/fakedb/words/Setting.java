package rebound.fakedb.words;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/// One value of a configuration, with its place. The same words come from a flag, a file and the
/// control API: YAML, of which JSON is a part.
///
/// A wrong value is noted and answered with a harmless one, so that all complaints come at once:
/// [#parse] throws them when its reader has returned. Not thread-safe.
public final class Setting {
  private static final int TEXT_MAX_CHARS = 1024 * 1024;

  private final String name;
  private final Node node;
  private final List<String> complaints;

  private Setting(String name, Node node, List<String> complaints) {
    this.name = name;
    this.node = node;
    this.complaints = complaints;
  }

  /// Reads a whole text.
  ///
  /// @param <T> what becomes of it
  /// @param name of the flag, file or body, for complaints
  /// @param text YAML or JSON
  /// @param reader makes something of it
  /// @return what the reader made
  /// @throws IllegalArgumentException with every complaint on a line of its own
  public static <T> T parse(String name, String text, Function<T> reader) {
    List<String> complaints = new ArrayList<>();
    T result;
    try {
      result = reader.apply(new Setting(name, compose(name, text), complaints));
    } catch (StackOverflowError e) {
      // The composer calls itself for each level, and so do readers: a text of nothing but brackets
      // is a wrong text, not the end of the process.
      throw new IllegalArgumentException(name + ": is nested too deeply", e);
    }
    if (!complaints.isEmpty()) {
      throw new IllegalArgumentException(String.join("\n", complaints));
    }
    return result;
  }

  /// Makes something of a setting.
  ///
  /// @param <T> what becomes of it
  @FunctionalInterface
  public interface Function<T> {
    /// Reads it.
    ///
    /// @param setting the whole text
    /// @return what becomes of it
    T apply(Setting setting);
  }

  private static Node compose(String name, String text) {
    if (text.length() > TEXT_MAX_CHARS) {
      throw new IllegalArgumentException(
          name + ": is " + text.length() + " characters long; at most " + TEXT_MAX_CHARS);
    }
    LoadSettings settings =
        LoadSettings.builder()
            .setLabel(name)
            .setAllowDuplicateKeys(false)
            .setMaxAliasesForCollections(0)
            .build();
    try {
      return new Compose(settings)
          .composeString(text)
          .orElseThrow(() -> new IllegalArgumentException(name + ": is empty"));
    } catch (YamlEngineException e) {
      throw new IllegalArgumentException(
          name + ": is neither YAML nor JSON: " + e.getMessage().strip().replace('\n', ' '), e);
    }
  }

  /// Its name, as in `faults[0].at`.
  ///
  /// @return the path from the root
  public String name() {
    return name;
  }

  /// Whether it is a mapping.
  ///
  /// @return true for `{…}`
  public boolean isMap() {
    return node instanceof MappingNode;
  }

  /// Whether it is nothing: `null`, `~` or empty, and not quoted.
  ///
  /// @return true where it is
  public boolean isNull() {
    return node instanceof ScalarNode scalar
        && scalar.getScalarStyle() == ScalarStyle.PLAIN
        && (scalar.getValue().isEmpty()
            || scalar.getValue().equals("null")
            || scalar.getValue().equals("~"));
  }

  /// Notes what is wrong here.
  ///
  /// @param why what, and what to do
  public void complain(String why) {
    String place =
        node.getStartMark()
            .map(mark -> " (line " + (mark.getLine() + 1) + ", column " + (mark.getColumn() + 1))
            .map(text -> text + ")")
            .orElse("");
    complaints.add(name + place + ": " + why);
  }

  /// Its text.
  ///
  /// @return empty where it is no scalar
  public String text() {
    if (node instanceof ScalarNode scalar) {
      return scalar.getValue();
    }
    complain("must be one value");
    return "";
  }

  /// Its parts, where it is a list.
  ///
  /// @return in order; empty where it is no list
  public List<Setting> items() {
    if (!(node instanceof SequenceNode sequence)) {
      complain("must be a list: [one, two]");
      return List.of();
    }
    List<Setting> items = new ArrayList<>();
    for (Node item : sequence.getValue()) {
      items.add(new Setting(name + "[" + items.size() + "]", item, complaints));
    }
    return items;
  }

  /// Its parts by key, where it is a mapping.
  ///
  /// @return in order; empty where it is no mapping
  public Map<String, Setting> entries() {
    Map<String, Setting> entries = new LinkedHashMap<>();
    if (!(node instanceof MappingNode mapping)) {
      complain("must be a mapping: {key: value}");
      return entries;
    }
    for (NodeTuple tuple : mapping.getValue()) {
      String key = tuple.getKeyNode() instanceof ScalarNode scalar ? scalar.getValue() : "?";
      Setting value = new Setting(name + "." + key, tuple.getValueNode(), complaints);
      if (entries.put(key, value) != null) {
        value.complain("stands there twice");
      }
    }
    return entries;
  }

  /// Complains about each key that is not one of these.
  ///
  /// @param keys all that are known
  /// @return itself
  public Setting only(String... keys) {
    List<String> known = Arrays.asList(keys);
    entries()
        .forEach(
            (key, value) -> {
              if (!known.contains(key)) {
                value.complain("unknown; known here are " + String.join(", ", known));
              }
            });
    return this;
  }

  /// A part that may be absent.
  ///
  /// @param key of it
  /// @return empty where it is absent or null
  public Optional<Setting> get(String key) {
    return isMap()
        ? Optional.ofNullable(entries().get(key)).filter(setting -> !setting.isNull())
        : Optional.empty();
  }

  /// A part that has to be there.
  ///
  /// @param <T> what becomes of it
  /// @param key of it
  /// @param reader makes something of it
  /// @param harmless stands for it where it is missing
  /// @return what the reader made
  public <T> T need(String key, Function<T> reader, T harmless) {
    Optional<Setting> part = get(key);
    if (part.isEmpty()) {
      complain("needs " + key);
      return harmless;
    }
    return reader.apply(part.get());
  }

  /// A part, or what stands for it.
  ///
  /// @param <T> what becomes of it
  /// @param key of it
  /// @param reader makes something of it
  /// @param otherwise where it is absent
  /// @return what the reader made, or that
  public <T> T or(String key, Function<T> reader, T otherwise) {
    return get(key).map(reader::apply).orElse(otherwise);
  }

  /// Builds something whose constructor checks; what it says becomes a complaint here.
  ///
  /// @param <T> what is built
  /// @param build calls the constructor
  /// @param harmless stands for it where the constructor refused
  /// @return what was built
  public <T> T build(Supplier<T> build, T harmless) {
    int before = complaints.size();
    try {
      return build.get();
    } catch (IllegalArgumentException e) {
      // Complaints about its parts say the same, and nearer to the place.
      if (complaints.size() == before) {
        complain(e.getMessage());
      }
      return harmless;
    }
  }

  /// Its value as a duration.
  ///
  /// @return nanoseconds; 0 where it is none
  public long durationNanos() {
    return build(() -> Durations.parse(text()), 0L);
  }

  /// Its value as a number within bounds.
  ///
  /// @param min the least
  /// @param max the most
  /// @return the least where it is none
  public double number(double min, double max) {
    String text = text();
    try {
      double number = Double.parseDouble(text);
      if (number >= min && number <= max) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Said below, as for a number out of bounds.
    }
    complain("must be a number from " + plain(min) + " to " + plain(max) + ", not '" + text + "'");
    return min;
  }

  /// Its value as a whole number within bounds.
  ///
  /// @param min the least
  /// @param max the most
  /// @return the least where it is none
  public long whole(long min, long max) {
    String text = text();
    try {
      long number = Long.parseLong(text);
      if (number >= min && number <= max) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Said below, as for a number out of bounds.
    }
    complain("must be a whole number from " + min + " to " + max + ", not '" + text + "'");
    return min;
  }

  /// Its value as one of some words.
  ///
  /// @param words that are allowed
  /// @return the first where it is none of them
  public String oneOf(String... words) {
    String text = text();
    if (Arrays.asList(words).contains(text)) {
      return text;
    }
    complain("must be " + String.join(" or ", words) + ", not '" + text + "'");
    return words[0];
  }

  private static String plain(double number) {
    return number == Math.rint(number) && Math.abs(number) < 1e15
        ? Long.toString((long) number)
        : Double.toString(number);
  }
}
