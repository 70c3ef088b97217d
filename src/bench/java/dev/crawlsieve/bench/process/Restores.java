package dev.crawlsieve.chaos;

import dev.crawlsieve.core.work.SieveException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Restores of the index from its changelog, according to the instances' logs.
 *
 * @param count number of restores of at least one record
 * @param records total number of records restored
 */
record Restores(long count, long records) {

  /** The logger that reports restores. */
  static final String LOGGER = "org.apache.kafka.streams.processor.internals.StoreChangelogReader";

  private static final Pattern FINISHED =
      Pattern.compile("Finished restoring changelog .* with a total number of (\\d+) records");

  static Restores of(List<Path> logs) {
    long count = 0;
    long records = 0;
    for (Path log : logs) {
      try (Stream<String> lines = Files.lines(log)) {
        for (String line : (Iterable<String>) lines::iterator) {
          Matcher matcher = FINISHED.matcher(line);
          if (matcher.find() && !matcher.group(1).equals("0")) {
            count++;
            records += Long.parseLong(matcher.group(1));
          }
        }
      } catch (IOException e) {
        throw new SieveException("the log " + log + " cannot be read: " + e.getMessage(), e);
      }
    }
    return new Restores(count, records);
  }
}
