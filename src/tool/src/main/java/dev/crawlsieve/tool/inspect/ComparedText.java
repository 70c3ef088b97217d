package dev.crawlsieve.tool.inspect;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.fingerprint.FingerprintFileReader;
import dev.crawlsieve.core.fingerprint.FingerprintFileReader.Entry;
import dev.crawlsieve.core.fingerprint.UnreadableFingerprintException;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.files.sieve.SieveFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * How much of a copy's page the compared text is. It may be only the header of a site.
 *
 * @param words number of words in the compared text; in scripts without spaces, each character
 *     counts as a word
 * @param all approximate number of words in the page, including its title and the text that is not
 *     compared
 */
public record ComparedText(int words, int all) {

  /**
   * Reads the page's fingerprint from the file next to a file of verdicts.
   *
   * @param verdict the verdict on a copy
   * @return empty if there are no fingerprints, or not this page's
   * @throws SieveException if they cannot be read, or are of another version
   */
  public static Optional<ComparedText> of(Path verdicts, Verdict verdict) {
    Path fingerprints = new SieveFolder(verdicts.resolveSibling("")).fingerprints();
    if (!Files.isRegularFile(fingerprints)) {
      return Optional.empty();
    }
    try (FingerprintFileReader reader = FingerprintFileReader.open(fingerprints)) {
      for (Entry next = reader.next(); next != null; next = reader.next()) {
        if (next.lane() == verdict.lane() && next.laneOffset() == verdict.laneOffset()) {
          FingerprintCodec.ensureReadable(next.fingerprint());
          Fingerprint page = Fingerprint.fromBytes(next.fingerprint());
          boolean whole = (page.flags() & Fingerprint.FLAG_MAIN_FALLBACK) != 0;
          int words = page.tokens();
          return Optional.of(new ComparedText(words, words + (whole ? 0 : page.restShingles())));
        }
      }
      return Optional.empty();
    } catch (IOException | UnreadableFingerprintException e) {
      throw new SieveException(e.getMessage(), e);
    }
  }
}
