package dev.crawlsieve.core.eval;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.index.Nearness;
import dev.crawlsieve.core.index.ScopeKey;
import java.util.List;
import java.util.Locale;

/**
 * The features of a page that detectors compare.
 *
 * <p>Of the body and the tokens only hashes are kept, so that tens of thousands of pages fit into
 * memory. Shingles and term frequencies are computed on demand, and the last of each is cached. Not
 * thread-safe.
 */
public final class PageFeatures {

  private final String url;
  private final String host;
  private final String text;
  private final long[] tokens;
  private final Digests ofBody;
  private final Digests ofText;
  private final Digests ofTokens;
  private final LeaderRecord record;
  private Shingles lastShingling;
  private ShingleHashes lastShingles;
  private TermVector frequencies;

  /**
   * The features of a page.
   *
   * @param url as produced
   * @param body as fetched; not kept
   * @param text its main text, one line per block
   * @param tokens the tokens of the text from which fingerprints are made; not kept
   * @param fingerprint as made by the stream
   */
  public PageFeatures(
      String url, byte[] body, String text, List<String> tokens, Fingerprint fingerprint) {
    this.url = url;
    this.host = host(url);
    this.text = text;
    this.tokens = HashSequence.of(tokens);
    this.ofBody = Digests.of(body);
    this.ofText = Digests.of(text.getBytes(UTF_8));
    this.ofTokens = Digests.of(String.join(" ", tokens).getBytes(UTF_8));
    this.record = LeaderRecord.of(ScopeKey.NONE, 0, FingerprintCodec.encode(fingerprint));
  }

  /** The URL as produced. */
  public String url() {
    return url;
  }

  /** The URL's host in lower case, without user and port. */
  public String host() {
    return host;
  }

  /** The main text, one line per block. */
  public String text() {
    return text;
  }

  /** Whether the text has any tokens. */
  public boolean hasTokens() {
    return tokens.length > 0;
  }

  /** The SimHash, 64 bits. */
  public long simhash() {
    return record.simhash();
  }

  /** Whether the text is long enough for near matches. */
  public boolean nearEligible() {
    return record.nearEligible();
  }

  /** How near this page is to another one, by the fingerprints. */
  Nearness nearness(PageFeatures other) {
    return Nearness.of(record, other.record);
  }

  /** The resemblance as estimated from the sketches, 0 to 1, in steps of 1/84 (Broder 1997). */
  double estimate(PageFeatures other) {
    return Math.max(0, nearness(other).similarity());
  }

  /**
   * The number of super-shingles, runs of 14 min-hashes, that agree, 0 to 6; two pages are
   * n-similar if n agree (Fetterly, Manasse, Najork 2003; Henzinger 2006).
   */
  int superShingles(PageFeatures other) {
    return Math.max(0, nearness(other).agreeing());
  }

  /** The page as a record of the stream's index; all pages have the same scope. */
  LeaderRecord record() {
    return record;
  }

  Digests ofBody() {
    return ofBody;
  }

  Digests ofText() {
    return ofText;
  }

  Digests ofTokens() {
    return ofTokens;
  }

  /**
   * Whether the stream considers the two identical: by their texts, or by their bodies if neither
   * has a text.
   */
  boolean sameContent(PageFeatures other) {
    return hasTokens()
        ? other.hasTokens() && ofText.sha256().equals(other.ofText.sha256())
        : !other.hasTokens() && ofBody.sha256().equals(other.ofBody.sha256());
  }

  ShingleHashes shingles(Shingles shingling) {
    if (!shingling.equals(lastShingling)) {
      lastShingles = shingling.hashes(tokens);
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

  private static String host(String url) {
    int start = url.indexOf("://") + 3;
    int end = Math.max(start, 3);
    while (end < url.length() && "/?#\\".indexOf(url.charAt(end)) < 0) {
      end++;
    }
    String authority = start < 3 ? "" : url.substring(start, end);
    String host = authority.substring(authority.lastIndexOf('@') + 1);
    int port = host.indexOf(':', Math.max(0, host.lastIndexOf(']')));
    return (port < 0 ? host : host.substring(0, port)).toLowerCase(Locale.ROOT);
  }
}
