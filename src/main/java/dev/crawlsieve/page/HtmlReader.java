package dev.crawlsieve.page;

import dev.crawlsieve.config.TextSettings;

/** Reads what a page's markup says. */
interface HtmlReader {

  /** The reader that the settings ask for. */
  static HtmlReader of(TextSettings settings) {
    return switch (settings.parser()) {
      case FAST -> new FastHtmlReader(settings);
      case JSOUP -> new JsoupReader(settings);
    };
  }

  /** Never fails, whatever the markup. */
  HtmlContent read(Markup markup);
}
