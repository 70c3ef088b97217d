package dev.crawlsieve.core.extract;

import dev.crawlsieve.core.config.TextSettings;
import dev.crawlsieve.core.html.Doubt;
import dev.crawlsieve.core.html.HtmlScanner;
import dev.crawlsieve.core.html.Work;
import dev.crawlsieve.core.maintext.HtmlContent;
import dev.crawlsieve.core.maintext.OutlineBuilder;
import dev.crawlsieve.core.maintext.RunText;
import dev.crawlsieve.core.maintext.Traits;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.Markup;
import java.nio.charset.StandardCharsets;

/** Reads markup in one pass, or via jsoup's tree if one pass is in doubt. Not thread-safe. */
final class FastHtmlReader implements HtmlReader {

  private final TextSettings settings;
  private final HtmlReader tree;
  private final HtmlScanner scanner = new HtmlScanner();
  private final Traits traits = new Traits();
  private final RunText text = new RunText();

  FastHtmlReader(TextSettings settings) {
    this.settings = settings;
    this.tree = new JsoupReader(settings);
  }

  @Override
  public HtmlContent read(Markup markup, Work work) throws BadPageException {
    byte[] utf8 = markup.utf8();
    OutlineBuilder sink = newSink(work);
    Doubt doubt = scanner.scan(utf8, markup.utf8Start(), utf8.length, sink, work);
    if (doubt == Doubt.MALFORMED) {
      utf8 = markup.text().getBytes(StandardCharsets.UTF_8);
      sink = newSink(work);
      doubt = scanner.scan(utf8, 0, utf8.length, sink, work);
    }
    if (doubt == null) {
      return sink.content(null);
    }
    work.forgetElements();
    HtmlContent content = tree.read(markup, work);
    return content.doubt() == null ? content.doubted(doubt) : content;
  }

  private OutlineBuilder newSink(Work work) {
    text.reset();
    return new OutlineBuilder(settings, traits, text, work);
  }
}
