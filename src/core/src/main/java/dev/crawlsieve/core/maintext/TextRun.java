package dev.crawlsieve.core.maintext;

/** A stretch of text between two block boundaries, with counts made while it was read. */
final class TextRun {

  /** The separator between a run and the one before it. */
  enum Separator {
    NONE,
    BLANK,
    LINE
  }

  private static final int LEAST_PROSE = 10;

  /** A run with a greater share of link characters is a link. */
  private static final double LINK = 0.8;

  final Container container;
  final Separator separator;

  /** Start and end offset of the run in the outline's text. */
  final int start;

  int end;

  /** Words; in scripts that do not separate words, two characters count as one. */
  int words;

  /** Characters that are not white space. */
  int chars;

  int linkWords;
  int linkChars;
  int commas;

  /** Whether it has marks, or other characters that may not be in normal form C. */
  boolean marked;

  TextRun(Container container, Separator separator, int start) {
    this.container = container;
    this.separator = separator;
    this.start = start;
    this.end = start;
  }

  double linkDensity() {
    return chars == 0 ? 0 : (double) linkChars / chars;
  }

  /** Whether it is a link, but for a few characters. */
  boolean isLink() {
    return linkDensity() > LINK;
  }

  /** Whether it is a heading that is a link, as in teasers and in posts of a list. */
  boolean isLinkedHeading() {
    return block().tag.headingLevel() > 0 && isLink();
  }

  /** Number of words outside links if there are enough of them to be prose; otherwise 0. */
  int prose() {
    int plain = words - linkWords;
    return plain >= LEAST_PROSE ? plain : 0;
  }

  /** The innermost container that is not inline. */
  Container block() {
    return container.block;
  }

  /** Whether it is a piece of a line of prose, split off because of an inline element's class. */
  boolean isWithinProse() {
    Container block = block();
    return block.prose > 0 && (block != container || separator != Separator.LINE);
  }
}
