package dev.crawlsieve.stream.shard;

import dev.crawlsieve.core.fingerprint.ContentHash;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.fingerprint.TestFingerprints;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.ScopeKey;
import dev.crawlsieve.core.name.TestNames;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Pages of a lane that are often copies of each other, or nearly. */
public final class Crowd {

  private static final int CENTRES = 12;
  private static final int MILLIS_APART = 200;

  private final SplittableRandom random;
  private final boolean repeats;
  private final List<Fingerprint> pages = new ArrayList<>();
  private long clock = 1_000_000;

  /**
   * @param repeats whether some pages are in the lane twice
   */
  public Crowd(long seed, boolean repeats) {
    this.random = new SplittableRandom(seed);
    this.repeats = repeats;
  }

  /** The pages of a lane, in its order. */
  public List<ComparedPage> lane(int size) {
    List<ComparedPage> lane = new ArrayList<>();
    for (int offset = 0; offset < size; offset++) {
      boolean again = repeats && offset > 0 && random.nextInt(25) == 0;
      Fingerprint page = again ? pages.get(random.nextInt(pages.size())) : page(offset);
      pages.add(page);
      lane.add(
          ComparedPage.of(
              new ScopeKey(random.nextInt(8) == 0 ? 1 : 0, 0),
              offset,
              FingerprintCodec.encode(page)));
    }
    return lane;
  }

  private Fingerprint page(int id) {
    clock += random.nextInt(40) == 0 ? 30L * MILLIS_APART : random.nextInt(2 * MILLIS_APART);
    long time = clock - (random.nextInt(5) == 0 ? random.nextInt(3_000) : 0);
    int centre = random.nextInt(CENTRES);
    int url = random.nextInt(40);
    boolean text = random.nextInt(20) != 0;
    Fingerprint page =
        TestFingerprints.of(
            new Coordinates(id % 3, id),
            time,
            "https://www.example.com/page/" + url,
            url,
            content(id),
            id,
            simhash(centre),
            text ? sketch(centre) : new short[0],
            100,
            98,
            "en",
            random.nextInt(6) == 0
                ? Fingerprint.FLAG_TEXT
                : Fingerprint.FLAG_NEAR_ELIGIBLE
                    | Fingerprint.FLAG_TEXT
                    | (random.nextInt(3) == 0 ? Fingerprint.FLAG_REFERENCE : 0),
            1);
    return TestNames.of(page, random);
  }

  private ContentHash content(int id) {
    int content = random.nextInt(3) == 0 ? random.nextInt(30) : 1_000 + id;
    return new ContentHash(content * 0x9e3779b97f4a7c15L, content);
  }

  private long simhash(int centre) {
    long simhash = new SplittableRandom(centre).nextLong();
    for (int flips = random.nextInt(7); flips > 0; flips--) {
      simhash ^= 1L << random.nextInt(64);
    }
    return simhash;
  }

  private short[] sketch(int centre) {
    SplittableRandom own = new SplittableRandom(centre);
    short[] sketch = new short[Fingerprint.SKETCH_SIZE];
    for (int i = 0; i < sketch.length; i++) {
      sketch[i] = (short) own.nextInt();
    }
    for (int changes = random.nextInt(30); changes > 0; changes--) {
      sketch[random.nextInt(sketch.length)] = (short) random.nextInt();
    }
    return sketch;
  }
}
