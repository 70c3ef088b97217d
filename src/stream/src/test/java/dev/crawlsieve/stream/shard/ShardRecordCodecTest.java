package dev.crawlsieve.stream.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.failure.UnreadableRecordException;
import dev.crawlsieve.core.fingerprint.ContentHash;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.fingerprint.TestFingerprints;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.Lookup;
import dev.crawlsieve.core.index.Lookup.Match;
import dev.crawlsieve.core.index.Nearness;
import dev.crawlsieve.core.index.ScopeKey;
import dev.crawlsieve.core.index.SiteCounts;
import dev.crawlsieve.stream.config.IndexTasks;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ShardRecordCodecTest {

  private static final String PAGE =
      "0102030405060708"
          + "1112131415161718"
          + "0000000000000063" // scope, lane offset
          + "0603"
          + "00000002"
          + "000000000000000b" // fingerprint: version, flags, source
          + "00000000000003e8"
          + "000000000000002a" // timestamp, URL hash
          + "0000000000000005"
          + "0000000000000006" // content
          + "0000000000000007"
          + "0000000000000008" // body hash, SimHash
          + "0000000000000000" // SimHash of the rest
          + "00000064"
          + "00000061"
          + "00000000" // tokens, shingles, those of the rest
          + "00000001"
          + "00" // settings, no sketch
          + "1c"
          + "00".repeat(28) // name: length, nothing
          + "00".repeat(24)
          + "06"
          + "00".repeat(8) // no blocks, no words
          + "02656e"
          + "00"
          + "00"
          + "00000008"
          + "687474703a2f2f61"; // en, http://a

  private static final String LEADER =
      "0000000000000011" // ordinal
          + "09"
          + "73696d686173682d32" // simhash-2
          + "000000be"
          + PAGE.replace("000000000000002a", "000000000000002b")
              .replace("0000000000000063", "0000000000000009")
              .replace("2f2f61", "2f2f62");

  private static ComparedPage page() {
    return page("http://a", 42, 99);
  }

  private static ComparedPage page(String url, long urlHash, long laneOffset) {
    Fingerprint fingerprint =
        TestFingerprints.of(
            new Coordinates(2, 11),
            1_000,
            url,
            urlHash,
            new ContentHash(5, 6),
            7,
            8,
            new short[0],
            100,
            97,
            "en",
            Fingerprint.FLAG_TEXT | Fingerprint.FLAG_NEAR_ELIGIBLE,
            1);
    return ComparedPage.of(
        new ScopeKey(0x0102030405060708L, 0x1112131415161718L),
        laneOffset,
        FingerprintCodec.encode(fingerprint));
  }

  private static Lookup near(ComparedPage leader) {
    return new Lookup(17, leader, Match.NEAR, Nearness.of(page(), leader), "simhash-2", 20, null);
  }

  private static LaneQuery passed() {
    return new LaneQuery(page(), 1234, new long[] {70, 69}, near(page("http://b", 43, 9)));
  }

  @Test
  void shouldStoreAPageThatHasPassedNoShard() {
    assertThat(hex(ShardRecordCodec.encode(LaneQuery.of(page(), -1))))
        .isEqualTo("0a0000" + "ffffffffffffffff" + "00000000" + "00" + PAGE);
  }

  @Test
  void shouldStoreWhatIsKnownOfTheSite() throws UnreadableRecordException {
    String counts =
        "02"
            + "0000000000000007"
            + "00000008"
            + "0000000000000009"
            + "0000000a"
            + "f000000000000007"
            + "00000018"
            + "0000000000000019"
            + "0000001a"; // two pages: place, name, text, all
    SiteCounts site = SiteCounts.read(ByteBuffer.wrap(HexFormat.of().parseHex(counts)));
    byte[] stored = ShardRecordCodec.encode(LaneQuery.of(page().informed(site), -1));
    assertThat(hex(stored)).isEqualTo("0a0000" + "ffffffffffffffff" + "00000000" + counts + PAGE);
    LaneQuery read = ShardRecordCodec.query(stored);
    assertThat(read.page().site()).isEqualTo(site);
    assertThat(ShardRecordCodec.encode(read)).isEqualTo(stored);
  }

  @Test
  void shouldStoreAPageThatHasPassedTwo() {
    assertThat(hex(ShardRecordCodec.encode(passed())))
        .isEqualTo(
            "0a0202"
                + "00000000000004d2"
                + "00000014"
                + "0000000000000046"
                + "0000000000000045"
                + "00"
                + LEADER
                + PAGE);
  }

  @Test
  void shouldStoreALeader() {
    assertThat(hex(ShardRecordCodec.encode(new DealtLeader(280, 1234, page()))))
        .isEqualTo("0a" + "0000000000000118" + "00000000000004d2" + PAGE);
  }

  @Test
  void shouldReadWhatItStored() throws UnreadableRecordException {
    Lookup version = Lookup.newVersion(page("http://ä/\uD83D\uDE00", 42, 0), 5);
    Lookup itself =
        Lookup.itself(
            -1, page("", 42, Long.MAX_VALUE), Integer.MAX_VALUE, page("x".repeat(70_000), 42, 5));
    for (Lookup found : new Lookup[] {version, itself, passed().found()}) {
      long[] known = new long[IndexTasks.MOST_SHARDS];
      Arrays.fill(known, Long.MAX_VALUE);
      LaneQuery query = new LaneQuery(page(), Long.MIN_VALUE, known, found);
      byte[] stored = ShardRecordCodec.encode(query);
      LaneQuery read = ShardRecordCodec.query(stored);
      assertThat(read.found())
          .usingRecursiveComparison()
          .withEqualsForType((a, b) -> Arrays.equals(a.stored(), b.stored()), ComparedPage.class)
          .isEqualTo(found);
      assertThat(read.tick()).isEqualTo(Long.MIN_VALUE);
      assertThat(read.passed()).isEqualTo(known.length);
      assertThat(read.page().stored()).isEqualTo(page().stored());
      assertThat(ShardRecordCodec.encode(read)).isEqualTo(stored);
    }
  }

  @Test
  void shouldRefuseWhatItCannotRead() {
    byte[] query = ShardRecordCodec.encode(passed());
    byte[] leader = ShardRecordCodec.encode(new DealtLeader(280, 1234, page()));
    assertThatThrownBy(() -> ShardRecordCodec.query(null))
        .isInstanceOf(UnreadableRecordException.class)
        .hasMessage("an empty record of a page between shards");
    for (int length = 0; length < query.length; length++) {
      byte[] cut = Arrays.copyOf(query, length);
      assertThatThrownBy(() -> ShardRecordCodec.query(cut))
          .isInstanceOf(UnreadableRecordException.class);
    }
    for (int length = 0; length < leader.length; length++) {
      byte[] cut = Arrays.copyOf(leader, length);
      assertThatThrownBy(() -> ShardRecordCodec.leader(cut))
          .isInstanceOf(UnreadableRecordException.class);
    }
    query[0] = 3;
    assertThatThrownBy(() -> ShardRecordCodec.query(query))
        .hasMessage("a page between shards of version 3, but this is 10");
  }

  /** Either it can be used, or it is refused by the one exception; nothing large is allocated. */
  @Test
  void shouldSurviveAnyDamage() {
    SplittableRandom random = new SplittableRandom(3);
    byte[] query = ShardRecordCodec.encode(passed());
    byte[] leader = ShardRecordCodec.encode(new DealtLeader(280, 1234, page()));
    for (int i = 0; i < 20_000; i++) {
      byte[] damaged = (i % 2 == 0 ? query : leader).clone();
      for (int times = random.nextInt(4); times >= 0; times--) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      }
      assertThatCode(() -> use(damaged)).doesNotThrowAnyException();
    }
  }

  private static void use(byte[] damaged) {
    try {
      LaneQuery query = ShardRecordCodec.query(damaged);
      assertThat(query.page().url()).isNotNull();
      assertThat(query.page().fingerprint()).isNotNull();
    } catch (UnreadableRecordException e) {
      assertThat(e).hasMessageNotContaining("null");
    }
    try {
      assertThat(ShardRecordCodec.leader(damaged).record().url()).isNotNull();
    } catch (UnreadableRecordException e) {
      assertThat(e).hasMessageNotContaining("null");
    }
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
