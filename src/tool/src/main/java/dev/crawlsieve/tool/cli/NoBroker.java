package dev.crawlsieve.tool.cli;

import dev.crawlsieve.core.work.SieveException;
import dev.crawlsieve.files.sieve.SieveFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What to say where no broker answers, but the user may mean the files of {@code sieve}. */
final class NoBroker {

  private static final int LOOKED_AT = 1_000;
  private static final int NAMED = 5;

  private NoBroker() {}

  /**
   * The failure with the option that reads files.
   *
   * @param here the folder in which the user is
   */
  static SieveException told(SieveException e, Path here) {
    List<String> folders =
        written(here).stream().map(folder -> here.relativize(folder).toString()).toList();
    String example = folders.isEmpty() ? "" : ", as here " + String.join(", ", folders);
    return new SieveException(
        e.getMessage() + "; --from DIR reads what 'crawlsieve sieve' has written" + example, e);
  }

  /** Some folders of sieve's files; none if they cannot be looked for. */
  private static List<Path> written(Path here) {
    try (Stream<Path> found = Files.list(here)) {
      return found
          .limit(LOOKED_AT)
          .filter(folder -> Files.isRegularFile(new SieveFolder(folder).verdicts()))
          .sorted()
          .limit(NAMED)
          .toList();
    } catch (IOException e) {
      return List.of(); // they are only examples
    }
  }
}
