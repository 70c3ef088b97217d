package dev.crawlsieve.measure.sweep;

import dev.crawlsieve.core.config.RuleSettings;
import dev.crawlsieve.core.fingerprint.ContentHash;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.fingerprint.TestFingerprints;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.ScopeKey;
import dev.crawlsieve.core.name.TestNames;
import dev.crawlsieve.core.override.NumberedOverrides;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Fingerprints of synthetic pages, in clusters of all degrees of similarity. */
final class GeneratedPages {

  /** With these rules, a page is compared with between ten and all pages of a lane. */
  static final List<RuleSettings> RULES =
      List.of(
          RuleSettings.DEFAULT,
          new RuleSettings(Duration.ZERO, true),
          new RuleSettings(Duration.ofSeconds(1), true),
          new RuleSettings(Duration.ofMillis(3_333), false),
          new RuleSettings(Duration.ofSeconds(8), true),
          RuleSettings.DEFAULT.with(NumberedOverrides.comparing(0)),
          new RuleSettings(Duration.ofSeconds(5), true, NumberedOverrides.comparing(1)));

  /** Those, and with overrides that decide on pages whatever they hold. */
  static final List<RuleSettings> OVERRIDDEN =
      Stream.concat(
              RULES.stream(),
              Stream.of(
                  RuleSettings.DEFAULT.with(NumberedOverrides.deciding(0)),
                  new RuleSettings(Duration.ofSeconds(7), true, NumberedOverrides.deciding(1))))
          .toList();

  private static final int ELIGIBLE = Fingerprint.FLAG_TEXT | Fingerprint.FLAG_NEAR_ELIGIBLE;

  private GeneratedPages() {}

  /**
   * The pages of one lane.
   *
   * @param clusters number of centres around which the near copies are spread
   * @param scopes number of scopes that share the lane
   */
  static List<ComparedPage> lane(int pages, int clusters, int scopes, long seed) {
    return lane(0, pages, clusters, scopes, true, seed);
  }

  /**
   * The pages of a lane, in a partition of their own.
   *
   * @param twice whether some occur more than once in the lane
   */
  static List<ComparedPage> lane(
      int partition, int pages, int clusters, int scopes, boolean twice, long seed) {
    Random random = new Random(seed);
    List<Fingerprint> centres = new ArrayList<>();
    for (int i = 0; i < clusters; i++) {
      centres.add(fresh(random, i));
    }
    List<ComparedPage> lane = new ArrayList<>();
    List<Fingerprint> made = new ArrayList<>();
    for (int i = 0; i < pages; i++) {
      if (twice && i > 0 && random.nextInt(12) == 0) { // a page that occurs twice in the lane
        ComparedPage again = lane.get(random.nextInt(i));
        lane.add(
            ComparedPage.of(
                new ScopeKey(again.scopeHigh(), again.scopeLow()),
                i,
                FingerprintCodec.encode(again.fingerprint())));
        continue;
      }
      Fingerprint page =
          switch (random.nextInt(10)) {
            case 0, 1 -> fresh(random, i);
            case 3 -> octets(random, i);
            case 2 -> made.isEmpty() ? fresh(random, i) : made.get(random.nextInt(made.size()));
            default -> near(random, centres.get(random.nextInt(clusters)), i);
          };
      page = at(page, partition, i, random.nextInt(Math.max(1, pages / 12)));
      made.add(page);
      int scope = random.nextInt(scopes);
      ScopeKey key = new ScopeKey(scope / 2, scope); // two share the first half
      lane.add(ComparedPage.of(key, i, FingerprintCodec.encode(page)));
    }
    return lane;
  }

  /** One page every tenth of a second; every ninth is late, and a few are far ahead. */
  private static long time(int offset) {
    long millis = 1_000 + 100L * offset;
    if (offset % 9 == 4) {
      return millis - 20L * (offset % 50);
    }
    return offset % 31 == 17 ? millis + 1_000_000L * offset : millis;
  }

  private static Fingerprint fresh(Random random, long id) {
    short[] sketch = new short[random.nextInt(8) == 0 ? 0 : Fingerprint.SKETCH_SIZE];
    for (int i = 0; i < sketch.length; i++) {
      sketch[i] = (short) random.nextInt();
    }
    Fingerprint page =
        page(
            random.nextLong(),
            sketch,
            new ContentHash(random.nextLong(), random.nextLong()),
            random.nextInt(8) != 0 ? ELIGIBLE : Fingerprint.FLAG_TEXT,
            id);
    return TestNames.of(page, random);
  }

  /** A page that is compared by its bytes, of which there are few. */
  private static Fingerprint octets(Random random, long id) {
    ContentHash content = new ContentHash(random.nextInt(6), 7);
    return page(0, new short[0], content, Fingerprint.FLAG_BYTES, id);
  }

  private static Fingerprint near(Random random, Fingerprint centre, long id) {
    long simhash = centre.simhash();
    for (int flips = random.nextInt(12); flips > 0; flips--) {
      simhash ^= 1L << random.nextInt(64);
    }
    short[] sketch = centre.sketch().clone();
    for (int changes = sketch.length == 0 ? 0 : random.nextInt(60); changes > 0; changes--) {
      sketch[random.nextInt(sketch.length)] = (short) random.nextInt();
    }
    boolean sameName = random.nextBoolean();
    Fingerprint page =
        page(
            simhash,
            sketch,
            new ContentHash(random.nextLong(), random.nextLong()),
            centre.flags(),
            sameName ? centre.urlHash() : id);
    Fingerprint named = TestNames.of(page, random);
    return sameName ? named.named(centre.name()) : named;
  }

  private static Fingerprint page(
      long simhash, short[] sketch, ContentHash content, int flags, long id) {
    boolean text = (flags & Fingerprint.FLAG_TEXT) != 0;
    return TestFingerprints.of(
        new Coordinates(0, id),
        1_000 + id,
        "https://example.org/" + id,
        id,
        content,
        id,
        simhash,
        sketch,
        text ? 100 : 0,
        text ? 98 : 0,
        text ? "en" : "",
        flags,
        1);
  }

  /**
   * The page at a place of the log, with one of the URLs that its name's host and path can be of.
   */
  private static Fingerprint at(Fingerprint page, int partition, int offset, int number) {
    long url = number * TestNames.ADDRESSES + page.urlHash() % TestNames.ADDRESSES;
    return new Fingerprint(
        new Coordinates(partition + offset % 3, offset),
        time(offset),
        "https://example.org/" + url,
        url,
        page.content(),
        page.bodyHash(),
        page.simhash(),
        page.rest(),
        page.sketch(),
        page.name(),
        page.blocks(),
        page.tokens(),
        page.shingles(),
        page.restShingles(),
        page.language(),
        page.charset(),
        page.flags(),
        page.settings());
  }
}
