package rebound.soak.planfile;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/// One mapping of a YAML file. Every key that is read is ticked off; what is left at [#done()] is a
/// complaint. A value that cannot be read gives a complaint and a stand-in, so that reading goes on
/// and all complaints come at once. Used by one thread.
public final class Section {
  private final YamlFile file;
  private final String path;
  private final Node at;
  private final Map<String, Node> values = new LinkedHashMap<>();
  private final Map<String, Node> keys = new LinkedHashMap<>();

  Section(YamlFile file, String path, Node node) {
    this.file = file;
    this.path = path;
    this.at = node;
    if (!(node instanceof MappingNode mapping)) {
      file.complain(node, path + " is no mapping: write keys with values, as in {kind: rest}");
      return;
    }
    for (NodeTuple tuple : mapping.getValue()) {
      String key = tuple.getKeyNode() instanceof ScalarNode scalar ? scalar.getValue() : "?";
      if (values.putIfAbsent(key, tuple.getValueNode()) != null) {
        file.complain(tuple.getKeyNode(), "key '" + name(key) + "' stands twice: keep one");
      }
      keys.putIfAbsent(key, tuple.getKeyNode());
    }
  }

  /// Dotted place of this section in its file, for messages.
  public String path() {
    return path;
  }

  /// True when the key stands here, read or not.
  public boolean has(String key) {
    return keys.containsKey(key);
  }

  /// Adds a complaint about a key's value, or about the section where the key is absent.
  public void complain(String key, String what) {
    file.complain(keys.getOrDefault(key, at), what);
  }

  /// The text of a key, or the default where it is absent.
  public String text(String key, String otherwise) {
    Node node = take(key);
    if (node == null) {
      return otherwise;
    }
    if (node instanceof ScalarNode scalar) {
      return scalar.getValue();
    }
    file.complain(node, name(key) + " is a list or mapping: write one value");
    return otherwise;
  }

  /// The text of a key that must be there.
  public String required(String key) {
    if (!has(key)) {
      file.complain(at, name(key) + " is missing: add it");
      return "";
    }
    return text(key, "");
  }

  /// A value read by a parser whose `IllegalArgumentException` becomes a complaint.
  public <T> T parsed(String key, T otherwise, Function<String, T> parser) {
    Node node = values.get(key);
    String text = text(key, null);
    return text == null ? otherwise : parse(node, name(key), text, otherwise, parser);
  }

  /// A duration such as `10s`.
  public Duration duration(String key, Duration otherwise) {
    return parsed(key, otherwise, Units::duration);
  }

  /// A size such as `64MiB`, in bytes.
  public long bytes(String key, long otherwise) {
    return parsed(key, otherwise, Units::bytes);
  }

  /// A whole number within bounds, both included.
  public int whole(String key, int otherwise, int least, int most) {
    return parsed(
        key,
        otherwise,
        text -> {
          try {
            int value = Integer.parseInt(text.replace("_", ""));
            if (value >= least && value <= most) {
              return value;
            }
          } catch (NumberFormatException notWhole) {
            // Falls through to the one message for both.
          }
          throw new IllegalArgumentException(
              "'" + text + "' is not usable: write a whole number from " + least + " to " + most);
        });
  }

  /// A number of any kind, null where absent.
  public Double number(String key) {
    return parsed(key, null, Section::finite);
  }

  /// `true` or `false`.
  public boolean flag(String key, boolean otherwise) {
    return parsed(
        key,
        otherwise,
        text ->
            switch (text) {
              case "true" -> true;
              case "false" -> false;
              default -> throw new IllegalArgumentException("'" + text + "': write true or false");
            });
  }

  /// One of an enum's constants, written in small letters with hyphens.
  public <E extends Enum<E>> E choice(String key, E otherwise, Class<E> type) {
    return parsed(key, otherwise, text -> Choices.of(type, text));
  }

  /// The section below a key, or null where it is absent.
  public Section section(String key) {
    Node node = take(key);
    return node == null ? null : new Section(file, name(key), node);
  }

  /// The sections of a list below a key; a single mapping counts as a list of one.
  public List<Section> sections(String key) {
    Node node = take(key);
    List<Section> sections = new ArrayList<>();
    if (node instanceof SequenceNode list) {
      int index = 0;
      for (Node item : list.getValue()) {
        sections.add(new Section(file, name(key) + "[" + index++ + "]", item));
      }
    } else if (node != null) {
      sections.add(new Section(file, name(key), node));
    }
    return sections;
  }

  /// The texts of a list below a key; a single value counts as a list of one.
  public List<String> texts(String key) {
    Node node = take(key);
    List<String> texts = new ArrayList<>();
    if (node instanceof SequenceNode list) {
      for (Node item : list.getValue()) {
        if (item instanceof ScalarNode scalar) {
          texts.add(scalar.getValue());
        } else {
          file.complain(item, name(key) + " holds a list or mapping: write plain values");
        }
      }
    } else if (node instanceof ScalarNode scalar) {
      texts.add(scalar.getValue());
    } else if (node != null) {
      file.complain(node, name(key) + " is a mapping: write a value or a list");
    }
    return texts;
  }

  /// All keys with plain values, in the file's order.
  public Map<String, String> allTexts() {
    Map<String, String> texts = new LinkedHashMap<>();
    for (String key : List.copyOf(values.keySet())) {
      texts.put(key, text(key, ""));
    }
    return texts;
  }

  /// The value below a key as plain Java values (maps, lists, strings, numbers), or null.
  public Object value(String key) {
    Node node = take(key);
    return node == null ? null : plain(node);
  }

  /// True when the value of a key is a mapping.
  public boolean isMapping(String key) {
    return values.get(key) instanceof MappingNode;
  }

  /// Complains about every key that nobody has read.
  public void done() {
    for (String key : values.keySet()) {
      file.complain(keys.get(key), "unknown key '" + name(key) + "': remove it or mend its name");
    }
  }

  /// Builds a value from what was read; an `IllegalArgumentException` becomes a complaint here.
  public <T> T build(T otherwise, java.util.function.Supplier<T> builder) {
    try {
      return builder.get();
    } catch (IllegalArgumentException wrong) {
      file.complain(at, path.isEmpty() ? wrong.getMessage() : path + ": " + wrong.getMessage());
      return otherwise;
    }
  }

  private Node take(String key) {
    return values.remove(key);
  }

  private String name(String key) {
    return path.isEmpty() ? key : path + "." + key;
  }

  private <T> T parse(
      Node node, String name, String text, T otherwise, Function<String, T> parser) {
    try {
      return parser.apply(text);
    } catch (IllegalArgumentException wrong) {
      file.complain(node, name + ": " + wrong.getMessage());
      return otherwise;
    }
  }

  private static Double finite(String text) {
    try {
      double value = Double.parseDouble(text);
      if (!Double.isNaN(value) && !Double.isInfinite(value)) {
        return value;
      }
    } catch (NumberFormatException notANumber) {
      // Falls through to the one message for both.
    }
    throw new IllegalArgumentException("'" + text + "' is no number");
  }

  private Object plain(Node node) {
    return switch (node) {
      case MappingNode mapping -> {
        Map<String, Object> map = new LinkedHashMap<>();
        for (NodeTuple tuple : mapping.getValue()) {
          map.put(String.valueOf(plain(tuple.getKeyNode())), plain(tuple.getValueNode()));
        }
        yield map;
      }
      case SequenceNode list -> list.getValue().stream().map(this::plain).toList();
      case ScalarNode scalar -> plainScalar(scalar);
      default -> node.toString();
    };
  }

  private static Object plainScalar(ScalarNode scalar) {
    String text = scalar.getValue();
    if (scalar.getTag().equals(Tag.INT) && text.matches("-?\\d{1,18}")) {
      return Long.parseLong(text);
    }
    if (scalar.getTag().equals(Tag.FLOAT)) {
      return Double.parseDouble(text);
    }
    return scalar.getTag().equals(Tag.BOOL) ? (Object) Boolean.parseBoolean(text) : text;
  }
}
