package rebound.soak.planfile;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.StreamDataWriter;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.nodes.CollectionNode;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/// A YAML file as a tree of nodes that know their line and column, and the complaints about it.
/// Values can be set by their dotted path before the file is read. Used by one thread.
public final class YamlFile {
  private final String name;
  private final Node root;
  private final List<Complaint> complaints = new ArrayList<>();
  private final IdentityHashMap<Node, String> origins = new IdentityHashMap<>();

  private YamlFile(String name, Node root) {
    this.name = name;
    this.root = root;
  }

  /// Parses a file's text.
  ///
  /// @param name what complaints call the file
  /// @throws UsageException when it is no YAML, is empty, or uses an alias
  public static YamlFile parse(String name, String text) {
    LoadSettings settings =
        LoadSettings.builder()
            .setLabel(name)
            .setAllowDuplicateKeys(true)
            .setMaxAliasesForCollections(0)
            .build();
    try {
      Optional<Node> root = new Compose(settings).composeString(text);
      if (root.isEmpty()) {
        throw new UsageException(name + " is empty: write a plan, or copy a built-in one");
      }
      YamlFile file = new YamlFile(name, root.get());
      file.refuseAliases(root.get(), new IdentityHashMap<>());
      return file;
    } catch (MarkedYamlEngineException broken) {
      throw new UsageException(
          broken.getProblemMark().map(mark -> place(name, mark)).orElse(name)
              + ": no valid YAML: "
              + broken.getProblem());
    }
  }

  /// The file's outermost mapping.
  public Section section() {
    return new Section(this, "", root);
  }

  /// Sets the value at a dotted path; an element of a list is named by its `name`, or by its index.
  ///
  /// @param path for example `phases.soak.duration`
  /// @param value the value as the file would write it
  /// @param origin what complaints about the value name, for example `--set`
  public void set(String path, String value, String origin) {
    String[] steps = path.split("\\.", -1);
    Node node = root;
    for (int i = 0; i < steps.length - 1; i++) {
      Node next = child(node, steps[i]);
      if (next == null && node instanceof MappingNode mapping) {
        next = new MappingNode(Tag.MAP, new ArrayList<>(), FlowStyle.FLOW);
        put(mapping, steps[i], next, origin);
      }
      if (next == null) {
        throw new UsageException(
            origin + " " + path + "=" + value + ": there is no '" + steps[i] + "' in " + name);
      }
      node = next;
    }
    if (!(node instanceof MappingNode mapping)) {
      throw new UsageException(
          origin + " " + path + "=" + value + ": its parent holds no keys in " + name);
    }
    Node parsed = parse(origin, value).root;
    mark(parsed, origin + " " + path + "=" + value);
    put(mapping, steps[steps.length - 1], parsed, origin + " " + path + "=" + value);
  }

  /// Removes the element of a list that has this name.
  public void remove(String listKey, String name) {
    if (child(root, listKey) instanceof SequenceNode list) {
      list.getValue()
          .removeIf(
              item ->
                  child(item, "name") instanceof ScalarNode scalar
                      && scalar.getValue().equals(name));
    }
  }

  /// The tree as YAML, with all that was set.
  public String write() {
    StringBuilder text = new StringBuilder();
    new Dump(DumpSettings.builder().setDefaultFlowStyle(FlowStyle.AUTO).setWidth(120).build())
        .dumpNode(
            root,
            new StreamDataWriter() {
              @Override
              public void write(String part) {
                text.append(part);
              }

              @Override
              public void write(String part, int offset, int length) {
                text.append(part, offset, offset + length);
              }
            });
    return text.toString();
  }

  /// Throws all complaints at once, if there are any.
  public void refuseIfWrong() {
    if (!complaints.isEmpty()) {
      throw new UsageException(
          complaints.stream()
              .sorted(Comparator.comparingInt(Complaint::line).thenComparingInt(Complaint::column))
              .map(Complaint::toString)
              .toList());
    }
  }

  void complain(Node node, String what) {
    String origin = origins.get(node);
    Optional<Mark> mark = origin == null ? node.getStartMark() : Optional.empty();
    String where = origin == null ? mark.map(it -> place(name, it)).orElse(name) : origin;
    complaints.add(
        new Complaint(
            where,
            mark.map(Mark::getLine).orElse(-1) + 1,
            mark.map(Mark::getColumn).orElse(-1) + 1,
            what));
  }

  private static String place(String name, Mark mark) {
    return name + ":" + (mark.getLine() + 1) + ":" + (mark.getColumn() + 1);
  }

  private void refuseAliases(Node node, IdentityHashMap<Node, Boolean> seen) {
    if (seen.put(node, true) != null) {
      complain(node, "an alias (*) points here: write the value out");
      return;
    }
    if (node instanceof MappingNode mapping) {
      for (NodeTuple tuple : mapping.getValue()) {
        refuseAliases(tuple.getKeyNode(), seen);
        refuseAliases(tuple.getValueNode(), seen);
      }
    } else if (node instanceof SequenceNode list) {
      list.getValue().forEach(item -> refuseAliases(item, seen));
    }
  }

  private void mark(Node node, String origin) {
    origins.put(node, origin);
    if (node instanceof MappingNode mapping) {
      for (NodeTuple tuple : mapping.getValue()) {
        mark(tuple.getKeyNode(), origin);
        mark(tuple.getValueNode(), origin);
      }
    } else if (node instanceof CollectionNode<?> list) {
      list.getValue().forEach(item -> mark((Node) item, origin));
    }
  }

  private static Node child(Node node, String step) {
    if (node instanceof MappingNode mapping) {
      for (NodeTuple tuple : mapping.getValue()) {
        if (tuple.getKeyNode() instanceof ScalarNode key && key.getValue().equals(step)) {
          return tuple.getValueNode();
        }
      }
      return null;
    }
    if (node instanceof SequenceNode list) {
      for (Node item : list.getValue()) {
        if (child(item, "name") instanceof ScalarNode named && named.getValue().equals(step)) {
          return item;
        }
      }
      if (step.matches("\\d{1,4}") && Integer.parseInt(step) < list.getValue().size()) {
        return list.getValue().get(Integer.parseInt(step));
      }
    }
    return null;
  }

  private void put(MappingNode mapping, String key, Node value, String origin) {
    List<NodeTuple> tuples = new ArrayList<>(mapping.getValue());
    for (int i = 0; i < tuples.size(); i++) {
      if (tuples.get(i).getKeyNode() instanceof ScalarNode scalar
          && scalar.getValue().equals(key)) {
        tuples.set(i, new NodeTuple(scalar, value));
        mapping.setValue(tuples);
        return;
      }
    }
    Node keyNode = parse(origin, key).root;
    mark(keyNode, origin);
    tuples.add(new NodeTuple(keyNode, value));
    mapping.setValue(tuples);
  }
}
