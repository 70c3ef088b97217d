package dev.crawlsieve.core.extract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.crawlsieve.core.html.Work;
import dev.crawlsieve.core.maintext.Reading;
import dev.crawlsieve.core.page.Markup;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import org.jsoup.nodes.Document;

class HtmlReaderPropertyTest {

  private final HtmlReader reader = new HtmlReader();
  private final JsoupReader jsoup = new JsoupReader();

  @Provide
  Arbitrary<String> pages() {
    return NastyHtml.pages();
  }

  /**
   * A tree as jsoup writes it, if it reads that as the same tree; without SVG and MathML, in which
   * any name is an element.
   */
  @Property(shrinking = ShrinkingMode.OFF)
  void shouldReadWhatATreeHolds(@ForAll("pages") String page) {
    String written = written(JsoupReader.parse("<!doctype html>" + page));
    Document tree = JsoupReader.parse(written);
    assumeThat(written(tree)).isEqualTo(written).doesNotContain("<svg", "<math");
    assertThat(
            Reading.of(
                reader.read(new Markup(written.getBytes(UTF_8), 0), false, new Work(1 << 20))))
        .as(written)
        .isEqualTo(Reading.of(jsoup.read(tree)));
  }

  static String written(Document document) {
    document.outputSettings().prettyPrint(false);
    return document.outerHtml();
  }
}
