package dev.crawlsieve.core.fingerprint;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.FingerprintSeed;
import dev.crawlsieve.core.config.FingerprintSettings;
import dev.crawlsieve.core.config.ShingleSettings;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.Detector;
import dev.crawlsieve.core.index.Nearness;
import dev.crawlsieve.core.index.ScopeKey;
import dev.crawlsieve.core.name.PageName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A page that an author wrote to be taken for what another page is a copy of: it has a small part
 * of the other page, those shingles that are the minima of the sketch's bins, and otherwise words
 * that were chosen so that no shingle falls below one of them.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MadeUpCopyTest {

  private static final int WORDS = 5_000;
  private static final int WIDTH = ShingleSettings.WIDTH;
  private static final FingerprintSeed SEED = FingerprintSeed.of("of the crawl's owner alone");

  private final Random random = new Random(1);
  private List<String> victim;
  private List<String> madeUp;

  @BeforeAll
  void write() {
    victim = new ArrayList<>();
    for (int i = 0; i < WORDS; i++) {
      victim.add("stone" + random.nextInt(3_000));
    }
    madeUp = madeUp(victim);
  }

  /** What anyone can do with the hashes of a release without a seed. */
  private List<String> madeUp(List<String> of) {
    long[] least = new long[Sketch.SIZE];
    int[] at = new int[Sketch.SIZE];
    Arrays.fill(least, Long.MAX_VALUE);
    for (int i = 0; i + WIDTH <= of.size(); i++) {
      long hash = shingle(of.subList(i, i + WIDTH));
      if (hash >>> 1 < least[bin(hash)]) {
        least[bin(hash)] = hash >>> 1;
        at[bin(hash)] = i;
      }
    }
    List<String> page = new ArrayList<>();
    for (int place : Arrays.stream(at).sorted().distinct().toArray()) {
      List<String> bait = of.subList(place, place + WIDTH);
      while (!fits(page, bait, least)) {
        append(page, least);
      }
      page.addAll(bait);
    }
    while (page.size() < WORDS) {
      append(page, least);
    }
    return page;
  }

  /** Whether no shingle that ends in what is added falls below a minimum. */
  private static boolean fits(List<String> page, List<String> added, long[] least) {
    List<String> end =
        new ArrayList<>(page.subList(Math.max(0, page.size() - WIDTH + 1), page.size()));
    end.addAll(added);
    for (int i = 0; i + WIDTH <= end.size(); i++) {
      long hash = shingle(end.subList(i, i + WIDTH));
      if (hash >>> 1 < least[bin(hash)]) {
        return false;
      }
    }
    return true;
  }

  private void append(List<String> page, long[] least) {
    String word;
    do {
      word = "river" + random.nextInt(100_000);
    } while (!fits(page, List.of(word), least));
    page.add(word);
  }

  private static long shingle(List<String> words) {
    long sum = 0;
    for (String word : words) {
      sum = sum * HashKeys.PUBLIC.base() + ReferenceTokenizer.hash(word, TokenHash.SEED);
    }
    return TokenHash.mix(sum);
  }

  private static int bin(long hash) {
    return (int) (((hash >>> 32) * Sketch.SIZE) >>> 32);
  }

  private static Nearness nearness(List<String> a, List<String> b, FingerprintSeed seed)
      throws Exception {
    return Nearness.of(record(a, seed), record(b, seed));
  }

  private static ComparedPage record(List<String> words, FingerprintSeed seed) throws Exception {
    Fingerprint fingerprint =
        new PageFingerprinter(FingerprintSettings.RAW.seeded(seed))
            .fingerprint(
                "http://a.example/".getBytes(UTF_8),
                String.join(" ", words).getBytes(UTF_8),
                name -> name.equals("content-type") ? "text/plain".getBytes(UTF_8) : null,
                Coordinates.NONE,
                0)
            .fingerprint()
            .named(PageName.NONE);
    return ComparedPage.of(ScopeKey.NONE, 0, fingerprint.toBytes());
  }

  @Test
  void shouldShareLittleWithThePageThatItIsMadeFor() {
    Set<List<String>> common = shingles(victim);
    common.retainAll(shingles(madeUp));
    Set<List<String>> all = shingles(victim);
    all.addAll(shingles(madeUp));
    assertThat((double) common.size() / all.size()).isLessThan(0.02);
  }

  private static Set<List<String>> shingles(List<String> words) {
    Set<List<String>> shingles = new LinkedHashSet<>();
    for (int i = 0; i + WIDTH <= words.size(); i++) {
      shingles.add(words.subList(i, i + WIDTH));
    }
    return shingles;
  }

  /** Of 40 such pages, with other numbers in place of 1, 33 are that far apart. */
  @Test
  void shouldHaveTheSketchOfAnotherPageWithoutASeed() throws Exception {
    Nearness nearness = nearness(victim, madeUp, FingerprintSeed.NONE);
    assertThat(nearness.similarity()).isEqualTo(1);
    assertThat(nearness.agreeing()).isEqualTo(6);
    assertThat(nearness.distance()).isGreaterThan(Nearness.MOST_DISTANCE);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "EXACT")
  void shouldBeNoNearCopyEvenWithoutASeed(DetectorSettings.Kind kind) throws Exception {
    Detector detector = Detector.of(DetectorSettings.DEFAULT.of(kind));
    assertThat(rank(detector, nearness(victim, madeUp, FingerprintSeed.NONE)))
        .isEqualTo(Detector.NO_MATCH);
    assertThat(rank(detector, nearness(victim, victim, FingerprintSeed.NONE)))
        .isNotEqualTo(Detector.NO_MATCH);
  }

  private static int rank(Detector detector, Nearness nearness) {
    return detector.rank(nearness.distance(), nearness.equal());
  }

  @Test
  void shouldHaveASketchOfItsOwnWithASeedThatTheAuthorDoesNotKnow() throws Exception {
    Nearness nearness = nearness(victim, madeUp, SEED);
    assertThat(nearness.similarity()).isLessThan(0.2);
    assertThat(nearness.agreeing()).isZero();
    assertThat(nearness(victim, victim, SEED).similarity()).isEqualTo(1);
  }
}
