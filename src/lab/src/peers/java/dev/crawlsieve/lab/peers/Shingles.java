package dev.crawlsieve.lab.peers;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;

/** Hashes of runs of three words, for the judge and for libraries that take hashes. */
final class Shingles {

  static final int WIDTH = 3;

  private static final Hasher64 HASHER = Hashing.komihash5_0();

  private Shingles() {}

  /** A hash for every shingle of a text, replicas included. */
  static long[] of(String text) {
    String[] words = text.split(" ");
    long[] hashes = new long[Math.max(0, words.length - WIDTH + 1)];
    StringBuilder shingle = new StringBuilder();
    for (int i = 0; i < hashes.length; i++) {
      shingle.setLength(0);
      shingle.append(words[i]).append(' ').append(words[i + 1]).append(' ').append(words[i + 2]);
      hashes[i] = HASHER.hashCharsToLong(shingle);
    }
    return hashes;
  }
}
