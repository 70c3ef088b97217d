package dev.crawlsieve.core.maintext;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.html.HtmlScanner;
import dev.crawlsieve.core.html.Work;

/** Outlines of pages. */
final class Outlines {

  private Outlines() {}

  static Outline of(String html) {
    byte[] utf8 = html.getBytes(UTF_8);
    OutlineBuilder builder = new OutlineBuilder();
    new HtmlScanner().scan(utf8, 0, builder, new Work(utf8.length));
    return builder.build();
  }
}
