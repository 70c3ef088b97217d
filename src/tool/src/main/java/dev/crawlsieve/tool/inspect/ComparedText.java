package dev.crawlsieve.tool.inspect;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.fingerprint.FingerprintFileReader;
import dev.crawlsieve.core.fingerprint.FingerprintFileReader.Entry;
import dev.crawlsieve.core.fingerprint.UnreadableFingerprintException;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.ScopeKeys;
import dev.crawlsieve.core.verdict.Evidence;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.files.sieve.SieveFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How much of a copy's page the compared text is. It may be only the header of a site.
 *
 * @param words number of words in the compared text; in scripts without spaces, each character
 *     counts as a word
 * @param all approximate number of words in the page, including its title and the text that is not
 *     compared
 * @param same whether the kept page says the same, in the same order, titles and numbers included,
 *     but for times; false if its fingerprint is not found
 */
public record ComparedText(int words, int all, boolean same) {

  /**
   * Reads the fingerprints of both pages from the file next to a file of verdicts.
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
    Evidence evidence = Objects.requireNonNull(verdict.evidence(), "evidence");
    Coordinates original = evidence.duplicateOf().source();
    ScopeKeys scopes = new ScopeKeys();
    ComparedPage kept = null;
    try (FingerprintFileReader reader = FingerprintFileReader.open(fingerprints)) {
      for (Entry next = reader.next(); next != null; next = reader.next()) {
        if (next.lane() == verdict.lane()) {
          FingerprintCodec.ensureReadable(next.fingerprint());
          ComparedPage page =
              ComparedPage.of(scopes.of(next.scope()), next.laneOffset(), next.fingerprint());
          if (next.laneOffset() == verdict.laneOffset()) {
            return Optional.of(of(Fingerprint.fromBytes(next.fingerprint()), page, kept));
          }
          if (page.source().equals(original)) {
            kept = page;
          }
        }
      }
      return Optional.empty();
    } catch (IOException | UnreadableFingerprintException e) {
      throw new SieveException(e.getMessage(), e);
    }
  }

  private static ComparedText of(
      Fingerprint fingerprint, ComparedPage page, @Nullable ComparedPage kept) {
    boolean whole = (fingerprint.flags() & Fingerprint.FLAG_MAIN_FALLBACK) != 0;
    int words = fingerprint.tokens();
    return new ComparedText(
        words,
        words + (whole ? 0 : fingerprint.restShingles()),
        kept != null && page.unchanged(kept));
  }
}
