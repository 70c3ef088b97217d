package dev.crawlsieve.core.maintext;

import dev.crawlsieve.core.config.TextSettings;
import dev.crawlsieve.core.html.Work;
import org.jsoup.nodes.Document;

/** Outlines of pages that jsoup has parsed. */
final class Outlines {

  private Outlines() {}

  static Outline of(Document document, TextSettings settings) {
    OutlineSink sink = new OutlineSink(new OutlineBuilder(settings, new Work(Integer.MAX_VALUE)));
    DomOutline.report(document, sink);
    return sink.content(null).outline();
  }
}
