package dev.crawlsieve.core.maintext;

/** A stretch of text between two borders of blocks, with what was counted while it was read. */
final class TextRun {

  /** How a run is parted from the one before it. */
  enum Separator {
    NONE,
    BLANK,
    LINE
  }

  private static final int LEAST_PROSE = 10;

  final Container container;
  final Separator separator;

  /** Where the run begins and ends in the outline's text. */
  final int start;

  int end;

  /** Words; two characters are taken for a word in scripts that do not part words. */
  int words;

  /** Characters that are not white space. */
  int chars;

  int linkWords;
  int linkChars;
  int commas;

  /** Inline tags opened in it, and one for the block itself. */
  int tags = 1;

  TextRun(Container container, Separator separator, int start) {
    this.container = container;
    this.separator = separator;
    this.start = start;
    this.end = start;
  }

  double linkDensity() {
    return chars == 0 ? 0 : (double) linkChars / chars;
  }

  /** Words outside of links if there are enough of them to be prose, else none. */
  int prose() {
    int plain = words - linkWords;
    return plain >= LEAST_PROSE ? plain : 0;
  }

  /** The innermost container that is no part of a line. */
  Container block() {
    return container.block;
  }

  /** Whether it is a piece of a line of prose, cut out for the class of an inline element. */
  boolean isWithinProse() {
    Container block = block();
    return block.prose > 0 && (block != container || separator != Separator.LINE);
  }
}
