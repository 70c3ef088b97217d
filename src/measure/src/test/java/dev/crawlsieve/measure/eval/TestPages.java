package dev.crawlsieve.measure.eval;

import dev.crawlsieve.core.fingerprint.ContentHash;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.fingerprint.TestFingerprints;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.Keys;
import dev.crawlsieve.core.index.ScopeKey;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/** Pages of plain words, with a textbook SimHash and sketch of their 3-shingles. */
public final class TestPages {

  private TestPages() {}

  /** A page of this text. */
  public static PageFeatures page(String url, String text) {
    List<String> tokens =
        Arrays.stream(text.toLowerCase(Locale.ROOT).split("\\W+"))
            .filter(token -> !token.isEmpty())
            .toList();
    long[] shingles = ShingleSet.of(tokens).hashes().toArray();
    return new PageFeatures(
        text, tokens, record(fingerprint(url, text, shingles, sketch(shingles))));
  }

  private static ComparedPage record(Fingerprint page) {
    return ComparedPage.of(ScopeKey.NONE, 0, FingerprintCodec.encode(page));
  }

  /** A page without text and with this sketch. */
  public static PageFeatures page(short... sketch) {
    String url = "http://a.example/";
    return new PageFeatures("", List.of(), record(fingerprint(url, "", new long[0], sketch)));
  }

  private static Fingerprint fingerprint(String url, String text, long[] shingles, short[] sketch) {
    int flags =
        (shingles.length > 0 ? Fingerprint.FLAG_TEXT : 0)
            | (shingles.length >= 8 ? Fingerprint.FLAG_NEAR_ELIGIBLE : 0);
    return TestFingerprints.of(
        new Coordinates(0, 0),
        0,
        url,
        url.hashCode(),
        new ContentHash(text.hashCode(), text.length()),
        0,
        simhash(shingles),
        sketch,
        shingles.length,
        shingles.length,
        "",
        flags,
        0);
  }

  /** Random words, different for every seed. */
  public static String words(long seed, int count) {
    SplittableRandom random = new SplittableRandom(seed);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append(i % 12 == 0 ? "\n" : " ").append('w').append(random.nextInt(2000));
    }
    return text.toString().strip();
  }

  private static long simhash(long[] shingles) {
    int[] votes = new int[Long.SIZE];
    for (long shingle : shingles) {
      for (int bit = 0; bit < Long.SIZE; bit++) {
        votes[bit] += (shingle >>> bit & 1) == 1 ? 1 : -1;
      }
    }
    long simhash = 0;
    for (int bit = 0; bit < Long.SIZE; bit++) {
      simhash |= votes[bit] > 0 ? 1L << bit : 0;
    }
    return simhash;
  }

  private static short[] sketch(long[] shingles) {
    if (shingles.length == 0) {
      return new short[0];
    }
    short[] sketch = new short[Fingerprint.SKETCH_SIZE];
    for (int i = 0; i < sketch.length; i++) {
      long least = Long.MAX_VALUE;
      for (long shingle : shingles) {
        least = Math.min(least, Keys.mix(shingle ^ Keys.mix(i)));
      }
      sketch[i] = (short) (least >>> 24);
    }
    return sketch;
  }
}
