package dev.crawlsieve.tool.inspect;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.failure.UnreadableRecordException;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.files.sieve.SieveFolder;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads the lines of files that {@code sieve} writes. */
final class FileLines {

  private FileLines() {}

  /** Receives lines, or their contents. */
  interface Taker<T> {
    void take(T one) throws IOException, BadPageException, UnreadableRecordException;
  }

  /**
   * Passes on each line; none if there is no such file.
   *
   * @throws SieveException if it cannot be read
   */
  static void each(Path file, Taker<String> taker) {
    if (!Files.isRegularFile(file)) {
      return;
    }
    long number = 0;
    try (BufferedReader in = Files.newBufferedReader(file)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        number++;
        taker.take(line);
      }
    } catch (UnreadableRecordException | BadPageException e) {
      throw new SieveException(file + ":" + number + ": " + e.getMessage(), e);
    } catch (CharacterCodingException e) {
      throw new SieveException("the file " + file + " is not UTF-8", e);
    } catch (IOException e) {
      throw new SieveException("the file " + file + " cannot be read: " + e, e);
    }
  }

  /**
   * Passes on each verdict of a file.
   *
   * @throws SieveException if there is no such file, it cannot be read, or a line is not a verdict
   */
  static void verdicts(Path file, Taker<Verdict> taker) {
    each(
        SieveFolder.existing(file),
        line -> {
          if (!line.isBlank()) {
            taker.take(VerdictCodec.decode(line.getBytes(UTF_8)));
          }
        });
  }
}
