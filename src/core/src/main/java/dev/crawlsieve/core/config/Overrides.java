package dev.crawlsieve.core.config;

/**
 * Exceptions to the rule, for pages and hosts that someone has named.
 *
 * <p>Implementations are immutable and thread-safe.
 */
public interface Overrides {

  /** Every page is decided on by the rule alone. */
  Overrides NONE =
      new Overrides() {
        @Override
        public PageOverrides of(String url) {
          return PageOverrides.NONE;
        }

        @Override
        public String digest() {
          return "";
        }
      };

  /**
   * {@return what applies to a page}
   *
   * @param url its URL as produced
   * @throws SettingsException if only the digest of these overrides is known
   */
  PageOverrides of(String url);

  /**
   * {@return a digest of the overrides by which pages are compared, which is equal iff they are the
   * same; empty if there are none} Those that decide are logged page by page and may change.
   */
  String digest();

  /** {@return whether any of them decides on pages, see {@link PageOverrides#decision}} */
  default boolean decides() {
    return false;
  }

  /** {@return how many names of pages and hosts there are; 0 if only the digest is known} */
  default int names() {
    return 0;
  }

  /**
   * {@return what the overrides say about a name, with the line, for example {@code line 3: drop
   * host spam.example}}
   *
   * @param number number of the name, from 0
   */
  default String name(int number) {
    throw new IndexOutOfBoundsException(number);
  }

  /**
   * Checks that more than the digest is known.
   *
   * @throws SettingsException if only the digest is known
   */
  default void ensureKnown() {}

  /**
   * {@return overrides known only by their digest, with which nothing can be decided}
   *
   * @param digest the digest of the overrides
   */
  static Overrides recorded(String digest) {
    return new RecordedOverrides(digest);
  }
}
