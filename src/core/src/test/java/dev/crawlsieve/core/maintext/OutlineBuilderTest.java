package dev.crawlsieve.core.maintext;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.config.TextSettings;
import dev.crawlsieve.core.html.ElementName;
import dev.crawlsieve.core.html.HtmlSink.Reading;
import dev.crawlsieve.core.html.StartTag;
import dev.crawlsieve.core.html.StartTags;
import dev.crawlsieve.core.text.VisibleText;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.Test;

class OutlineBuilderTest {

  private static final StartTag NONE = StartTags.of("");
  private static final ElementName DIV = ElementName.of("div");

  @Test
  void shouldTakeNestingOfAnyDepth() {
    int depth = 100_000;
    OutlineBuilder builder = Outlines.builder();
    for (int i = 0; i < depth; i++) {
      assertThat(builder.open(DIV, NONE)).isEqualTo(Reading.ENCLOSING);
    }
    text(builder, "deep");
    for (int i = 0; i < depth; i++) {
      builder.close();
    }
    MainText.Extracted extracted = new MainText(TextSettings.MAIN).extract(builder.build(), "");
    assertThat(extracted.text()).isEqualTo("deep");
  }

  @Test
  void shouldCloseWhatIsLeftOpen() {
    OutlineBuilder builder = Outlines.builder();
    builder.open(DIV, NONE);
    builder.open(ElementName.of("p"), NONE);
    text(builder, "left open");
    Outline outline = builder.build();
    assertThat(outline.runs()).hasSize(1);
    assertThat(outline.root().words).isEqualTo(2);
  }

  @Test
  void shouldMakeRunsAndContainersInProportionToThePage() {
    Outline small = outline("<div><p>word <b>word</b></div>".repeat(100));
    Outline large = outline("<div><p>word <b>word</b></div>".repeat(1_000));
    assertThat(large.runs()).hasSize(10 * small.runs().size());
    assertThat(large.containers().size() - 3).isEqualTo(10 * (small.containers().size() - 3));
  }

  @Test
  void shouldReadTenMegabytes() {
    Outline outline = outline("<p>" + "word word, ".repeat(1_000_000));
    assertThat(outline.root().words).isEqualTo(2_000_000);
    assertThat(new MainText(TextSettings.MAIN).extract(outline, "").text()).hasSize(11_000_000 - 1);
  }

  @Test
  void shouldCountWordsLinksAndSigns() {
    Outline outline = outline("<p>One, two <a href=/>three four</a>. 55");
    TextRun run = outline.runs().get(0);
    assertThat(run.words).isEqualTo(5);
    assertThat(run.linkWords).isEqualTo(2);
    assertThat(run.chars).isEqualTo(19);
    assertThat(run.linkChars).isEqualTo(9);
    assertThat(run.commas).isEqualTo(1);
    assertThat(Signs.sentenceEnds(run, outline.utf8())).isEqualTo(1);
    assertThat(Signs.digits(run, outline.utf8())).isEqualTo(2);
  }

  @Test
  void shouldTakeTwoBreaksForAParagraph() {
    Outline outline = outline("<div>one<br>line<br> <br>two</div>");
    assertThat(outline.runs()).extracting(outline::text).containsExactly("one\nline", "two");
  }

  @Test
  void shouldBreakTheLineBeforeWhatIsSetApart() {
    Outline outline = outline("<p>one<br><span class=share>two</span> <b class=share>three</b>");
    assertThat(outline.runs())
        .extracting(run -> run.separator)
        .containsExactly(TextRun.Separator.LINE, TextRun.Separator.LINE, TextRun.Separator.BLANK);
  }

  @Test
  void shouldHoldTheVisibleText() {
    String page =
        "<h1>A<span class=nav> b</span></h1>c<br>d <p>e<br><br>f<table><tr><td>g<th>h<tr><td>i"
            + "</table><ul><li>j<li><a class=share href=/>k</a>l</ul><pre>m\n  n</pre>o<hr>p"
            + "<button>q</button><select><option>r<option>s</select><span>\ufeff t</span>";
    Outline outline = outline(page);
    StringBuilder text = new StringBuilder();
    for (TextRun run : outline.runs()) {
      text.append(text.isEmpty() ? "" : parting(run)).append(outline.text(run));
    }
    assertThat(text.toString()).isEqualTo(new VisibleText().of(Jsoup.parse(page)));
  }

  @Test
  void shouldNotTakeNamesInCodeForLinks() {
    TextRun run = outline("<p>See <code><a href=/>Object.equals</a></code>").runs().get(0);
    assertThat(run.linkChars).isZero();
  }

  @Test
  void shouldReadDataInDocumentOrder() {
    String a = "The river rose by two metres, and the mill stood under water until May.";
    String page =
        "<title>t</title><script>window.s = {\"a\": \"%s\"}</script><p>seen"
            + "<x-island props='{\"a\": \"%s\"}'></x-island>"
            + "<script type=application/json>[\"%s\"]</script>"
            + "<template><x-island props='{\"a\": \"not this one\"}'></x-island></template>";
    String html = page.formatted(a, a.replace("two", "three"), a.replace("two", "four"));
    assertThat(outline(html).data().lines())
        .containsExactly(a, a.replace("two", "three"), a.replace("two", "four"));
  }

  private static String parting(TextRun run) {
    return switch (run.separator) {
      case NONE -> "";
      case BLANK -> " ";
      case LINE -> "\n";
    };
  }

  private static Outline outline(String page) {
    return Outlines.of(page);
  }

  private static void text(OutlineBuilder builder, String words) {
    builder.text(words.getBytes(UTF_8), 0, words.length());
  }
}
