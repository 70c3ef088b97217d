package dev.crawlsieve.files.input;

import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Names inputs whose last path parts are equal, so that their files do not get the same URLs:
 * {@code v1/docs} and {@code v2/docs} rather than {@code docs} twice.
 */
final class InputNames {

  private InputNames() {}

  /**
   * The ends of paths that tell inputs apart.
   *
   * @return the end of each input's path, with slashes and without a compression suffix; only for
   *     inputs whose last part is not enough
   */
  static Map<Path, String> of(Collection<Path> inputs) {
    Map<Path, String> names = new HashMap<>();
    addAll(List.copyOf(inputs), 1, names);
    return names;
  }

  private static void addAll(List<Path> inputs, int parts, Map<Path, String> names) {
    Map<String, List<Path>> byEnd =
        inputs.stream().collect(Collectors.groupingBy(input -> end(input, parts)));
    byEnd.forEach(
        (end, alike) -> {
          boolean same = alike.stream().map(InputNames::whole).distinct().count() == 1;
          boolean more = alike.stream().anyMatch(input -> whole(input).getNameCount() > parts);
          if (!same && more) {
            addAll(alike, parts + 1, names);
          } else if (parts > 1) {
            alike.forEach(input -> names.put(input, end));
          }
        });
  }

  private static Path whole(Path input) {
    return input.toAbsolutePath().normalize();
  }

  private static String end(Path input, int parts) {
    Path whole = whole(input);
    int count = whole.getNameCount();
    if (count == 0) {
      return "";
    }
    String end = whole.subpath(Math.max(0, count - parts), count).toString();
    return InputFile.withoutCompression(end.replace('\\', '/'));
  }
}
