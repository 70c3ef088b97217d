package dev.crawlsieve.core.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.config.ClusterSettings.Criterion;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.verdict.Verdict;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The stored forms of version 1 and the topic's form, which must never change. */
final class ClusterCodecTest {

  private static final Features OWN = new Features(Features.Canonical.OWN, 0.5, 1_000);
  private static final Member LEADER =
      new Member("http://a/", new Coordinates(1, 2), 3, 4, null, Features.NONE);
  private static final Member BETTER =
      new Member("https://b/", new Coordinates(5, 6), 7, 8, Verdict.Kind.REVISIT, OWN);
  private static final Cluster CLUSTER =
      Cluster.of(LEADER)
          .with(BETTER, new Policy(List.of(Criterion.HTTPS, Criterion.SHORTER_URL)), 1);

  @Test
  void shouldStoreFeaturesAsVersion1() {
    assertThat(hex(OWN.encode())).isEqualTo("01013fe000000000000000000000000003e8");
    assertThat(hex(Features.NONE.encode())).isEqualTo("01007ff80000000000008000000000000000");
    assertThat(Features.decode(OWN.encode())).contains(OWN);
    assertThat(Features.decode(Features.NONE.encode())).contains(Features.NONE);
  }

  @Test
  void shouldReadNoFeaturesFromAnythingElse() {
    byte[] other = OWN.encode();
    other[0] = 2;
    assertThat(Features.decode(other)).isEmpty();
    other[0] = 1;
    other[1] = 3;
    assertThat(Features.decode(other)).isEmpty();
    assertThat(Features.decode(new byte[17])).isEmpty();
    assertThat(Features.decode(null)).isEmpty();
  }

  @Test
  void shouldStoreAsVersion1() {
    String leader =
        "0100"
            + "00000001"
            + "0000000000000002"
            + "0000000000000003"
            + "0000000000000004"
            + "01007ff80000000000008000000000000000"
            + "00000009"
            + hex("http://a/".getBytes(UTF_8));
    String better =
        "0103"
            + "00000005"
            + "0000000000000006"
            + "0000000000000007"
            + "0000000000000008"
            + "01013fe000000000000000000000000003e8"
            + "0000000a"
            + hex("https://b/".getBytes(UTF_8));
    assertThat(hex(ClusterCodec.encode(LEADER))).isEqualTo(leader);
    assertThat(hex(ClusterCodec.encode(BETTER))).isEqualTo(better);
    assertThat(hex(ClusterCodec.encode(CLUSTER)))
        .isEqualTo(
            "0102"
                + "00000001"
                + "0000000000000002"
                + "00000001"
                + "00000109"
                + "0000000000000007"
                + leader
                + better
                + leader);
  }

  @Test
  void shouldStoreAPageWithTheLengthOfItsTextAsVersion2() {
    Member measured =
        new Member("http://a/", new Coordinates(1, 2), 3, 4, null, OWN.withTokens(258));
    String stored =
        "0200"
            + "00000001"
            + "0000000000000002"
            + "0000000000000003"
            + "0000000000000004"
            + "01013fe000000000000000000000000003e8"
            + "00000102"
            + "00000009"
            + hex("http://a/".getBytes(UTF_8));
    assertThat(hex(ClusterCodec.encode(measured))).isEqualTo(stored);
    assertThat(ClusterCodec.member(HexFormat.of().parseHex(stored))).isEqualTo(measured);
    assertThat(hex(measured.features().encode())).isEqualTo(hex(OWN.encode()));
    assertThat(new String(ClusterJson.encode(3, CLUSTER, List.of(measured)), UTF_8))
        .contains("\"fetched\":1000,\"tokens\":258}");
  }

  @Test
  void shouldRefuseWhatItDidNotWrite() {
    byte[] stored = ClusterCodec.encode(CLUSTER);
    assertThatThrownBy(() -> ClusterCodec.cluster(Arrays.copyOf(stored, stored.length - 1)))
        .isInstanceOf(IllegalArgumentException.class);
    byte[] corrected = stored.clone();
    corrected[2] = -1; // the highest byte of the number of corrections
    assertThatThrownBy(() -> ClusterCodec.cluster(corrected))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("impossible counts");
    assertThatThrownBy(() -> ClusterCodec.cluster(new byte[] {9}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("version 9");
  }

  @Test
  void shouldSayOnTheTopicWhatTheDocsSay() {
    assertThat(new String(ClusterJson.encode(3, CLUSTER, List.of(LEADER)), UTF_8))
        .isEqualTo(
            "{\"leader\":{\"url\":\"http://a/\",\"partition\":1,\"offset\":2},"
                + "\"preferred\":{\"url\":\"https://b/\",\"partition\":5,\"offset\":6},"
                + "\"replaced\":{\"url\":\"http://a/\",\"partition\":1,\"offset\":2},"
                + "\"by\":\"https\",\"corrections\":1,\"size\":2,\"cut\":true,"
                + "\"members\":[{\"url\":\"http://a/\",\"partition\":1,\"offset\":2,"
                + "\"kind\":null,\"timestamp\":3,\"laneOffset\":4,\"canonical\":\"none\"}],"
                + "\"lane\":3}");
    assertThat(ClusterJson.key(new Coordinates(1, 2))).asString(UTF_8).isEqualTo("1@2");
  }

  @Test
  void shouldListNoMoreThanARecordHoldsThoughItCountsAll() {
    Cluster cluster = Cluster.of(LEADER);
    Policy policy = new Policy(List.of(Criterion.SHORTER_URL));
    Member large =
        new Member(
            "http://a/" + "ü".repeat(16_000),
            new Coordinates(0, 1),
            0,
            9,
            Verdict.Kind.NEAR,
            Features.NONE);
    for (int i = 0; i < 50; i++) {
      cluster = cluster.with(large, policy, 100);
    }
    // Nor is a short one listed after one that was left out.
    cluster = cluster.with(BETTER, policy, 100);
    assertThat(cluster.size()).isEqualTo(52);
    assertThat(cluster.listed()).isEqualTo(11);
    assertThat(cluster.listedBytes()).isLessThanOrEqualTo(Cluster.MAX_LISTED_BYTES);
    assertThat(cluster.cut()).isTrue();
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
