package dev.crawlsieve.core.verdict;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import dev.crawlsieve.core.failure.UnreadableRecordException;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.index.Lost;
import dev.crawlsieve.core.index.Reason;
import dev.crawlsieve.core.page.BlockKind;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class VerdictCodecTest {

  private static final ObjectMapper TREES = new ObjectMapper();
  private static final List<String> OTHERS =
      List.of(
          "null",
          "true",
          "-1",
          "1e99",
          "0.5",
          "\"\"",
          "\"x\"",
          "[]",
          "[{}]",
          "{}",
          "{\"url\":null}",
          "{\"url\":\"u\"}",
          "{\"action\":\"keep\",\"url\":\"u\"}");

  private static final Verdict DUPLICATE =
      Verdict.duplicate(
          new JudgedPage(
              "http://b/\"quoted\"\n", new Coordinates(3, 17), 1_700_000_000_000L, 2, 99, false),
          new Evidence(
              Verdict.Kind.NEAR,
              new Verdict.Original("http://a/ü", new Coordinates(1, 4), false),
              Evidence.Match.NEAR,
              2,
              0.9524,
              4,
              Reason.SAME_NAME,
              0.9103,
              new Lost(3, 17, Map.of(BlockKind.TOP_HEADING, 1, BlockKind.LINKS, 2), 2, true),
              "simhash-3"),
          5,
          new Verdict.Basis("simhash", 0x01ab_cdef));

  @Test
  void shouldReadWhatItWrote() throws UnreadableRecordException {
    assertThat(VerdictCodec.decode(VerdictCodec.encode(DUPLICATE))).isEqualTo(DUPLICATE);
  }

  @Test
  void shouldWriteOneLineWithTheContractsFields() {
    assertThat(new String(VerdictCodec.encode(DUPLICATE), UTF_8))
        .isEqualTo(
            "{\"url\":\"http://b/\\\"quoted\\\"\\n"
                + "\",\"decision\":\"duplicate\",\"kind\":\"near\","
                + "\"duplicateOf\":{\"url\":\"http://a/ü\",\"partition\":1,\"offset\":4},"
                + "\"match\":\"near\",\"distance\":2,\"similarity\":0.9524,\"agreeing\":4,\"reason\":\"same-name\","
                + "\"contained\":0.9103,\"lost\":{\"blocks\":3,\"words\":17,"
                + "\"kinds\":{\"top_heading\":1,\"links\":2},\"numbers\":2},\"table\":\"simhash-3\","
                + "\"compared\":5,\"detector\":\"simhash\","
                + "\"settings\":\"01abcdef\",\"partition\":3,\"offset\":17,"
                + "\"timestamp\":1700000000000,\"lane\":2,\"laneOffset\":99}");
  }

  /** On JDK 17, {@link Double#toString} has more digits than it needs for some of them. */
  @Test
  void shouldWriteSharesInTheirShortestForm() throws UnreadableRecordException {
    for (int places = 0; places <= 10_000; places++) {
      double share = places / 10_000.0;
      Evidence evidence =
          new Evidence(
              Verdict.Kind.NEAR,
              DUPLICATE.duplicateOf(),
              Evidence.Match.NEAR,
              2,
              share,
              4,
              Reason.SAME_ADDRESS,
              share,
              "band-1");
      byte[] stored =
          VerdictCodec.encode(Verdict.duplicate(DUPLICATE.page(), evidence, 5, DUPLICATE.basis()));
      assertThat(VerdictCodec.decode(stored).evidence().similarity()).isEqualTo(share);
      String written = new String(stored, UTF_8).replaceFirst(".*similarity\":([^,]*),.*", "$1");
      assertThat(written).matches(places < 10 ? "0\\.0|[1-9]\\.0E-4" : "[01]\\.[0-9]{1,4}");
      assertThat(written).matches("..0|.*[^0]"); // no superfluous zeros
    }
  }

  @Test
  void shouldReadWhatIsLostOfPagesOfManyBlocksAndVerdictsThatDoNotSay() throws Exception {
    for (Lost lost :
        new Lost[] {null, new Lost(0, 0, Map.of(), 0, true), new Lost(0, 0, Map.of(), 3, false)}) {
      Evidence said = DUPLICATE.evidence();
      Evidence evidence =
          new Evidence(
              said.kind(),
              said.duplicateOf(),
              said.match(),
              2,
              0.5,
              4,
              Reason.NOTHING_LOST,
              0.5,
              lost,
              "content");
      Verdict verdict = Verdict.duplicate(DUPLICATE.page(), evidence, 5, DUPLICATE.basis());
      assertThat(VerdictCodec.decode(VerdictCodec.encode(verdict))).isEqualTo(verdict);
    }
  }

  @Test
  void shouldWriteHalfACharacterAsAQuestionMark() {
    JudgedPage page = new JudgedPage("http://a/\ud83d", new Coordinates(0, 0), 5, 0, 0, false);
    assertThat(VerdictCodec.encode(Verdict.unique(page, 0, DUPLICATE.basis())))
        .asString(UTF_8)
        .startsWith("{\"url\":\"http://a/?\",");
  }

  @Test
  void shouldSayWhichPageIsReplacedOnlyWhereOneIs() throws UnreadableRecordException {
    Verdict replacing =
        DUPLICATE.replacing(new Verdict.Replaced("http://a/ü", new Coordinates(1, 4), "https"));

    assertThat(DUPLICATE.kept()).isFalse();
    assertThat(replacing.kept()).isTrue();
    assertThat(new String(VerdictCodec.encode(replacing), UTF_8))
        .endsWith(
            ",\"laneOffset\":99,\"replaces\":{\"url\":\"http://a/ü\",\"partition\":1,\"offset\":4,"
                + "\"by\":\"https\"}}");
    assertThat(VerdictCodec.decode(VerdictCodec.encode(replacing))).isEqualTo(replacing);
    assertThat(replacing.withoutSearch().replaces()).isEqualTo(replacing.replaces());
    assertThat(replacing.replacing(null)).isEqualTo(DUPLICATE);
  }

  @Test
  void shouldReadWhatItWroteOfAKeptPage() throws UnreadableRecordException {
    Verdict unique =
        Verdict.unique(
            new JudgedPage("http://a/", new Coordinates(0, 0), 5, 0, 0, false),
            0,
            new Verdict.Basis("simhash", -1));

    assertThat(VerdictCodec.decode(VerdictCodec.encode(unique))).isEqualTo(unique);
    assertThat(new String(VerdictCodec.encode(unique), UTF_8))
        .contains(
            "\"duplicateOf\":null",
            "\"distance\":null",
            "\"agreeing\":null",
            "\"kind\":null",
            "\"reason\":null",
            "\"contained\":null");
  }

  @Test
  void shouldSayWhichPagesAreReferencePages() throws UnreadableRecordException {
    JudgedPage page = new JudgedPage("http://b/", new Coordinates(0, 1), 5, 0, 1, true);
    Evidence evidence =
        new Evidence(
            Verdict.Kind.EXACT,
            new Verdict.Original("http://a/", new Coordinates(0, 0), true),
            Evidence.Match.EXACT,
            0,
            1,
            6,
            Reason.NOTHING_LOST,
            -1,
            "content");
    Verdict copy = Verdict.duplicate(page, evidence, 1, new Verdict.Basis("simhash", 1));

    assertThat(copy.route()).isEqualTo(Verdict.Route.NOWHERE);
    assertThat(new String(VerdictCodec.encode(copy), UTF_8))
        .contains(
            "\"duplicateOf\":{\"url\":\"http://a/\",\"partition\":0,\"offset\":0,"
                + "\"reference\":true},")
        .endsWith(",\"laneOffset\":1,\"reference\":true}");
    assertThat(VerdictCodec.decode(VerdictCodec.encode(copy))).isEqualTo(copy);
    assertThat(DUPLICATE.route()).isEqualTo(Verdict.Route.DUPLICATE);
  }

  @Test
  void shouldPassOverUnknownFields() throws UnreadableRecordException {
    String json = new String(VerdictCodec.encode(DUPLICATE), UTF_8);
    String later = json.replaceFirst("\\{", "{\"later\":{\"a\":[1,2]},");

    assertThat(VerdictCodec.decode(later.getBytes(UTF_8))).isEqualTo(DUPLICATE);
  }

  @Test
  void shouldReadAndWriteEveryStoredVerdictAsItStands() throws Exception {
    try (InputStream stored = VerdictCodecTest.class.getResourceAsStream("verdicts.jsonl")) {
      List<String> lines = new String(stored.readAllBytes(), UTF_8).lines().toList();
      assertThat(lines).hasSize(96);
      for (String line : lines) {
        Verdict verdict = VerdictCodec.decode(line.getBytes(UTF_8));
        assertThat(VerdictCodec.encode(verdict)).asString(UTF_8).isEqualTo(line);
        assertThat(VerdictCodec.tree(verdict)).hasToString(line);
      }
    }
  }

  @Test
  void shouldReadAVerdictThatSaysNoMoreThanItMust() throws UnreadableRecordException {
    String abridged =
        """
        {"url":"http://b/","decision":"duplicate","kind":"exact","partition":0,"offset":1,"lane":0,
        "laneOffset":1,"duplicateOf":{"url":"http://a/","partition":0,"offset":0}}""";

    Verdict verdict = VerdictCodec.decode(abridged.getBytes(UTF_8));

    assertThat(verdict.evidence().match()).isEqualTo(Evidence.Match.EXACT);
    assertThat(verdict.duplicateOf().url()).isEqualTo("http://a/");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"url\":\"a\",\"decision\":\"duplicate\",\"kind\":\"near\",\"duplicateOf\":{},\"partition\":1,"
            + "\"offset\":2,\"lane\":3,\"laneOffset\":4}",
        "{\"url\":\"a\",\"decision\":\"duplicate\",\"kind\":\"near\",\"duplicateOf\":{\"url\":\"b\","
            + "\"partition\":1,\"offset\":2},\"replaces\":{\"partition\":1,\"offset\":2,\"by\":\"https\"},"
            + "\"partition\":1,\"offset\":2,\"lane\":3,\"laneOffset\":4}",
        "",
        "nonsense",
        "[]",
        "{}",
        "{\"url\":\"http://a/\"}",
        "{\"url\":1,\"decision\":\"maybe\",\"detector\":\"simhash\",\"partition\":0,\"offset\":0,\"lane\":0,\"laneOffset\":0}",
        "{\"url\":\"u\",\"decision\":\"duplicate\",\"detector\":\"simhash\",\"partition\":0,\"offset\":0,\"lane\":0,\"laneOffset\":0}",
        "{\"url\":\"u\",\"decision\":\"duplicate\",\"kind\":\"near\",\"match\":\"far\",\"table\":\"t\","
            + "\"duplicateOf\":{\"url\":\"v\",\"partition\":0,\"offset\":0},\"detector\":\"sketch\","
            + "\"partition\":0,\"offset\":1,\"lane\":0,\"laneOffset\":1}",
        "{\"url\":\"u\",\"decision\":\"unique\",\"detector\":\"simhash\",\"partition\":\"x\",\"offset\":0,\"lane\":0,\"laneOffset\":0}",
        "{\"url\":\"u\",\"decision\":\"unique\",\"partition\":0,\"offset\":0,\"lane\":0",
        "{\"url\":\"u\",\"decision\":\"duplicate\",\"kind\":\"near\",\"duplicateOf\":{},"
            + "\"partition\":0,\"offset\":1,\"lane\":0,\"laneOffset\":1}",
        "{\"url\":\"u\",\"decision\":\"duplicate\",\"kind\":\"near\","
            + "\"duplicateOf\":{\"url\":\"v\",\"partition\":0,\"offset\":0},"
            + "\"replaces\":{\"partition\":0,\"offset\":0,\"by\":\"https\"},"
            + "\"partition\":0,\"offset\":1,\"lane\":0,\"laneOffset\":1}",
        "{\"url\":{\"a\":\"u\"},\"decision\":\"unique\",\"partition\":0,\"offset\":0,\"lane\":0,\"laneOffset\":0}"
      })
  void shouldRefuseWhatIsNoVerdict(String json) {
    assertThatThrownBy(() -> VerdictCodec.decode(json.getBytes(UTF_8)))
        .isInstanceOf(UnreadableRecordException.class);
  }

  /** Every field, at any depth, removed or given another value, in turn. */
  @Test
  void shouldReadOrRefuseEveryVerdictWithAFieldMissingOrAltered() throws Exception {
    int refused = 0;
    int read = 0;
    for (String line : stored()) {
      for (byte[] altered : altered((ObjectNode) TREES.readTree(line))) {
        try {
          Verdict verdict = VerdictCodec.decode(altered);
          assertThat(VerdictCodec.decode(VerdictCodec.encode(verdict))).isEqualTo(verdict);
          assertThat(others(verdict)).doesNotContainNull();
          read++;
        } catch (UnreadableRecordException e) {
          assertThat(e).hasMessageStartingWith("an unreadable verdict: ");
          refused++;
        } catch (RuntimeException e) {
          throw new AssertionError(new String(altered, UTF_8), e);
        }
      }
    }
    assertThat(refused).isGreaterThan(10_000);
    assertThat(read).isGreaterThan(1_000);
  }

  private static List<String> stored() throws IOException {
    try (InputStream stored = VerdictCodecTest.class.getResourceAsStream("verdicts.jsonl")) {
      List<String> lines =
          new ArrayList<>(new String(stored.readAllBytes(), UTF_8).lines().toList());
      lines.add(
          new String(
              VerdictCodec.encode(
                  DUPLICATE.replacing(
                      new Verdict.Replaced("http://a/", new Coordinates(1, 4), "https"))),
              UTF_8));
      return lines;
    }
  }

  /** What is said of the other pages that a verdict names. */
  private static List<Object> others(Verdict verdict) {
    List<Object> said = new ArrayList<>();
    List<Verdict.Original> pages = new ArrayList<>();
    pages.add(verdict.duplicateOf());
    pages.add(verdict.newVersionOf());
    pages.add(verdict.overridden() == null ? null : verdict.overridden().match());
    pages.stream().filter(Objects::nonNull).map(Verdict.Original::url).forEach(said::add);
    if (verdict.replaces() != null) {
      said.add(verdict.replaces().url());
      said.add(verdict.replaces().by());
    }
    return said;
  }

  private static List<byte[]> altered(ObjectNode verdict) {
    List<byte[]> altered = new ArrayList<>();
    List<ObjectNode> objects = new ArrayList<>(List.of(verdict));
    verdict.forEach(
        child -> {
          if (child instanceof ObjectNode object) {
            objects.add(object);
            object.forEach(
                grandchild -> {
                  if (grandchild instanceof ObjectNode inner) {
                    objects.add(inner);
                  }
                });
          }
        });
    for (ObjectNode object : objects) {
      for (Map.Entry<String, JsonNode> field : List.copyOf(object.properties())) {
        object.remove(field.getKey());
        altered.add(verdict.toString().getBytes(UTF_8));
        for (String other : OTHERS) {
          object.putRawValue(field.getKey(), new RawValue(other));
          altered.add(verdict.toString().getBytes(UTF_8));
        }
        object.set(field.getKey(), field.getValue());
      }
    }
    return altered;
  }

  @Test
  void shouldRefuseNull() {
    assertThatThrownBy(() -> VerdictCodec.decode(null))
        .isInstanceOf(UnreadableRecordException.class);
  }
}
