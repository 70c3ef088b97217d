package dev.crawlsieve.core.fingerprint;

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

  // One bit for each of 1,024 values of a hash's low bits, so that most words are ruled out without
  // a search.
  private static final long[] FILTER = new long[16];

  static {
    for (long hash : HASHES) {
      FILTER[(int) (hash >>> 6) & 15] |= 1L << hash;
    }
  }

  private StopWords() {}

  /**
   * Whether a word, in any case, is a stop word. A word with the hash of a stop word counts as one:
   * an author who finds some only leaves words out of their own page.
   */
  static boolean contain(char[] chars, int start, int end) {
    long hash = foldedHash(chars, start, end);
    return ((FILTER[(int) (hash >>> 6) & 15] >>> hash) & 1) != 0
        && Arrays.binarySearch(HASHES, hash) >= 0;
  }

  private static long foldedHash(char[] chars, int start, int end) {
    int[] entries = CharTable.folding(true).entries();
    long hash = TokenHash.SEED;
    for (int i = start; i < end; i++) {
      int entry = entries[chars[i]];
      if (CharTable.type(entry) != CharTable.FORMAT) {
        hash = TokenHash.step(hash, CharTable.folded(entry));
      }
    }
    return TokenHash.finish(hash);
  }
}
