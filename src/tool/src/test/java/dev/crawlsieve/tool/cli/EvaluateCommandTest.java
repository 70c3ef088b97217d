package dev.crawlsieve.tool.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EvaluateCommandTest {

  @TempDir Path dir;
  private Path pages;

  private static String words(String stem, int count) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append(stem).append(i).append(i % 10 == 9 ? "</p><p>" : " ");
    }
    return text.toString();
  }

  private static String event(String url, String html) throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    return mapper.writeValueAsString(mapper.createObjectNode().put("url", url).put("html", html))
        + "\n";
  }

  @BeforeEach
  void writePages() throws IOException {
    String article = "<p>" + words("word", 300);
    pages =
        Files.writeString(
            dir.resolve("pages.jsonl"),
            event("http://a.example/1", article)
                + event("http://a.example/2", article + "<p>12:30</p>")
                + event("http://b.example/3", "<b>" + article + "</b>")
                + event("http://b.example/4", "<p>" + words("other", 300))
                + "no page\n"
                + event("http://b.example/5", "<script>nothing()</script>"));
  }

  private Path truth(String... lines) throws IOException {
    return Files.writeString(
        dir.resolve("truth.tsv"), String.join("\n", lines).replace('>', '\t') + "\n");
  }

  private CommandRun evaluate(Path truth, Object... more) {
    List<Object> args = new ArrayList<>(List.of("evaluate", "--pages", pages, "--truth", truth));
    args.addAll(List.of(more));
    return CommandRun.of(args.toArray());
  }

  private Path goodTruth() throws IOException {
    return truth(
        "http://a.example/1>http://a.example/2>1",
        "http://a.example/1>http://b.example/3>1",
        "HTTP://b.example:80/4#x>http://a.example/1>0",
        "http://b.example/3>http://b.example/4>0",
        "http://b.example/5>http://b.example/4>?");
  }

  @Test
  void shouldPrintTheTable() throws IOException {
    CommandRun run = evaluate(goodTruth());
    assertThat(run.err()).contains("pages.jsonl:5: ");
    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .startsWith("5 labelled pairs of 5 pages")
        .contains("combined, combined.min.similarity=0.5", "cross host", "0/1");
  }

  @Test
  void shouldEndWithJson() throws IOException {
    CommandRun run =
        evaluate(
            goodTruth(), "--json", "--set", "detector=simhash", "--set", "simhash.max.distance=5");
    assertThat(run.exitCode()).isZero();
    JsonNode result = run.lastLine();
    assertThat(result.path("detector").asText()).isEqualTo("simhash");
    assertThat(result.path("settings").asText()).contains("simhash.max.distance=5");
    assertThat(result.path("precision").asDouble()).isEqualTo(1);
    assertThat(result.path("recall").asDouble()).isEqualTo(1);
    assertThat(result.path("undecided").asInt()).isEqualTo(1);
    assertThat(result.at("/sameHost/recall").asDouble()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "http://a.example/1>http://x.example/>1      | line 2: no page has the URL 'http://x.exam",
        "http://a.example/1 http://b.example/4 1     | line 2: 1 column, must be 3",
        "http://a.example/1>http://b.example/4>yes   | line 2: the label is 'yes'",
        "http://a.example/2>http://a.example/1>0     | line 2: the pair is labelled 0, but 1 on l",
        "http://A.example/2>http://a.example/1>0     | line 2: the pair is labelled 0, but 1 on l",
        "http://a.example/1>http://a.example/1#x>1   | line 2: the page 'http://a.example/1' is p",
      })
  void shouldNameTheLineThatIsWrong(String line, String message) throws IOException {
    Path truth = truth("http://a.example/1>http://a.example/2>1", line);
    CommandRun run = evaluate(truth);
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err().lines().filter(l -> l.startsWith("crawlsieve: ")).toList())
        .singleElement()
        .asString()
        .startsWith("crawlsieve: " + truth + ", " + message);
  }

  @Test
  void shouldLeaveOutUnknownPagesWhenAsked() throws IOException {
    Path truth =
        truth("http://a.example/1>http://x.example/>1", "http://a.example/1>http://a.example/2>1");
    CommandRun run = evaluate(truth, "--skip-unknown", "--json");
    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).contains("skipped the pairs of 1 page ");
    assertThat(run.lastLine().path("pairs").asInt()).isEqualTo(1);
    CommandRun none = evaluate(truth("http://y.example/>http://x.example/>1"), "--skip-unknown");
    assertThat(none.exitCode()).isEqualTo(1);
    assertThat(none.err()).contains("there are no pairs to measure on");
  }

  @Test
  void shouldRefuseATruthThatIsNone() throws IOException {
    CommandRun empty = evaluate(truth("# nothing yet", ""));
    assertThat(empty.exitCode()).isEqualTo(1);
    assertThat(empty.err()).contains("truth.tsv: contains no pair, must have lines");
    CommandRun absent = evaluate(dir.resolve("absent.tsv"));
    assertThat(absent.exitCode()).isEqualTo(2);
    assertThat(absent.err()).contains("there is no file " + dir.resolve("absent.tsv"));
    Files.write(dir.resolve("latin.tsv"), new byte[] {'h', (byte) 0xe9, '\n'});
    CommandRun latin = evaluate(dir.resolve("latin.tsv"));
    assertThat(latin.exitCode()).isEqualTo(1);
    assertThat(latin.err()).contains("latin.tsv is not UTF-8 text");
    assertThat(CommandRun.of("evaluate", "--pages", pages).exitCode()).isEqualTo(2);
    assertThat(evaluate(goodTruth(), "--half", "left").exitCode()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({"1, 1.0, 1.0", "0, 0.0, 0.0", "?, 0.0, 0.0"})
  void shouldMeasureOnLabelsOfOneClass(String label, double precision, double recall)
      throws IOException {
    CommandRun run = evaluate(truth("http://a.example/1>http://b.example/3>" + label), "--json");
    assertThat(run.exitCode()).isZero();
    JsonNode row = run.lastLine();
    assertThat(row.path("precision").asDouble()).isEqualTo(precision);
    assertThat(row.path("recall").asDouble()).isEqualTo(recall);
    assertThat(evaluate(dir.resolve("truth.tsv")).exitCode()).isZero();
  }

  @Test
  void shouldTakeTheLaterOfTwoPagesOfOneUrl() throws IOException {
    Files.writeString(
        pages, Files.readString(pages) + event("http://b.example/3", "<p>" + words("other", 300)));
    CommandRun run = evaluate(truth("http://b.example/4>http://b.example/3>1"), "--json");
    assertThat(run.err()).contains("http://b.example/3 occurs 2 times; the last one is taken");
    assertThat(run.lastLine().path("recall").asDouble()).isEqualTo(1);
  }

  @Test
  void shouldCutInHalves() throws IOException {
    int pairs = 0;
    for (String half : List.of("choosing", "reporting")) {
      CommandRun run =
          evaluate(
              truth(
                  "http://a.example/1>http://a.example/2>1",
                  "http://b.example/3>http://b.example/4>0"),
              "--half",
              half,
              "--seed",
              3,
              "--json");
      pairs += run.exitCode() == 0 ? run.lastLine().path("pairs").asInt() : 0;
    }
    assertThat(pairs).isEqualTo(2);
  }

  /** A page copies one that says more, but not the other way around: the crawl's order counts. */
  @ParameterizedTest
  @CsvSource({"item, theme", "theme, item"})
  void shouldJudgeAPairInTheOrderOfTheCrawl(String first, String second) throws IOException {
    String title = "<title>The long title of one item that stands at two addresses</title>";
    String item = title + "<main><p>" + words("word", 99) + "</main>";
    String more = "<aside>" + "some words beside it that are only here ".repeat(4) + "</aside>";
    String url = "http://a.example/";
    Files.writeString(pages, event(url + "item", item + more) + event(url + "theme", item));
    Path out = dir.resolve("items");
    assertThat(CommandRun.of("sieve", pages, "--out", out).out()).containsPattern("exact +1 ");
    Path truth = truth(url + first + ">" + url + second + ">1");
    CommandRun evaluated = evaluate(truth);
    assertThat(evaluated.out())
        .containsPattern("all pairs +1.000 +1.000 ")
        .contains("A pair is judged by its two pages alone, the earlier one as the kept page");
    CommandRun replayed =
        CommandRun.of(
            "replay", "--from", out, "--truth", truth, "--try", "combined.min.similarity=0.5");
    assertThat(replayed.exitCode()).as(replayed.err()).isZero();
    assertThat(replayed.out())
        .contains("A pair is judged by its two pages alone, the earlier one as the kept page")
        .containsPattern(" 1.000 +1.000 +1.000 +1 +0 +0 ");
  }

  /** Runs {@code sieve} on two near copies and two exact ones. */
  private Path sieved() throws IOException {
    String article = "<p>" + words("word", 300);
    Files.writeString(
        pages,
        event("http://a.example/1", "<title>Kept</title>" + article)
            + event(
                "http://a.example/2",
                "<title><i>&lt;b></title>" + article.replace("word42", "a change"))
            + event("http://b.example/3", "<b>" + article + "</b>")
            + event("http://b.example/4", article.replace("word142", "something else")));
    Path out = dir.resolve("sieved");
    CommandRun run = CommandRun.of("sieve", pages, "--out", out, "--set", "near.names=ignore");
    assertThat(run.exitCode()).as(run.err()).isZero();
    return out;
  }

  @Test
  void shouldDrawDropsToJudgeAndMeasureOnTheirLabels() throws IOException {
    Path out = sieved();
    Path html = dir.resolve("judge.html");
    CommandRun drawn =
        CommandRun.of("evaluate", "--sample", 5, "--from", out, "--html", html, "--json");
    assertThat(drawn.exitCode()).as(drawn.err()).isZero();
    assertThat(drawn.lastLine().path("pairs").asInt()).isEqualTo(2);
    assertThat(drawn.lastLine().path("drops").asInt()).isEqualTo(2);
    assertThat(drawn.lastLine().at("/strata/0/weight").asDouble()).isEqualTo(1);
    assertThat(drawn.lastLine().path("html").asText()).isEqualTo(html.toString());
    Document page = Jsoup.parse(Files.readString(html));
    assertThat(page.select("article").eachAttr("data-b")).containsOnly("http://a.example/1");
    assertThat(page.select("article ins").eachText())
        .containsExactlyInAnyOrder("a change", "something else");
    assertThat(page.select("article dl b").eachText()).contains("Kept", "<i><b>", "(no title)");
    StringBuilder labels = new StringBuilder();
    for (var pair : page.select("article")) {
      labels.append(pair.attr("data-a") + "\t" + pair.attr("data-b") + "\t1\t2.5\n");
    }
    Path truth = Files.writeString(dir.resolve("labels.tsv"), labels);
    CommandRun measured =
        CommandRun.of(
            "evaluate",
            "--pages",
            out.resolve("unique.jsonl"),
            out.resolve("duplicate.jsonl"),
            "--truth",
            truth,
            "--json");
    assertThat(measured.exitCode()).as(measured.err()).isZero();
    assertThat(measured.lastLine().path("pairs").asInt()).isEqualTo(2);
    assertThat(measured.lastLine().path("precision").isNumber()).isTrue();
    assertThat(measured.lastLine().has("recall")).isFalse();
    CommandRun exact =
        CommandRun.of(
            "evaluate",
            "--sample",
            1,
            "--from",
            out,
            "--html",
            html,
            "--kind",
            "exact",
            "--by-similarity");
    assertThat(exact.out())
        .startsWith("1 of 1 exact drops drawn (seed 1)")
        .contains("0.9 and above");
    assertThat(exact.err()).contains("written to " + html);
  }

  @Test
  void shouldSayWhyNothingIsDrawn() throws IOException {
    Path out = sieved();
    Path html = dir.resolve("judge.html");
    Path verdicts = out.resolve("verdicts.jsonl");
    String first = Files.readAllLines(verdicts).get(0);
    Files.writeString(verdicts, first + "\n");
    CommandRun none = CommandRun.of("evaluate", "--sample", 5, "--from", out, "--html", html);
    assertThat(none.exitCode()).isEqualTo(1);
    assertThat(none.err())
        .contains("none of the 1 verdicts in " + verdicts + " is a near drop: there is nothing");
    Files.writeString(verdicts, "");
    CommandRun empty = CommandRun.of("evaluate", "--sample", 5, "--from", out, "--html", html);
    assertThat(empty.exitCode()).isEqualTo(1);
    assertThat(empty.err()).contains(verdicts + " holds no verdicts");
    CommandRun absent = CommandRun.of("evaluate", "--sample", 5, "--from", dir, "--html", html);
    assertThat(absent.exitCode()).isEqualTo(2);
    assertThat(absent.err()).contains("there is no file");
    assertThat(html).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--sample 5 --truth t.tsv                | --sample draws pairs to judge",
        "--sample 5 --pages p.jsonl              | --sample draws pairs to judge",
        "--sample 5 --half all                   | --sample draws pairs to judge",
        "--sample 5 --skip-unknown               | --sample draws pairs to judge",
        "--sample 0 --from DIR                   | --sample is 0, must be 1 to 1000",
        "--sample 1001 --from DIR                | --sample is 1001, must be 1 to 1000",
        "--pages p.jsonl                         | needs --pages and --truth",
        "--from DIR                              | needs --pages and --truth",
        "--pages p --truth t.tsv --by-similarity | need --sample",
        "--pages p --truth t.tsv --from DIR      | need --sample",
        "--pages p --truth t.tsv                 | --html needs --sample",
      })
  void shouldRefuseOptionsThatDoNotGoTogether(String options, String message) {
    List<Object> args = new ArrayList<>(List.of("evaluate"));
    args.addAll(List.of(options.replace("DIR", dir.toString()).split(" ")));
    args.addAll(List.of("--html", dir.resolve("x.html")));
    CommandRun run = CommandRun.of(args.toArray());
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains(message);
  }
}
