package rebound.soak.matrix;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import rebound.soak.evidence.RunRecord;
import rebound.soak.journal.RunFolder;
import rebound.soak.result.ResultFiles;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// The folder of a matrix: what was asked, the folders of its single runs, and the files that are
/// made from both, at any time.
public final class MatrixFiles {
  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
  private static final String FACTS = "variants.json";
  private static final String RUNS = "runs";

  private MatrixFiles() {}

  /// The folder of a matrix, or empty where the name is none's.
  ///
  /// @param runs folder of all runs
  /// @param nameOrPath its name, or its path
  public static Optional<RunFolder> find(Path runs, String nameOrPath) {
    return Stream.of(Path.of(nameOrPath), runs.resolve(nameOrPath))
        .filter(path -> Files.isRegularFile(path.resolve(FACTS)))
        .findFirst()
        .map(RunFolder::new);
  }

  static Path runs(RunFolder folder) {
    return folder.file(RUNS);
  }

  static void keep(RunFolder folder, MatrixFacts facts) throws IOException {
    folder.write(FACTS, JSON.writeValueAsString(facts) + "\n");
  }

  private static List<MatrixRow> besideTheLeanest(List<MatrixRow> rows) {
    return rows.stream()
        .filter(row -> row.memoryReturn().baselineBytes() != null)
        .min(Comparator.comparingLong(row -> row.memoryReturn().baselineBytes()))
        .map(leanest -> rows.stream().map(row -> row.beside(leanest)).toList())
        .orElse(rows);
  }

  /// Makes all files from the facts and the single runs.
  ///
  /// @return the judged matrix
  public static MatrixResult write(RunFolder folder) throws IOException {
    MatrixFacts facts = JSON.readValue(folder.file(FACTS).toFile(), MatrixFacts.class);
    List<MatrixRow> rows = new ArrayList<>();
    List<RunFolder> folders = RunFolder.all(runs(folder));
    for (MatrixFacts.VariantFacts variant : facts.variants()) {
      for (RunFolder single : folders) {
        RunRecord run = ResultFiles.write(single);
        if (run.target().equals(variant.name())) {
          rows.add(MatrixRow.of(variant, run, RUNS + "/" + single.path().getFileName()));
        }
      }
    }
    MatrixResult result = MatrixResult.of(facts, besideTheLeanest(rows));
    folder.write("matrix.json", JSON.writeValueAsString(result) + "\n");
    folder.write("matrix.csv", MatrixTable.csv(result));
    folder.write("summary.md", MatrixTable.markdown(result));
    return result;
  }
}
