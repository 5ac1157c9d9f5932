package rebound.soak.planfile;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import rebound.soak.plan.JvmLook;
import rebound.soak.plan.MatrixVariant;

/// Reads `matrix`: the settings of the target that `--matrix` goes through.
final class MatrixReader {
  private MatrixReader() {}

  static List<MatrixVariant> read(Section root) {
    List<MatrixVariant> variants = new ArrayList<>();
    for (Section section : root.sections("matrix")) {
      String name = section.required("name");
      List<String> java = section.texts("java");
      List<String> arguments = section.texts("arguments");
      boolean mustFail = section.flag("mustFail", false);
      Optional<JvmLook> jvm =
          section.has("jvm")
              ? Optional.of(section.choice("jvm", JvmLook.COMMANDS, JvmLook.class))
              : Optional.empty();
      section.done();
      if (variants.stream().anyMatch(it -> it.name().equals(name))) {
        section.complain("name", "variant '" + name + "' stands twice: give it another name");
      }
      section
          .build(
              Optional.<MatrixVariant>empty(),
              () -> Optional.of(new MatrixVariant(name, java, arguments, mustFail, jvm)))
          .ifPresent(variants::add);
    }
    return variants;
  }
}
