package dev.crawlsieve.core.maintext;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.html.HtmlScanner;
import dev.crawlsieve.core.html.Work;

/** Outlines of pages. */
final class Outlines {

  private Outlines() {}

  static OutlineBuilder builder() {
    return new OutlineBuilder(new Traits(), new RunText());
  }

  static Outline of(String html) {
    byte[] utf8 = html.getBytes(UTF_8);
    OutlineBuilder builder = builder();
    new HtmlScanner().scan(utf8, 0, builder, new Work(utf8.length));
    return builder.build();
  }
}
