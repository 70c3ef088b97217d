package dev.crawlsieve.page;

import org.jsoup.nodes.Document;

/** What of a parsed page is its text. */
interface DocumentText {

  /** The text, with white space collapsed as {@link PageText} says; without the title. */
  String of(Document document);
}
