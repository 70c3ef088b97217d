package dev.crawlsieve.core.extract;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.html.HtmlScanner;
import dev.crawlsieve.core.html.Utf8;
import dev.crawlsieve.core.html.Work;
import dev.crawlsieve.core.maintext.HtmlContent;
import dev.crawlsieve.core.maintext.OutlineBuilder;
import dev.crawlsieve.core.maintext.RunText;
import dev.crawlsieve.core.maintext.Traits;
import dev.crawlsieve.core.page.Markup;

/** Extracts the content of a page's markup in one pass. Not thread-safe. */
final class HtmlReader {

  private final HtmlScanner scanner = new HtmlScanner();
  private final Traits traits = new Traits();
  private final RunText text = new RunText();

  /**
   * Reads a page. Fails only if that costs too much.
   *
   * @param xml whether it is in XML syntax
   * @param work counts the cost
   * @throws Work.ExceededException if it costs too much
   */
  HtmlContent read(Markup markup, boolean xml, Work work) {
    byte[] utf8 = markup.utf8();
    int start = markup.start();
    if (!Utf8.isClean(utf8, start, utf8.length)) {
      utf8 = markup.text().replace("\0", "").getBytes(UTF_8);
      start = 0;
    }
    text.reset();
    OutlineBuilder sink = new OutlineBuilder(traits, text);
    if (xml) {
      scanner.scanXml(utf8, start, sink, work);
    } else {
      scanner.scan(utf8, start, sink, work);
    }
    HtmlContent content = sink.content();
    byte[] unshown = sink.unshown();
    if (unshown.length == 0 || !content.mayBe(unshown)) {
      return content;
    }
    OutlineBuilder other = new OutlineBuilder(traits, new RunText());
    scanner.scan(unshown, 0, other, work);
    return content.or(other.content().outline());
  }
}
