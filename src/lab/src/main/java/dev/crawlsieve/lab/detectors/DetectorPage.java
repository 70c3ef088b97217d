package dev.crawlsieve.lab.detectors;

import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.Nearness;
import dev.crawlsieve.core.text.Sha256;
import dev.crawlsieve.measure.eval.PageFeatures;
import dev.crawlsieve.measure.eval.ShingleSet;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * What the detectors compare of a page.
 *
 * <p>Only hashes of the body and the tokens are kept, so that tens of thousands of pages fit into
 * memory. Shingles and term frequencies are computed on demand, and the last of each is cached. Not
 * thread-safe.
 */
final class DetectorPage {

  private final String text;
  private final long[] tokens;
  private final String body;
  private final ComparedPage record;
  private @Nullable Shingles lastShingling;
  private @Nullable ShingleSet lastShingles;
  private @Nullable TermVector frequencies;

  DetectorPage(byte[] body, PageFeatures page) {
    text = page.text();
    tokens = Shingles.hashes(page.tokens());
    this.body = HexFormat.of().formatHex(Sha256.digest().digest(body));
    record = page.record();
  }

  String text() {
    return text;
  }

  boolean hasTokens() {
    return tokens.length > 0;
  }

  /** The SHA-256 of the body, in hex digits. */
  String body() {
    return body;
  }

  /** The page as a record of the stream's index. */
  ComparedPage record() {
    return record;
  }

  Nearness nearness(DetectorPage other) {
    return Nearness.of(record, other.record);
  }

  ShingleSet shingles(Shingles shingling) {
    if (lastShingles == null || !shingling.equals(lastShingling)) {
      lastShingles = shingling.set(tokens);
      lastShingling = shingling;
    }
    return lastShingles;
  }

  TermVector frequencies() {
    if (frequencies == null) {
      frequencies = TermVector.frequencies(tokens);
    }
    return frequencies;
  }
}
