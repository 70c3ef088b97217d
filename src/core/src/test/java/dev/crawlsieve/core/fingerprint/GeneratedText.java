package dev.crawlsieve.core.fingerprint;

import java.util.Arrays;
import java.util.Random;

/**
 * English-like text: 20,000 words with Zipf's distribution; lengths, sentences, paragraphs and page
 * sizes as on the web.
 */
final class GeneratedText {

  private static final int WORDS = 20_000;

  private final Random random;
  private final String[] words = new String[WORDS];
  private final double[] cumulative = new double[WORDS];

  GeneratedText(long seed) {
    random = new Random(seed);
    double sum = 0;
    for (int rank = 0; rank < WORDS; rank++) {
      words[rank] = word(rank);
      sum += 1.0 / (rank + 2.7);
      cumulative[rank] = sum;
    }
  }

  /** Pages of some 4 kB each, log-normally distributed. */
  String[] pages(int count) {
    String[] pages = new String[count];
    for (int i = 0; i < count; i++) {
      pages[i] = page((int) Math.min(200_000, 2800 * Math.exp(0.9 * random.nextGaussian())));
    }
    return pages;
  }

  private String page(int length) {
    StringBuilder text = new StringBuilder(length + 100);
    while (text.length() < length) {
      int sentence = 5 + random.nextInt(25);
      for (int i = 0; i < sentence; i++) {
        String word = words[rank()];
        text.append(i == 0 ? Character.toUpperCase(word.charAt(0)) + word.substring(1) : word);
        text.append(i == sentence - 1 ? "." : random.nextInt(12) == 0 ? "," : "").append(' ');
      }
      text.setCharAt(text.length() - 1, random.nextInt(5) == 0 ? '\n' : ' ');
    }
    return text.toString();
  }

  private int rank() {
    int place = Arrays.binarySearch(cumulative, random.nextDouble() * cumulative[WORDS - 1]);
    return Math.min(WORDS - 1, place < 0 ? -place - 1 : place);
  }

  private String word(int rank) {
    int length = 2 + (int) (Math.log(rank + 1) / 2) + random.nextInt(4);
    StringBuilder word = new StringBuilder();
    for (int i = 0; i < length; i++) {
      word.append(
          (i % 2 == 0 ? "tsnrhldcmfpgwbvk" : "eaoiueaoieaoiuey").charAt(random.nextInt(16)));
    }
    return word.toString();
  }
}
