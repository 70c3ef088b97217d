package dev.crawlsieve.core.index;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.index.store.Pages;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Reading in place gives the same result as a loop over the min-hashes. */
class ComparedPagePropertyTest {

  @Property(tries = 500)
  void comparesSketchesInPlace(@ForAll long seed, @ForAll @IntRange(max = 84) int changes) {
    SplittableRandom random = new SplittableRandom(seed);
    short[] a = Pages.sketch(seed);
    short[] b = a.clone();
    for (int i = 0; i < changes; i++) {
      // often only one bit differs, the highest or the lowest
      int at = random.nextInt(84);
      b[at] ^= (short) new int[] {1, 0x8000, random.nextInt()}[random.nextInt(3)];
    }
    ComparedPage one = Pages.page(1, 0b11, a);
    ComparedPage two = Pages.page(2, 0, b);
    int equal = 0;
    int agreeing = 6;
    for (int i = 0; i < 84; i++) {
      equal += a[i] == b[i] ? 1 : 0;
    }
    for (int group = 0; group < 6; group++) {
      agreeing -=
          Arrays.equals(a, group * 14, group * 14 + 14, b, group * 14, group * 14 + 14) ? 0 : 1;
    }
    double half = equal / 84.0 + 1.645 * 1.645 / 168;
    double least = // Wilson's interval as the smaller root of its equation
        (half - Math.sqrt(half * half - (1 + 1.645 * 1.645 / 84) * (equal / 84.0) * (equal / 84.0)))
            / (1 + 1.645 * 1.645 / 84);
    int contained = (int) Math.round(20_000 * least / (1 + least)); // texts of one length
    assertThat(Nearness.of(one, two)).isEqualTo(new Nearness(2, equal, agreeing, contained));
    assertThat(Long.bitCount(one.sketchBits() ^ two.sketchBits())).isLessThanOrEqualTo(84 - equal);
    int from = random.nextInt(84);
    int count = 1 + random.nextInt(84 - from);
    boolean same = Arrays.equals(a, from, from + count, b, from, from + count);
    assertThat(one.sameMinHashes(two, from, count)).isEqualTo(same);
    assertThat(one.hashMinHashes(from, count) == two.hashMinHashes(from, count)).isEqualTo(same);
  }

  @Property(tries = 100)
  void readsInPlaceWhatTheDecodedFingerprintSays(@ForAll long id, @ForAll boolean sketch) {
    ComparedPage record = Pages.page(id, Keys.mix(id), sketch ? Pages.sketch(id) : new short[0]);
    Fingerprint decoded = record.fingerprint();
    assertThat(record.url()).isEqualTo(decoded.url());
    assertThat(record.source()).isEqualTo(decoded.source());
    assertThat(record.timestamp()).isEqualTo(decoded.timestamp());
    assertThat(record.urlHash()).isEqualTo(decoded.urlHash());
    assertThat(record.simhash()).isEqualTo(decoded.simhash());
  }

  @Example
  void hasNoNearnessOfSketchesWithoutOne() {
    ComparedPage none = Pages.page(1, 1, new short[0]);
    ComparedPage some = Pages.page(2, 0, Pages.sketch(1));
    assertThat(none.hasSketch()).isFalse();
    assertThat(none.sketchBits()).isZero();
    assertThat(Nearness.of(none, some)).isEqualTo(new Nearness(1, -1, -1, -1));
    assertThat(Nearness.of(none, none).similarity()).isNegative();
  }

  @Example
  void refusesARecordThatIsCutInItsSketch() {
    byte[] stored = Pages.page(1, 0, Pages.sketch(1)).stored();
    assertThatThrownBy(() -> ComparedPage.wrap(Arrays.copyOf(stored, 259)))
        .isInstanceOf(IndexException.class)
        .hasMessageContaining("cut after 234 bytes");
  }

  @Property
  void readsOrRefusesADamagedRecord(@ForAll long seed, @ForAll boolean sketch) {
    SplittableRandom random = new SplittableRandom(seed);
    ComparedPage sound = Pages.page(1, 0, sketch ? Pages.sketch(1) : new short[0]);
    byte[] stored = sound.stored().clone();
    // often at the end, where the lengths of texts are
    int places = random.nextBoolean() ? 60 : stored.length;
    stored[stored.length - 1 - random.nextInt(places)] = (byte) random.nextInt();
    if (random.nextInt(4) == 0) {
      stored = Arrays.copyOf(stored, random.nextInt(stored.length));
    }
    ComparedPage damaged;
    try {
      damaged = ComparedPage.wrap(stored);
    } catch (IndexException e) {
      return;
    }
    assertThat(damaged.fingerprint().url()).isEqualTo(damaged.url());
    assertThat(Nearness.of(sound, damaged).distance()).isBetween(0, 64);
  }

  @Example
  void keepsTheStoredForm() {
    ScopeKeys keys = new ScopeKeys();
    ScopeKey scope = keys.of("a.example".getBytes(UTF_8));
    // the first half of sha256sum's result for the nine bytes
    assertThat(HexFormat.of().toHexDigits(scope.high())).isEqualTo("b8e7453371a024da");
    assertThat(HexFormat.of().toHexDigits(scope.low())).isEqualTo("ae06f3164492c0af");
    byte[] fingerprint =
        FingerprintCodec.encode(Pages.page(7, 0b101, Pages.sketch(3)).fingerprint());
    byte[] stored = ComparedPage.of(scope, 258, fingerprint).stored();
    assertThat(HexFormat.of().formatHex(stored, 0, 25))
        .isEqualTo("05" + "b8e7453371a024da" + "ae06f3164492c0af" + "0000000000000102");
    assertThat(Arrays.copyOfRange(stored, 25, stored.length)).isEqualTo(fingerprint);
    assertThat(ComparedPage.wrap(stored).laneOffset()).isEqualTo(258);
  }

  @Example
  void refusesARecordOfAnEarlierVersion() {
    byte[] stored = Pages.page(1, 0, new short[0]).stored();
    stored[0] = 2;
    assertThatThrownBy(() -> ComparedPage.wrap(stored))
        .isInstanceOf(IndexException.class)
        .hasMessageContaining("version 2, but this is 5")
        .hasMessageContaining("replay --into PREFIX");
  }

  /** Their keys collide in the tables, whose keys are made from the first half. */
  @Example
  void comparesBothHalvesOfAScopesKey() {
    byte[] fingerprint =
        FingerprintCodec.encode(Pages.page(7, 0b101, Pages.sketch(3)).fingerprint());
    ComparedPage one = ComparedPage.of(new ScopeKey(5, 1), 0, fingerprint);
    ComparedPage two = ComparedPage.of(new ScopeKey(5, 2), 1, fingerprint);
    assertThat(one.sameScope(two)).isFalse();
    assertThat(one.sameScope(one)).isTrue();
    assertThat(new ContentTable().key(one)).isEqualTo(new ContentTable().key(two));
  }
}
