package dev.crawlsieve.page;

/**
 * The bound on the tags of a page.
 *
 * <p>What is built of a page takes a few hundred bytes a tag, however short, so that 16 MB of tags
 * only would take more than a gigabyte. A page that takes an instance's memory would take that of
 * the next one, too, and stop the sieve.
 */
final class TagBound {

  /** More than the longest documents on the web have; they take about 300 MB. */
  static final int MAX_TAGS = 1_000_000;

  /** {@code <p>}. */
  private static final int SHORTEST_TAG = 3;

  private TagBound() {}

  /**
   * Makes sure that a body has not too many start tags.
   *
   * @throws BadPageException if it has more than {@link #MAX_TAGS}
   */
  static void ensureFits(Page page) throws BadPageException {
    if (page.body().length() / SHORTEST_TAG <= MAX_TAGS) {
      return;
    }
    byte[] bytes = page.bytes();
    int tags = bytes == null ? tags(page.text()) : tags(bytes);
    if (tags > MAX_TAGS) {
      throw new BadPageException("the page has " + tags + " tags, must be at most " + MAX_TAGS);
    }
  }

  private static int tags(String text) {
    int tags = 0;
    for (int at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
      tags += at + 1 < text.length() && isLetter(text.charAt(at + 1)) ? 1 : 0;
    }
    return tags;
  }

  /** In ASCII's heirs a letter follows at once, in UTF-16 after a zero. */
  private static int tags(byte[] bytes) {
    int tags = 0;
    for (int at = 0; at < bytes.length - 1; at++) {
      if (bytes[at] == '<') {
        int next = bytes[at + 1] == 0 && at + 2 < bytes.length ? bytes[at + 2] : bytes[at + 1];
        tags += isLetter(next) ? 1 : 0;
      }
    }
    return tags;
  }

  private static boolean isLetter(int c) {
    return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
  }
}
