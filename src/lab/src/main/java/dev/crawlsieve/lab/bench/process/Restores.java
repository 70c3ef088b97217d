package dev.crawlsieve.lab.bench.process;

import dev.crawlsieve.core.failure.SieveException;
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
public record Restores(long count, long records) {

  /** Option of the JVM with which a process logs them. */
  public static final String LOGGED =
      "-Dorg.slf4j.simpleLogger.log."
          + "org.apache.kafka.streams.processor.internals.StoreChangelogReader"
          + "=info";

  private static final Pattern FINISHED =
      Pattern.compile("Finished restoring changelog .* with a total number of (\\d+) records");

  public static Restores of(List<Path> logs) {
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
