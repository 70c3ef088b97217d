package dev.crawlsieve.tool.cli;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.files.sieve.SieveFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Adds a hint to the failure that no broker answers: the user may mean the files of {@code sieve}.
 */
final class NoBroker {

  private static final int LOOKED_AT = 1_000;
  private static final int NAMED = 5;

  /** Maximum size of a file that is searched for a page; this takes about a second. */
  private static final long SEARCHED_BYTES = 100_000_000;

  private NoBroker() {}

  /**
   * The failure with a hint: the option that reads files, and folders of such files as examples.
   *
   * @param here the folder in which the user is
   */
  static SieveException told(SieveException e, Path here) {
    return asHere(e, written(here), here);
  }

  /**
   * The same for a page, with the folders that have it.
   *
   * @param here the folder in which the user is
   * @param has whether the files next to some verdicts have the page
   */
  static SieveException told(SieveException e, Path here, Predicate<Path> has) {
    List<Path> written = written(here);
    List<Path> found = new ArrayList<>();
    long left = SEARCHED_BYTES;
    for (Path path : written) {
      SieveFolder folder = new SieveFolder(path);
      for (Path file : List.of(folder.verdicts(), folder.unjudged(), folder.deadLetters())) {
        left -= file.toFile().length();
      }
      if (left >= 0 && has.test(folder.verdicts())) {
        found.add(path);
      }
    }
    if (found.isEmpty()) {
      return asHere(e, written, here);
    }
    return told(e, ", and the page is in " + named(found, here));
  }

  private static SieveException asHere(SieveException e, List<Path> written, Path here) {
    return told(e, written.isEmpty() ? "" : ", here for example " + named(written, here));
  }

  private static SieveException told(SieveException e, String examples) {
    return new SieveException(
        e.getMessage() + "; --from DIR reads what 'crawlsieve sieve' has written" + examples, e);
  }

  private static String named(List<Path> folders, Path here) {
    return String.join(
        ", ", folders.stream().limit(NAMED).map(one -> "'" + here.relativize(one) + "'").toList());
  }

  /** Some folders with files of {@code sieve}; none if the search fails. */
  private static List<Path> written(Path here) {
    try (Stream<Path> found = Files.list(here)) {
      return found
          .limit(LOOKED_AT)
          .filter(folder -> Files.isRegularFile(new SieveFolder(folder).verdicts()))
          .sorted()
          .toList();
    } catch (IOException e) {
      return List.of(); // the folders are only examples
    }
  }
}
