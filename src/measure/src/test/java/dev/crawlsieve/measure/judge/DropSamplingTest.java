package dev.crawlsieve.measure.judge;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.work.Progress;
import dev.crawlsieve.measure.eval.report.DropSample;
import dev.crawlsieve.measure.judge.DropSampling.Kind;
import dev.crawlsieve.measure.judge.DropSampling.Request;
import dev.crawlsieve.measure.replay.FingerprintLog;
import dev.crawlsieve.measure.replay.ReplaySource;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.run.SettingsInForce;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

final class DropSamplingTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Coordinates KEPT = new Coordinates(0, 1_000_000);

  private final List<byte[]> verdicts = new ArrayList<>();
  private final Map<Coordinates, byte[]> pages = new HashMap<>();

  private ObjectNode verdict(String url, String kind, Double similarity) {
    ObjectNode verdict = JSON.createObjectNode().put("url", url).put("decision", "duplicate");
    verdict
        .put("kind", kind)
        .putObject("duplicateOf")
        .put("url", "https://kept.example/")
        .put("partition", KEPT.partition())
        .put("offset", KEPT.offset());
    return verdict
        .put("match", kind.equals("exact") ? "exact" : "near")
        .put("distance", 4)
        .put("similarity", similarity)
        .put("agreeing", 3)
        .put("table", "band-2")
        .put("compared", 3)
        .put("detector", "combined")
        .put("settings", "0564c105")
        .put("partition", 0)
        .put("offset", verdicts.size())
        .put("timestamp", 5)
        .put("lane", 0)
        .put("laneOffset", verdicts.size());
  }

  private void add(ObjectNode verdict, String html) {
    verdicts.add(verdict.toString().getBytes(UTF_8));
    pages.put(
        new Coordinates(0, verdict.path("offset").asLong()),
        event(verdict.path("url").asText(), html));
  }

  private void drop(int number, double similarity) {
    add(
        verdict("https://a.example/" + number, "near", similarity),
        "<title>Page " + number + "</title><p>the words of " + number);
  }

  private static byte[] event(String url, String html) {
    return JSON.createObjectNode().put("url", url).put("html", html).toString().getBytes(UTF_8);
  }

  private DropSample draw(int wanted, long seed, boolean bySimilarity) {
    return draw(new Request(Kind.NEAR, wanted, seed, bySimilarity));
  }

  private DropSample draw(Request request) {
    pages.putIfAbsent(
        KEPT,
        event("https://kept.example/", "<title>Kept</title><nav>menu</nav><p>the words of 0"));
    return new DropSampling(new Source(), request).run(unheard -> {});
  }

  private static List<String> urls(DropSample sample) {
    return sample.pairs().stream().map(pair -> pair.dropped().url()).toList();
  }

  @Test
  void shouldDrawTheSameInWhateverOrderVerdictsAreRead() {
    for (int i = 0; i < 500; i++) {
      drop(i, 0.75);
    }
    List<String> drawn = urls(draw(20, 1, false));
    assertThat(drawn).hasSize(20).doesNotHaveDuplicates();
    Collections.reverse(verdicts);
    assertThat(urls(draw(20, 1, false))).isEqualTo(drawn);
    assertThat(urls(draw(20, 2, false))).isNotEqualTo(drawn);
    // a larger sample holds the smaller one: its labels can be used again
    assertThat(urls(draw(40, 1, false))).containsAll(drawn);
  }

  @Test
  void shouldGiveEveryDropTheSameChance() {
    for (int i = 0; i < 20; i++) {
      drop(i, i / 20.0);
    }
    Map<String, Integer> times = new HashMap<>();
    for (int seed = 0; seed < 400; seed++) {
      urls(draw(5, seed, false)).forEach(url -> times.merge(url, 1, Integer::sum));
    }
    // 100 are expected, with a standard deviation of 8.7
    assertThat(times).hasSize(20);
    assertThat(times.values()).allMatch(n -> n > 65 && n < 135);
  }

  @Test
  void shouldDrawAsManyOfEachSimilarityAndUndoThatByWeights() {
    int number = 0;
    double[] similarities = {0.69, 0.7, 0.8, 0.9};
    int[] drops = {300, 40, 3, 100};
    for (int band = 0; band < drops.length; band++) {
      for (int i = 0; i < drops[band]; i++) {
        drop(number++, similarities[band]);
      }
    }
    DropSample sample = draw(40, 1, true);
    assertThat(sample.strata())
        .extracting(DropSample.Stratum::similarity, DropSample.Stratum::drops)
        .containsExactly(
            tuple("below 0.7", 300L),
            tuple("0.7 to 0.8", 40L),
            tuple("0.8 to 0.9", 3L),
            tuple("0.9 and above", 100L));
    // 37 are left to three strata once all three of 0.8 are drawn
    assertThat(sample.strata())
        .extracting(DropSample.Stratum::pairs)
        .containsExactly(13, 12, 3, 12);
    double all = 0;
    for (DropSample.Pair pair : sample.pairs()) {
      all += sample.strata().get(pair.stratum()).weight();
    }
    assertThat(all).isCloseTo(443, within(1e-9));
    assertThat(sample.drops()).isEqualTo(443);
    // whoever stops after half of them has seen of each
    Set<Integer> early = new HashSet<>();
    sample.pairs().subList(0, 20).forEach(pair -> early.add(pair.stratum()));
    assertThat(early).contains(0, 1, 3);
  }

  @Test
  void shouldDrawAnotherPairWhereAPageIsGone() {
    for (int i = 0; i < 50; i++) {
      drop(i, 0.75);
    }
    DropSample before = draw(10, 1, false);
    before
        .pairs()
        .subList(0, 4)
        .forEach(
            pair ->
                pages.remove(
                    new Coordinates(
                        0, Long.parseLong(pair.dropped().url().replaceAll(".*/", "")))));
    DropSample sample = draw(10, 1, false);
    assertThat(sample.gone()).isEqualTo(4);
    assertThat(urls(sample)).hasSize(10).containsAll(urls(before).subList(4, 10));
    pages.clear();
    pages.put(KEPT, event("https://kept.example/", "<p>kept"));
    assertThatThrownBy(() -> draw(10, 1, false))
        .isInstanceOf(SieveException.class)
        .hasMessageStartingWith("the pages of all 50 near drops that were drawn are gone");
  }

  @Test
  void shouldShowNoOtherPagesThatAreAtTheOffsets() {
    for (int i = 0; i < 10; i++) {
      drop(i, 0.75);
    }
    pages.replaceAll((at, page) -> event("https://other.example/", "<p>another page"));
    assertThatThrownBy(() -> draw(5, 1, false))
        .isInstanceOf(SieveException.class)
        .hasMessageContaining("made again has others at their offsets");
  }

  @Test
  void shouldDrawAPairOfUrlsOnceHoweverOftenItWasCrawled() {
    for (int i = 0; i < 30; i++) {
      drop(i % 3, 0.75);
    }
    DropSample sample = draw(10, 1, false);
    assertThat(urls(sample)).hasSize(3).doesNotHaveDuplicates();
    assertThat(sample.drops()).isEqualTo(30);
  }

  @Test
  void shouldTakeOnlyDropsOfTheKindThatAreNotKeptAllTheSame() {
    drop(0, 0.75);
    add(verdict("https://a.example/exact", "exact", 1.0), "<nav>menu</nav><p>the words of 0");
    add(verdict("https://a.example/again", "revisit", 0.9), "<p>the words of 0");
    ObjectNode better = verdict("https://a.example/better", "near", 0.9);
    better
        .putObject("replaces")
        .put("url", "https://kept.example/")
        .put("partition", 0)
        .put("offset", 1)
        .put("by", "longest");
    add(better, "<p>the words of 0");
    assertThat(urls(draw(10, 1, false))).containsExactly("https://a.example/0");
    assertThat(urls(draw(new Request(Kind.EXACT, 10, 1, true))))
        .containsExactly("https://a.example/exact");
  }

  @Test
  void shouldCompareAllVisibleTextOfExactCopies() {
    String main = "<main><p>" + "the same words again and again. ".repeat(20) + "</main>";
    pages.put(KEPT, event("https://kept.example/", "<nav>one menu</nav>" + main));
    add(verdict("https://a.example/", "exact", 1.0), "<nav>another list</nav>" + main);
    DropSample.Pair pair = draw(new Request(Kind.EXACT, 1, 1, false)).pairs().get(0);
    assertThat(pair.diff().changes().toString()).contains("one menu", "another list");
    assertThat(pair.kept().begins()).startsWith("the same words").hasSize(401).endsWith("…");
  }

  @Test
  void shouldShowWhateverEvidenceVerdictsHold() {
    ObjectNode verdict = verdict("https://a.example/1", "near", null);
    verdict.put("contained", 0.98).put("reason", "same-name").putObject("later").put("a", 1);
    add(verdict, "<title>One</title><p>the words of one");
    DropSample sample = draw(10, 1, true);
    DropSample.Pair pair = sample.pairs().get(0);
    assertThat(pair.evidence())
        .containsExactly(
            "kind near",
            "distance 4",
            "agreeing 3",
            "table band-2",
            "contained 0.98",
            "reason same-name",
            "later {\"a\":1}");
    assertThat(sample.strata().get(pair.stratum()).similarity()).isEqualTo("not known");
    assertThat(pair.dropped().title()).isEqualTo("One");
    assertThat(pair.kept().title()).isEqualTo("Kept");
  }

  @Test
  void shouldLabelUrlsInAFormThatALabelFileHolds() {
    add(verdict("https://a.example/a\tb", "near", 0.7), "<p>words");
    add(verdict("https://a.example/c\u202ed", "near", 0.7), "<p>words");
    assertThat(draw(2, 1, false).pairs())
        .extracting(pair -> pair.dropped().label())
        .containsExactlyInAnyOrder("https://a.example/ab", "https://a.example/c%E2%80%AEd");
  }

  @Test
  void shouldSayWhyThereIsNothingToJudge() {
    assertThatThrownBy(() -> draw(1, 1, false))
        .isInstanceOf(SieveException.class)
        .hasMessage("the verdicts holds no verdicts: nothing was decided");
    add(verdict("https://a.example/", "exact", 1.0), "<p>words");
    assertThatThrownBy(() -> draw(1, 1, false))
        .isInstanceOf(SieveException.class)
        .hasMessage(
            "none of the 1 verdicts in the verdicts is a near drop: there is nothing to judge");
    verdicts.add("{}".getBytes(UTF_8));
    assertThatThrownBy(() -> draw(1, 1, false))
        .isInstanceOf(SieveException.class)
        .hasMessageStartingWith("verdict 1: ");
  }

  /** A crawl in memory. */
  private final class Source implements ReplaySource {

    @Override
    public SettingsInForce inForce() {
      return new SettingsInForce(SieveConfig.of(Map.of()), true, 0);
    }

    @Override
    public FingerprintLog log() {
      throw new UnsupportedOperationException();
    }

    @Override
    public Path scratch() {
      throw new UnsupportedOperationException();
    }

    @Override
    public String verdictsName() {
      return "the verdicts";
    }

    @Override
    public String verdictPlace(int partition, long offset) {
      return "verdict " + offset;
    }

    @Override
    public void readVerdicts(BiConsumer<Coordinates, byte[]> each, Consumer<Progress> progress) {
      for (int i = 0; i < verdicts.size(); i++) {
        each.accept(new Coordinates(0, i), verdicts.get(i));
      }
    }

    @Override
    public Map<Coordinates, byte[]> verdicts(Set<Coordinates> places) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Map<Coordinates, StoredPage> pages(Set<Coordinates> places) {
      Map<Coordinates, StoredPage> found = new HashMap<>();
      for (Coordinates place : places) {
        byte[] page = pages.get(place);
        if (page != null) {
          found.put(place, reader -> reader.read(null, page, name -> null));
        }
      }
      return found;
    }

    @Override
    public double bytesPerPage() {
      return 0;
    }
  }
}
