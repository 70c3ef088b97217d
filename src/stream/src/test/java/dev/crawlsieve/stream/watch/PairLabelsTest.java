package dev.crawlsieve.stream.watch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.config.OverrideRule;
import dev.crawlsieve.core.config.PageSettings;
import dev.crawlsieve.core.eval.Label;
import dev.crawlsieve.core.eval.TruthFile;
import dev.crawlsieve.core.eval.TruthPair;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.verdict.JudgedPage;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.core.work.SieveException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.http.RefusedException;
import dev.crawlsieve.stream.kafka.RecordJson;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PairLabelsTest {

  private static final PageSettings SETTINGS = SieveConfig.of(Map.of()).page();
  private static final String A = "https://a.example/1";
  private static final String B = "https://b.example/2";

  @TempDir Path folder;

  @Test
  void shouldAddPairsThatEvaluateReads() throws Exception {
    Path file = folder.resolve("pairs.tsv");
    PairLabels labels = PairLabels.open(file, SETTINGS);
    assertThat(labels.pairs()).isZero();

    assertThat(add(labels, A, B, "1")).isEqualTo("{\"pairs\":1,\"replaced\":false}");
    assertThat(add(labels, A, "https://c.example/", "0"))
        .isEqualTo("{\"pairs\":2,\"replaced\":false}");
    assertThat(add(labels, A, "https://d.example/", "?"))
        .isEqualTo("{\"pairs\":3,\"replaced\":false}");

    assertThat(read(file))
        .containsExactly(
            new TruthPair(A, B, Label.DUPLICATE, ""),
            new TruthPair(A, "https://c.example/", Label.DIFFERENT, ""),
            new TruthPair(A, "https://d.example/", Label.UNDECIDED, ""));
    assertThat(PairLabels.open(file, SETTINGS).pairs()).isEqualTo(3);
  }

  @Test
  void shouldHoldOneLabelForEachPair() throws Exception {
    Path file = folder.resolve("pairs.tsv");
    Files.writeString(file, "# mine\n" + A + "\t" + B + "\t1\n\nhttps://x.example/\t" + A + "\t0");
    PairLabels labels = PairLabels.open(file, SETTINGS);

    // The same pair, in the other order and another form of a URL.
    assertThat(add(labels, "http://b.example:80/2", A, "1"))
        .isEqualTo("{\"pairs\":2,\"replaced\":false}");
    assertThat(add(labels, B, A, "0")).isEqualTo("{\"pairs\":2,\"replaced\":true}");

    assertThat(Files.readString(file))
        .isEqualTo("# mine\n\nhttps://x.example/\t" + A + "\t0\n" + B + "\t" + A + "\t0\n");
    add(labels, A, "https://c.example/", "1");
    assertThat(read(file)).hasSize(3);
  }

  @Test
  void shouldEndAnOpenLineFirst() throws Exception {
    Path file = folder.resolve("pairs.tsv");
    Files.writeString(file, A + "\t" + B + "\t1");
    add(PairLabels.open(file, SETTINGS), A, "https://c.example/", "1");
    assertThat(read(file)).hasSize(2);
  }

  @Test
  void shouldFollowEditsOfTheFile() throws Exception {
    Path file = folder.resolve("pairs.tsv");
    PairLabels labels = PairLabels.open(file, SETTINGS);
    add(labels, A, B, "1");
    Files.writeString(file, "https://e.example/\thttps://f.example/\t1\n# and a remark\n");
    assertThat(add(labels, A, B, "0")).isEqualTo("{\"pairs\":2,\"replaced\":false}");
    assertThat(read(file)).hasSize(2);

    Files.writeString(file, "no pair at all\n");
    assertRefused(409, () -> add(labels, A, B, "1"));
    assertThat(Files.readString(file)).isEqualTo("no pair at all\n");
  }

  @Test
  void shouldMarkVerdictsOfLabelledPairs() throws Exception {
    PairLabels labels = PairLabels.open(folder.resolve("pairs.tsv"), SETTINGS);
    add(labels, A, B, "0");
    assertThat(marked(labels, "http://b.example/2", A)).isEqualTo("0");
    assertThat(marked(labels, A, "https://c.example/")).isNull();
    ObjectNode kept = RecordJson.JSON.createObjectNode().put("url", A).putNull("duplicateOf");
    labels.mark(kept);
    assertThat(kept.has("label")).isFalse();
  }

  @Test
  void shouldMarkNoPageThatAnOverrideDrops() throws Exception {
    PairLabels labels = PairLabels.open(folder.resolve("pairs.tsv"), SETTINGS);
    add(labels, A, B, "1");
    OverrideRule rule =
        new OverrideRule(OverrideRule.Action.DROP, OverrideRule.Subject.HOST, "a.example");
    for (String url : List.of(A, B, "not a url")) {
      JudgedPage page = new JudgedPage(url, new Coordinates(0, 1), 0, 0, 1, false);
      ObjectNode dropped =
          VerdictCodec.tree(
              Verdict.overridden(page, rule, null, 0, new Verdict.Basis("combined", 1)));
      assertThat(dropped.path("kind").asText()).isEqualTo("override");
      labels.mark(dropped);
      assertThat(dropped.has("label")).isFalse();
    }
  }

  @Test
  void shouldKeepEachLabelOnOneLine() throws Exception {
    Path file = folder.resolve("pairs.tsv");
    PairLabels labels = PairLabels.open(file, SETTINGS);
    String hostile =
        "https://a.example/\\u0009x\\n# y\\nhttps://z.example/\\thttps://y.example/\\t1\\r\\ud800";
    add(labels, hostile, B, "1");
    assertThat(read(file)).hasSize(1);
    assertThat(read(file).get(0).urlB()).isEqualTo(B);
    assertThat(read(file).get(0).urlA()).startsWith("https://a.example/x").doesNotContain("\t");
    // As the page itself has it: the pair is found again.
    assertThat(add(labels, hostile, B, "0")).isEqualTo("{\"pairs\":1,\"replaced\":true}");
    // Reading it back gives the same page.
    assertThat(PairLabels.open(file, SETTINGS).pairs()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "{\"a\":",
        "\u0000",
        "{\"a\":\"https://a.example/\",\"b\":\"https://b.example/\"}",
        "{\"a\":\"https://a.example/\",\"b\":\"https://b.example/\",\"label\":\"2\"}",
        "{\"a\":\"https://a.example/\",\"b\":\"https://b.example/\",\"label\":{}}",
        "{\"a\":\"# https://a.example/\",\"b\":\"https://b.example/\",\"label\":\"1\"}",
        "{\"a\":\"https://a.example/\",\"b\":\"\",\"label\":\"1\"}",
        "{\"a\":\"https://a.example/\",\"b\":7,\"label\":\"1\"}",
        "{\"a\":\"https://a.example/\",\"b\":\"http://a.example\",\"label\":\"1\"}",
      })
  void shouldRefuseWhatIsNoLabelOfAPair(String body) throws Exception {
    Path file = folder.resolve("pairs.tsv");
    PairLabels labels = PairLabels.open(file, SETTINGS);
    String before = Files.readString(file);
    assertRefused(400, () -> labels.add(body.getBytes(UTF_8)));
    assertThat(Files.readString(file)).isEqualTo(before);
  }

  @Test
  void shouldRefuseToGrowWithoutBound() throws Exception {
    Path file = folder.resolve("pairs.tsv");
    Files.writeString(file, A + "\t" + B + "\t1\n" + "#".repeat((int) PairLabels.MAX_BYTES - 60));
    PairLabels labels = PairLabels.open(file, SETTINGS);
    long before = Files.size(file);
    assertRefused(507, () -> add(labels, A, "https://c.example/", "1"));
    assertThat(Files.size(file)).isEqualTo(before);
    assertRefused(400, () -> add(labels, A, "https://c.example/" + "w".repeat(20_000), "1"));
    // A label that replaces one needs no room.
    assertThat(add(labels, A, B, "0")).contains("true");

    Files.writeString(file, "#".repeat((int) PairLabels.MAX_BYTES + 1));
    assertThatThrownBy(() -> PairLabels.open(file, SETTINGS))
        .isInstanceOf(SieveException.class)
        .hasMessageContaining("--labels")
        .hasMessageContaining("larger than");
  }

  @Test
  void shouldSayWhyAFileCannotBeUsed() throws Exception {
    Path wrong = Files.writeString(folder.resolve("wrong.tsv"), A + "\t" + B + "\tyes\n");
    assertThatThrownBy(() -> PairLabels.open(wrong, SETTINGS))
        .isInstanceOf(SieveException.class)
        .hasMessageContaining("line 1")
        .hasMessageContaining("--labels");
    Path binary = Files.write(folder.resolve("binary.tsv"), new byte[] {(byte) 0xff, '\t'});
    assertThatThrownBy(() -> PairLabels.open(binary, SETTINGS))
        .isInstanceOf(SieveException.class)
        .hasMessageContaining("UTF-8");
    assertThatThrownBy(() -> PairLabels.open(folder.resolve("none/pairs.tsv"), SETTINGS))
        .isInstanceOf(SieveException.class)
        .hasMessageContaining("none");
    assertThatThrownBy(() -> PairLabels.open(folder, SETTINGS))
        .isInstanceOf(SieveException.class)
        .hasMessageContaining("--labels");
  }

  private static String marked(PairLabels labels, String url, String copyOf) {
    ObjectNode verdict = RecordJson.JSON.createObjectNode().put("url", url);
    verdict.putObject("duplicateOf").put("url", copyOf);
    labels.mark(verdict);
    return verdict.path("label").textValue();
  }

  private static String add(PairLabels labels, String a, String b, String label) throws Exception {
    String body = "{\"a\":\"" + a + "\",\"b\":\"" + b + "\",\"label\":\"" + label + "\"}";
    return labels.add(body.getBytes(UTF_8)).toString();
  }

  private static List<TruthPair> read(Path file) throws Exception {
    try (Reader in = Files.newBufferedReader(file)) {
      return TruthFile.read(in, "pairs").pairs(Optional::of);
    }
  }

  private static void assertRefused(int status, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(RefusedException.class)
        .hasFieldOrPropertyWithValue("status", status);
  }
}
