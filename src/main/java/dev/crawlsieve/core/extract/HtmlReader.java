package dev.crawlsieve.core.extract;

import dev.crawlsieve.core.config.TextSettings;
import dev.crawlsieve.core.html.Work;
import dev.crawlsieve.core.maintext.HtmlContent;
import dev.crawlsieve.core.page.Markup;

/** Reads what a page's markup says. */
interface HtmlReader {

  /** The reader that the settings ask for. */
  static HtmlReader of(TextSettings settings) {
    return switch (settings.parser()) {
      case FAST -> new FastHtmlReader(settings);
      case JSOUP -> new JsoupReader(settings);
    };
  }

  /**
   * Why the page that was read last had to be built as a tree, in lower case; null if it had not,
   * or all are.
   */
  default String doubt() {
    return null;
  }

  /**
   * Reads a page.
   *
   * @param work counts what it costs
   * @throws Work.ExceededException if it costs too much
   * @throws UnreadableHtmlException if jsoup fails on it; never fails otherwise
   */
  HtmlContent read(Markup markup, Work work);
}
