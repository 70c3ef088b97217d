package dev.crawlsieve.tool.cli;

import dev.crawlsieve.core.work.SieveException;
import dev.crawlsieve.files.sieve.SieveFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** What to say where no broker answers, but the user may mean the files of {@code sieve}. */
final class NoBroker {

  private static final int LOOKED_AT = 1_000;

  private NoBroker() {}

  /**
   * The failure with the option that reads files.
   *
   * @param here the folder in which the user is
   */
  static SieveException told(SieveException e, Path here) {
    String example =
        written(here).map(folder -> ", here perhaps --from " + here.relativize(folder)).orElse("");
    return new SieveException(
        e.getMessage() + "; --from DIR reads what 'crawlsieve sieve' has written" + example, e);
  }

  /** A folder of sieve's files; not found if it cannot be looked for. */
  private static Optional<Path> written(Path here) {
    try (Stream<Path> found = Files.list(here)) {
      return found
          .limit(LOOKED_AT)
          .filter(folder -> Files.isRegularFile(new SieveFolder(folder).verdicts()))
          .sorted()
          .findFirst();
    } catch (IOException e) {
      return Optional.empty(); // it is only an example
    }
  }
}
