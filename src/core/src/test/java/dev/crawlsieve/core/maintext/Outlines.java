package dev.crawlsieve.core.maintext;

import dev.crawlsieve.core.config.TextSettings;
import dev.crawlsieve.core.html.Work;
import org.jsoup.nodes.Document;

/** Outlines of pages that jsoup has parsed. */
final class Outlines {

  private Outlines() {}

  static Outline of(Document document, TextSettings settings) {
    OutlineBuilder builder = new OutlineBuilder(settings, new Work(Integer.MAX_VALUE));
    DomOutline.report(document, builder);
    return builder.build();
  }
}
