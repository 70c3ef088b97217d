package dev.crawlsieve.core.page;

import java.util.Locale;

/** What a block is; in the order of the numbers that they are stored by. */
public enum BlockKind {
  /** The page's title. */
  TITLE(0),
  /** A heading of level 1. */
  TOP_HEADING(1),
  /** Another heading. */
  HEADING(2),
  /** A paragraph, or anything that is nothing else here. */
  TEXT(3),
  /** Mostly links. */
  LINKS(4),
  /** An item of a list. */
  ITEM(5),
  /** A cell of a table. */
  CELL(6),
  /** Code, or other preformatted text. */
  CODE(7),
  /** A button or a choice. */
  CONTROL(8),
  /** Only a date, a time, an age or a counter. */
  TIME(9),
  /** Said in the data of scripts. */
  DATA(10);

  private final byte code;

  BlockKind(int code) {
    this.code = (byte) code;
  }

  /** {@return the number that it is stored by} */
  public byte code() {
    return code;
  }

  /** {@return its name in verdicts and results, such as {@code top heading}} */
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
