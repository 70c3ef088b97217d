package dev.crawlsieve.lab.peers;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The judge: all pairs of texts whose sets of shingles have at least this Jaccard similarity. */
final class ExactPairs {

  private ExactPairs() {}

  static Pairs of(List<String> texts, double similarity) {
    List<long[]> sets = new ArrayList<>();
    for (String text : texts) {
      sets.add(shingles(text));
    }
    Pairs pairs = new Pairs(texts.size());
    for (int later = 0; later < texts.size(); later++) {
      for (int earlier = 0; earlier < later; earlier++) {
        if (similar(sets.get(earlier), sets.get(later), similarity)) {
          pairs.add(earlier, later);
        }
      }
    }
    return pairs;
  }

  /** 64-bit hashes of the different shingles of three words, sorted. */
  static long[] shingles(String text) {
    return Arrays.stream(Shingles.of(text)).distinct().sorted().toArray();
  }

  private static boolean similar(long[] a, long[] b, double similarity) {
    // The smaller over the larger set is the most that the similarity can be.
    if (Math.min(a.length, b.length) < similarity * Math.max(a.length, b.length)) {
      return false;
    }
    int common = 0;
    for (int i = 0, j = 0; i < a.length && j < b.length; ) {
      if (a[i] == b[j]) {
        common++;
        i++;
        j++;
      } else if (a[i] < b[j]) {
        i++;
      } else {
        j++;
      }
    }
    return common >= similarity * (a.length + b.length - common);
  }
}
