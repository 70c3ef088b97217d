package dev.crawlsieve.core.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.crawlsieve.core.name.TestNames;
import dev.crawlsieve.core.page.PageCharset;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class FingerprintCodecPropertyTest {

  @Property
  void shouldReadWhatItWrote(@ForAll("fingerprints") Fingerprint fingerprint) throws Exception {
    byte[] stored = FingerprintCodec.encode(fingerprint);
    assertThat(FingerprintCodec.decode(stored)).isEqualTo(fingerprint);
    FingerprintCodec.ensureReadable(stored);
    assertThat(FingerprintCodec.settings(stored)).isEqualTo(fingerprint.settings());

    byte[] behind = new byte[17 + stored.length];
    System.arraycopy(stored, 0, behind, 17, stored.length);
    assertThat(FingerprintCodec.decode(behind, 17)).isEqualTo(fingerprint);
    assertThat(FingerprintCodec.url(behind, 17)).isEqualTo(fingerprint.url());
  }

  @Property(tries = 50) // each is cut at every length
  void shouldRefuseEveryCutRecord(@ForAll("fingerprints") Fingerprint fingerprint) {
    byte[] stored = FingerprintCodec.encode(fingerprint);
    for (int length = 0; length < stored.length; length++) {
      byte[] cut = Arrays.copyOf(stored, length);
      assertThatThrownBy(() -> FingerprintCodec.decode(cut))
          .isInstanceOf(UnreadableFingerprintException.class);
      assertThatThrownBy(() -> FingerprintCodec.ensureReadable(cut))
          .isInstanceOf(UnreadableFingerprintException.class);
    }
    byte[] longer = Arrays.copyOf(stored, stored.length + 1);
    assertThatThrownBy(() -> FingerprintCodec.decode(longer))
        .isInstanceOf(UnreadableFingerprintException.class);
    assertThatThrownBy(() -> FingerprintCodec.ensureReadable(longer))
        .isInstanceOf(UnreadableFingerprintException.class);
  }

  @Property
  void shouldRefuseFewerThanNoTokensOrShingles(
      @ForAll("fingerprints") Fingerprint fingerprint,
      @ForAll @IntRange(min = Integer.MIN_VALUE, max = -1) int count,
      @ForAll boolean shingles) {
    byte[] stored = FingerprintCodec.encode(fingerprint);
    ByteBuffer.wrap(stored).putInt(FingerprintCodec.AT_TOKENS + (shingles ? 4 : 0), count);
    assertThatThrownBy(() -> FingerprintCodec.decode(stored))
        .isInstanceOf(UnreadableFingerprintException.class)
        .hasMessageContaining(String.valueOf(count));
    assertReadableOrRefused(stored);
  }

  @Property
  void shouldThrowNothingElseOnAnyBytes(@ForAll byte[] bytes, @ForAll boolean versioned) {
    if (versioned && bytes.length > 0) {
      bytes[0] = FingerprintCodec.VERSION;
    }
    assertReadableOrRefused(bytes);
  }

  @Example
  void shouldRefuseARecordOfAnEarlierVersionAndSayWhatToDo() {
    assertThatThrownBy(() -> FingerprintCodec.decode(new byte[] {3}))
        .isInstanceOf(UnreadableFingerprintException.class)
        .hasMessageContaining("version 3, but this is version 6")
        .hasMessageContaining("make new ones from pages");
  }

  @Property
  void shouldThrowNothingElseOnDamagedRecords(
      @ForAll("fingerprints") Fingerprint fingerprint,
      @ForAll @IntRange(min = 0, max = 400) int place,
      @ForAll byte damage) {
    byte[] stored = FingerprintCodec.encode(fingerprint);
    stored[place % stored.length] = damage;
    assertReadableOrRefused(stored);
  }

  private static void assertReadableOrRefused(byte[] bytes) {
    Throwable thrown = catchThrowable(() -> FingerprintCodec.decode(bytes));
    if (thrown != null) {
      assertThat(thrown).isInstanceOf(UnreadableFingerprintException.class);
    }
    assertCheckAgrees(bytes, thrown);
  }

  private static void assertCheckAgrees(byte[] bytes, Throwable thrown) {
    Throwable checked = catchThrowable(() -> FingerprintCodec.ensureReadable(bytes));
    assertThat(checked == null).isEqualTo(thrown == null);
    if (checked != null) {
      assertThat(checked).hasMessage(thrown.getMessage());
    }
    byte[] behind = new byte[17 + bytes.length];
    System.arraycopy(bytes, 0, behind, 17, bytes.length);
    Throwable checkedBehind = catchThrowable(() -> FingerprintCodec.ensureReadable(behind, 17));
    if (checked == null) {
      assertThat(checkedBehind).isNull();
    } else {
      assertThat(checkedBehind).hasMessage(checked.getMessage());
    }
  }

  @Provide
  Arbitrary<Fingerprint> fingerprints() {
    Arbitrary<String> urls =
        Arbitraries.strings().withCharRange(' ', '\ud7ff').withCharRange('\ue000', '\uffff');
    Arbitrary<String> languages = Arbitraries.of("", "en", "de-ch", "zh-hant-tw", "x".repeat(255));
    return Combinators.combine(Arbitraries.longs(), urls, languages, Arbitraries.of(true, false))
        .as(FingerprintCodecPropertyTest::fingerprint);
  }

  private static Fingerprint fingerprint(
      long seed, String url, String language, boolean hasSketch) {
    Random random = new Random(seed);
    short[] sketch = new short[hasSketch ? Fingerprint.SKETCH_SIZE : 0];
    for (int i = 0; i < sketch.length; i++) {
      sketch[i] = (short) random.nextInt();
    }
    PageCharset.Found[] found = PageCharset.Found.values();
    return new Fingerprint(
        new Coordinates(random.nextInt(), random.nextLong()),
        random.nextLong(),
        url,
        random.nextLong(),
        new ContentHash(random.nextLong(), random.nextLong()),
        random.nextLong(),
        random.nextLong(),
        random.nextLong(),
        sketch,
        TestNames.some(random),
        TestBlocks.some(random),
        random.nextInt() >>> 1,
        random.nextInt() >>> 1,
        random.nextInt() >>> 1,
        language,
        new PageCharset(found[random.nextInt(found.length)], "x".repeat(random.nextInt(3) * 127)),
        random.nextInt(256),
        random.nextInt());
  }
}
