package rebound.soak.target;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// How much disk a target needs.
///
/// @param installedBytes what is installed for it: packages, jars
/// @param runtimeBytes the program that runs it, which other servers may share
public record Footprint(long installedBytes, long runtimeBytes) {
  /// Adds up a target's files; one that two names lead to counts once.
  ///
  /// @param spec after its installation
  /// @throws IOException when a folder cannot be read
  public static Footprint of(TargetSpec spec, Home home) throws IOException {
    Set<Object> seen = new HashSet<>();
    return new Footprint(
        sum(spec.installed(), spec, home, seen), sum(spec.runtime(), spec, home, seen));
  }

  private static long sum(List<String> names, TargetSpec spec, Home home, Set<Object> seen)
      throws IOException {
    long bytes = 0;
    for (String name : names) {
      Optional<Path> place = place(name, spec, home);
      if (place.isPresent()) {
        bytes += bytes(place.get(), seen);
      }
    }
    return bytes;
  }

  private static Optional<Path> place(String name, TargetSpec spec, Home home) throws IOException {
    String filled = home.fill(name);
    Optional<Path> found =
        filled.contains("/") || Files.exists(spec.directory().resolve(filled))
            ? Optional.of(spec.directory().resolve(filled)).filter(Files::exists)
            : Requirement.onPath(filled, home.path());
    return found.isPresent() ? Optional.of(found.get().toRealPath()) : Optional.empty();
  }

  private static long bytes(Path root, Set<Object> seen) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files.mapToLong(file -> sizeOnce(file, seen)).sum();
    } catch (UncheckedIOException unreadable) {
      throw unreadable.getCause();
    }
  }

  private static long sizeOnce(Path file, Set<Object> seen) {
    try {
      BasicFileAttributes attributes =
          Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      boolean counts = attributes.isRegularFile() && seen.add(attributes.fileKey());
      return counts ? attributes.size() : 0;
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
