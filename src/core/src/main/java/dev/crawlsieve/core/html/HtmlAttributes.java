package dev.crawlsieve.core.html;

/** The attributes of a start tag. */
public interface HtmlAttributes {

  /** No number is kept. */
  int NO_MEMO = -1;

  /** Whether the tag may have any of the attributes that are read. */
  default boolean any() {
    return true;
  }

  /** Whether the tag has the attribute, with or without a value. */
  default boolean has(AttributeName name) {
    return value(name) != null;
  }

  /** The attribute's value, empty if it has none; null if the tag does not have the attribute. */
  String value(AttributeName name);

  /**
   * The number that the reader of these attributes asked to keep, or {@link #NO_MEMO}: it spares
   * examining the attributes again when a formatting element is reconstructed.
   */
  default int memo() {
    return NO_MEMO;
  }

  /**
   * Keeps a number, at least 0, if the attributes are those of an element that is reconstructed.
   */
  default void memoize(int what) {}

  /**
   * Where a cache may hold what is known of a value; 0 if values are not read from markup, and are
   * not to be cached. Only for an attribute that the tag has, like the next two.
   *
   * @return a 64-bit hash of the bytes that spell the value. An author of pages finds other values
   *     with the same hash at will: {@link #isSpelled} tells them apart
   */
  default long hash(AttributeName name) {
    return 0;
  }

  /**
   * The bytes that spell the attribute's value in markup, a copy; null if there are none, or more
   * than a number of them.
   */
  default byte[] spelling(AttributeName name, int most) {
    return null;
  }

  /** Whether the attribute's value is spelled in these bytes; not if they are null. */
  default boolean isSpelled(AttributeName name, byte[] spelling) {
    return false;
  }
}
