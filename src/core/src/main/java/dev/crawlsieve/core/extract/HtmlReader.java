package dev.crawlsieve.core.extract;

import dev.crawlsieve.core.config.TextSettings;
import dev.crawlsieve.core.html.Work;
import dev.crawlsieve.core.maintext.HtmlContent;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.Markup;

/** Extracts the content of a page's markup. */
interface HtmlReader {

  /** The reader that the settings select. */
  static HtmlReader of(TextSettings settings) {
    return switch (settings.parser()) {
      case FAST -> new FastHtmlReader(settings);
      case JSOUP -> new JsoupReader(settings);
    };
  }

  /**
   * Reads a page.
   *
   * @param work counts the cost
   * @throws Work.ExceededException if it costs too much
   * @throws BadPageException if jsoup fails on it; never fails otherwise
   */
  HtmlContent read(Markup markup, Work work) throws BadPageException;
}
