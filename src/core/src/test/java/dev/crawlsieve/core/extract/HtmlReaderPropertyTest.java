package dev.crawlsieve.core.extract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.config.TextSettings;
import dev.crawlsieve.core.config.TextSettings.HtmlParser;
import dev.crawlsieve.core.html.Work;
import dev.crawlsieve.core.maintext.Reading;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.Markup;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;

class HtmlReaderPropertyTest {

  private final FastHtmlReader fast = new FastHtmlReader(settings(HtmlParser.FAST));
  private final JsoupReader jsoup = new JsoupReader(settings(HtmlParser.JSOUP));

  private static TextSettings settings(HtmlParser parser) {
    return new TextSettings(true, true, false, parser);
  }

  @Provide
  Arbitrary<String> pages() {
    return NastyHtml.pages();
  }

  @Property(tries = 4000, shrinking = ShrinkingMode.OFF)
  void shouldReadWhatATreeHolds(@ForAll("pages") String page) throws BadPageException {
    assertThat(Reading.of(fast.read(Markup.of(page), new Work(1 << 20))))
        .as(page)
        .isEqualTo(Reading.of(jsoup.read(Markup.of(page), new Work(1 << 20))));
  }
}
