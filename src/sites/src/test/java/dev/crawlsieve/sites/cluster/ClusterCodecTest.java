package dev.crawlsieve.sites.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.sites.cluster.ClusterSettings.Criterion;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The stored forms and the topic's form, which must never change. */
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

  private static final String STORED_LEADER =
      "{\"url\":\"http://a/\",\"source\":{\"partition\":1,\"offset\":2},\"timestamp\":3,"
          + "\"laneOffset\":4,\"kind\":null,\"features\":{\"canonical\":\"NONE\",\"score\":\"NaN\","
          + "\"fetchedMillis\":-9223372036854775808,\"tokens\":-1}}";

  private static final String STORED_BETTER =
      "{\"url\":\"https://b/\",\"source\":{\"partition\":5,\"offset\":6},\"timestamp\":7,"
          + "\"laneOffset\":8,\"kind\":\"REVISIT\",\"features\":{\"canonical\":\"OWN\",\"score\":0.5,"
          + "\"fetchedMillis\":1000,\"tokens\":-1}}";

  @Test
  void shouldStoreAsVersion3() {
    assertThat(new String(ClusterCodec.encode(LEADER), UTF_8)).isEqualTo("\3" + STORED_LEADER);
    assertThat(new String(ClusterCodec.encode(BETTER), UTF_8)).isEqualTo("\3" + STORED_BETTER);
    assertThat(new String(ClusterCodec.encode(CLUSTER), UTF_8))
        .isEqualTo(
            "\3{\"leader\":"
                + STORED_LEADER
                + ",\"preferred\":"
                + STORED_BETTER
                + ",\"replaced\":"
                + STORED_LEADER
                + ",\"by\":\"HTTPS\",\"corrections\":1,\"size\":2,\"listed\":1,"
                + "\"listedBytes\":265,\"timestamp\":7}");
  }

  @Test
  void shouldStoreTheLengthOfAText() {
    Member measured =
        new Member("http://a/", new Coordinates(1, 2), 3, 4, null, OWN.withTokens(258));
    assertThat(ClusterCodec.member(ClusterCodec.encode(measured))).isEqualTo(measured);
    assertThat(hex(measured.features().encode())).isEqualTo(hex(OWN.encode()));
    assertThat(new String(ClusterJson.encode(3, CLUSTER, List.of(measured)), UTF_8))
        .contains("\"fetched\":1000,\"tokens\":258}");
  }

  @Test
  void shouldRefuseWhatItDidNotWrite() {
    byte[] stored = ClusterCodec.encode(CLUSTER);
    assertThatThrownBy(() -> ClusterCodec.cluster(Arrays.copyOf(stored, stored.length - 1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a stored cluster is malformed");
    String json = new String(stored, UTF_8);
    for (String wrong :
        List.of(
            json.replace("\"corrections\":1", "\"corrections\":-1"),
            json.replace("\"size\":2", "\"size\":0"),
            json.replace("\"by\":\"HTTPS\",", ""),
            json.replace("\"url\":\"https://b/\"", "\"url\":null"),
            "\3null",
            "\3")) {
      assertThatThrownBy(() -> ClusterCodec.cluster(wrong.getBytes(UTF_8)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("a stored cluster is malformed");
    }
  }

  /** The binary forms of before must not be misread. */
  @Test
  void shouldRefuseOtherVersionsWithARemedy() {
    for (byte version : new byte[] {1, 2}) {
      assertThatThrownBy(() -> ClusterCodec.cluster(new byte[] {version, 0, 0}))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("a stored cluster of version " + version + ", but this is 3: ")
          .hasMessageContaining("replay --into PREFIX");
    }
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
