package dev.crawlsieve.core.extract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.config.TextSettings;
import dev.crawlsieve.core.html.Work;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.Body;
import dev.crawlsieve.core.page.Page;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The number of steps for reading a page grows linearly with its length, whatever it contains. */
class WorkGrowthPropertyTest {

  /** A unit is repeated this often, and four times as often. */
  private static final int REPEATS = 100;

  /** Not explained by length: only the longer page reaches the depth of 512. */
  private static final long SLACK = 600_000;

  static List<HostilePages.Pattern> patterns() {
    return HostilePages.all();
  }

  @ParameterizedTest
  @MethodSource("patterns")
  void shouldTakeStepsAsThePageIsLong(HostilePages.Pattern pattern) {
    int bytes = Math.max(8_000, 4 * pattern.prefix().length());
    long once = steps(pattern.page(bytes), pattern.type());
    long fourTimes = steps(pattern.page(4 * bytes), pattern.type());
    assertThat(fourTimes).isLessThanOrEqualTo(grown(once, 3L * bytes));
  }

  @Property(tries = 100)
  void shouldTakeStepsAsAnyPageIsLong(
      @ForAll("markup") String prefix,
      @ForAll("markup") String unit,
      @ForAll("markup") String end) {
    byte[] page = (prefix + unit.repeat(REPEATS) + end).getBytes(UTF_8);
    byte[] longer = (prefix + unit.repeat(4 * REPEATS) + end).getBytes(UTF_8);
    long once = steps(page, "text/html");
    assertThat(steps(longer, "text/html"))
        .isLessThanOrEqualTo(grown(once, longer.length - page.length));
  }

  /**
   * Four times as many, or the cost of an end tag of four bytes if 512 elements are open and are
   * searched a few times.
   */
  private static long grown(long once, long bytesAdded) {
    return Math.max(4 * once, once + 1_350 * bytesAdded) + SLACK;
  }

  /** The steps taken, even if the page was abandoned for its cost. */
  private static long steps(byte[] page, String type) {
    TextExtractor extractor = new TextExtractor(TextSettings.MAIN);
    try {
      extractor.extract(Page.of("http://a.example/", type, "", new Body(page, false)));
    } catch (BadPageException e) {
      assertThat(e).hasMessageContaining("budget");
    }
    return extractor.steps();
  }

  @Test
  void shouldRefuseWhatTakesTooManySteps() {
    TextExtractor extractor = new TextExtractor(TextSettings.MAIN);
    String html = "<zz><div>" + "<span>".repeat(500) + "</zz>".repeat(400_000);
    assertThatThrownBy(
            () -> extractor.extract(Page.of("http://a.example/", "text/html", "", Body.of(html))))
        .isInstanceOf(BadPageException.class)
        .hasMessageContaining("steps (its work budget: 160000000 plus 4 per byte)");
  }

  @Test
  void shouldCountElementsNotTags() throws Exception {
    TextExtractor extractor = new TextExtractor(TextSettings.MAIN);
    String cells = "<table>" + "<tr><td>x</table><table>".repeat(Work.ELEMENTS / 4 + 1);
    assertThatThrownBy(
            () -> extractor.extract(Page.of("http://a.example/", "text/html", "", Body.of(cells))))
        .isInstanceOf(BadPageException.class)
        .hasMessage(
            "the page creates more than " + Work.ELEMENTS + " elements (its element budget)");
    String written = "<!--" + "<p>x".repeat(2 * Work.ELEMENTS) + "--><p>y";
    assertThat(
            extractor
                .extract(Page.of("http://a.example/", "text/html", "", Body.of(written)))
                .text())
        .isEqualTo("y");
  }

  @Provide
  Arbitrary<String> markup() {
    Arbitrary<String> name =
        Arbitraries.of(
            "p",
            "b",
            "i",
            "a href=x",
            "nobr",
            "div",
            "span",
            "object",
            "table",
            "tr",
            "td",
            "li",
            "ul",
            "h1",
            "form",
            "button",
            "select",
            "option",
            "svg",
            "math",
            "mi",
            "template",
            "title",
            "font color=x",
            "b class=nav",
            "i style=display:none",
            "zz");
    Arbitrary<String> open = name.map(tag -> "<" + tag + ">");
    Arbitrary<String> close = name.map(tag -> "</" + tag.split(" ")[0] + ">");
    Arbitrary<String> other =
        Arbitraries.of("x", " ", "&amp;", "<!---->", "\u0301", "\0", "<p>x", "a\u0316\u0301");
    Arbitrary<String> nested =
        Combinators.combine(name, Arbitraries.integers().between(1, 40))
            .as((tag, times) -> ("<" + tag + ">").repeat(times));
    return Arbitraries.frequencyOf(
            Tuple.of(5, open), Tuple.of(3, close), Tuple.of(2, other), Tuple.of(1, nested))
        .list()
        .ofMinSize(1)
        .ofMaxSize(8)
        .map(parts -> String.join("", parts));
  }
}
