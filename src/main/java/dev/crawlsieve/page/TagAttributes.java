package dev.crawlsieve.page;

/** The attributes of a start tag, however it was read. */
interface TagAttributes {

  /** The attribute's value, empty if it has none; null if the tag does not have the attribute. */
  String value(String name);
}
