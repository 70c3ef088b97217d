package dev.crawlsieve.core.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.config.FingerprintSettings;
import dev.crawlsieve.core.config.PageSettings;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.page.BodySource;
import dev.crawlsieve.core.page.PageHeaders;
import dev.crawlsieve.core.verdict.Verdict;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One URL fetched several times: a page that broke off, whole, and with something new. */
class CutPagesTest {

  private static final String URL = "http://a.example/report";
  private static final int PARAGRAPHS = 60;
  private static final JsonMapper JSON = new JsonMapper();

  @TempDir private Path folder;

  private final PagePipeline pipeline =
      new PagePipeline(
          FingerprintSettings.RAW,
          PageSettings.RAW.with(PageSettings.Format.JSON),
          BodySource.NONE);

  @ParameterizedTest
  @ValueSource(ints = {70, 80, 90, 95, 97})
  void shouldKeepTheWholeOfAPageThatBrokeOff(int percent) throws Exception {
    String whole = html(paragraphs(0));
    String cut = whole.substring(0, whole.length() * percent / 100);

    assertThat(decide(cut, whole, whole, cut)).containsExactly("kept", "new", "copy", "copy");
  }

  /** As a browser writes it that had no more. */
  @ParameterizedTest
  @ValueSource(
      strings = {"WARC-Truncated: time", "Content-Length: 30000", "content-length: 30000 "})
  void shouldKeepTheWholeOfAPageThatIsMarked(String header) throws Exception {
    String whole = html(paragraphs(0));
    String cut = html(paragraphs(0).subList(0, PARAGRAPHS - 6));
    String[] mark = header.split(": ", 2);

    assertThat(decide(event(cut), event(whole))).containsExactly("kept", "copy");
    assertThat(decide(event(cut, mark), event(whole), event(whole), event(cut, mark)))
        .containsExactly("kept", "new", "copy", "copy");
    assertThat(decide(event(cut, mark), event(cut))).containsExactly("kept", "copy");
    assertThat(decide(event(cut, mark), event(whole, mark))).containsExactly("kept", "copy");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-1", "12.5", "many", "99999999999999999999", "10"})
  void shouldNotTakeALengthThatSaysNothingForAMark(String length) throws Exception {
    String cut = html(paragraphs(0).subList(0, PARAGRAPHS - 6));

    assertThat(decide(event(cut, "Content-Length", length), event(html(paragraphs(0)))))
        .containsExactly("kept", "copy");
  }

  @Test
  void shouldKeepATextThatGoesOnInTheMidstOfALine() throws Exception {
    List<String> lines = paragraphs(0);
    String whole = String.join("\n", lines);
    String cut = whole.substring(0, whole.length() * 9 / 10);

    assertThat(decide(text(cut), text(whole), text(whole))).containsExactly("kept", "new", "copy");
  }

  @Test
  void shouldDropAPageThatOnlyGrewOrChanged() throws Exception {
    List<String> before = paragraphs(0);
    List<String> grown = new ArrayList<>(before);
    grown.add(words(30, 99));
    List<String> edited = new ArrayList<>(before);
    edited.set(PARAGRAPHS / 2, words(30, 98));
    List<String> reversed = new ArrayList<>(before);
    Collections.reverse(reversed);

    assertThat(decide(html(before), html(grown), html(edited), html(reversed)))
        .containsExactly("kept", "copy", "copy", "copy");
    assertThat(decide(text(String.join("\n", before)), text(String.join("\n", grown))))
        .containsExactly("kept", "copy");
  }

  private List<String> decide(String... pages) throws Exception {
    return decide(Arrays.stream(pages).map(CutPagesTest::event).toArray(ObjectNode[]::new));
  }

  /** What becomes of pages; the same again if they are all decided on once more. */
  private List<String> decide(ObjectNode... events) throws Exception {
    List<String> decided = new ArrayList<>();
    Path one = Path.of(folder.toString(), String.valueOf(folder.toFile().list().length));
    try (Sieve sieve = Sieve.open(one)) {
      for (ObjectNode event : events) {
        Verdict verdict =
            sieve.decide(
                pipeline
                    .process(
                        null,
                        event.toString().getBytes(UTF_8),
                        PageHeaders.NONE,
                        Coordinates.NONE,
                        0)
                    .judged()
                    .page()
                    .fingerprint());
        boolean kept = verdict.decision() == Verdict.Decision.UNIQUE;
        decided.add(!kept ? "copy" : verdict.newVersionOf() == null ? "kept" : "new");
      }
    }
    return decided;
  }

  private static ObjectNode event(String html, String... header) {
    ObjectNode event =
        JSON.createObjectNode().put("url", URL).put("contentType", "text/html").put("html", html);
    if (header.length > 0) {
      event.putObject("headers").put(header[0], header[1]);
    }
    return event;
  }

  private static ObjectNode text(String text) {
    return JSON.createObjectNode()
        .put("url", URL)
        .put("contentType", "text/plain")
        .put("text", text);
  }

  private static String html(List<String> paragraphs) {
    return "<!DOCTYPE html><html><head><title>The report of the mill</title></head><body>"
        + "<nav><a href=/>Home</a> <a href=/a>About</a></nav><main><h1>The report of the mill</h1>"
        + paragraphs.stream().map(text -> "<p>" + text + "</p>").collect(Collectors.joining())
        + "</main><footer><p>All rights reserved by the owners of the mill</p></footer></body>"
        + "</html>";
  }

  private static List<String> paragraphs(int seed) {
    return IntStream.range(0, PARAGRAPHS).mapToObj(i -> words(30, seed + i)).toList();
  }

  private static String words(int count, int seed) {
    return new Random(seed)
        .ints(count, 0, 100_000)
        .mapToObj(word -> "word" + word)
        .collect(Collectors.joining(" ", "", "."));
  }
}
