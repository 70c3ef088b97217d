package dev.crawlsieve.core.fingerprint;

import dev.crawlsieve.core.text.Utf8Chars;
import java.util.Arrays;
import java.util.List;

/** The most common English function words, which say little about what a text is about. */
final class StopWords {

  /** The words, in lower case: the list of Lucene's English analysis. */
  static final List<String> ENGLISH =
      List.of(
          "a", "an", "and", "are", "as", "at", "be", "but", "by", "for", "if", "in", "into", "is",
          "it", "no", "not", "of", "on", "or", "such", "that", "the", "their", "then", "there",
          "these", "they", "this", "to", "was", "will", "with");

  private static final long[] HASHES = ENGLISH.stream().mapToLong(TokenHash::of).sorted().toArray();

  // One bit for each value of a hash's low 10 bits: it rules out most words without a search.
  private static final long[] FILTER = new long[16];

  static {
    for (long hash : HASHES) {
      FILTER[(int) (hash >>> 6) & 15] |= 1L << hash;
    }
  }

  private StopWords() {}

  /**
   * Whether a word, in any case, is a stop word. A word with the hash of a stop word counts as one:
   * an author who finds such a word only leaves it out of their own page.
   */
  static boolean contain(byte[] utf8, int start, int end) {
    long hash = foldedHash(utf8, start, end);
    return ((FILTER[(int) (hash >>> 6) & 15] >>> hash) & 1) != 0
        && Arrays.binarySearch(HASHES, hash) >= 0;
  }

  private static long foldedHash(byte[] utf8, int start, int end) {
    CharTable table = CharTable.folding(true);
    long hash = TokenHash.SEED;
    for (int i = start; i < end; i += Utf8Chars.length(utf8[i])) {
      int entry = table.at(utf8, i);
      if (CharTable.type(entry) != CharTable.FORMAT) {
        hash = TokenHash.step(hash, CharTable.folded(entry));
      }
    }
    return TokenHash.finish(hash);
  }
}
