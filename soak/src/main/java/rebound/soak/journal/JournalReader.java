package rebound.soak.journal;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/// Reads a journal of any length, a whole one or any prefix of one.
public final class JournalReader {
  private JournalReader() {}

  /// Hands every sound event to a consumer, in order.
  ///
  /// @return how many damaged lines were left out; the last line of a crashed run is one of them
  public static int read(Path file, Consumer<Event> events) throws IOException {
    int damaged = 0;
    var decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);
    try (BufferedReader lines =
        new BufferedReader(new java.io.InputStreamReader(Files.newInputStream(file), decoder))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        Optional<Event> event = JournalLine.read(line);
        if (event.isPresent()) {
          events.accept(event.get());
        } else {
          damaged++;
        }
      }
    }
    return damaged;
  }
}
