package dev.crawlsieve.html;

/** The attributes of a start tag. */
public interface HtmlAttributes {

  /** Whether the tag may have one of the attributes that are read. */
  default boolean any() {
    return true;
  }

  /** Whether the tag has the attribute, with or without a value. */
  default boolean has(AttributeName name) {
    return value(name) != null;
  }

  /** The attribute's value, empty if it has none; null if the tag does not have the attribute. */
  String value(AttributeName name);
}
