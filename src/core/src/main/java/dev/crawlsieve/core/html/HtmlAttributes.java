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
   * A well-mixed 64-bit hash of the attribute's value; equal for equal values of tags read by the
   * same reader. Only for an attribute that the tag has.
   */
  default long hash(AttributeName name) {
    String value = value(name);
    long hash = value.length();
    for (int i = 0; i < value.length(); i++) {
      hash = (hash ^ value.charAt(i)) * 0x9e3779b97f4a7c15L;
      hash ^= hash >>> 32;
    }
    return hash;
  }
}
