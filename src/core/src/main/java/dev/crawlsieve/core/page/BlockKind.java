package dev.crawlsieve.core.page;

import java.util.Locale;

/** The kind of a block. Constants are in the order of their stored codes. */
public enum BlockKind {
  /** The page's title. */
  TITLE(0),
  /** A heading of level 1. */
  TOP_HEADING(1),
  /** Another heading. */
  HEADING(2),
  /** A paragraph, or any block that is of no other kind. */
  TEXT(3),
  /** A block that is mostly links. */
  LINKS(4),
  /** An item of a list. */
  ITEM(5),
  /** A cell of a table. */
  CELL(6),
  /** Code, or other preformatted text. */
  CODE(7),
  /** A button or a choice. */
  CONTROL(8),
  /** A block with only a date, a time, an age or a counter. */
  TIME(9),
  /** Text in the data of scripts. */
  DATA(10),
  /**
   * A picture: the name of its file. Also what another site shows in a frame, and a file to play or
   * to download: the path of its URL. No text.
   */
  PICTURE(11);

  private final byte code;

  BlockKind(int code) {
    this.code = (byte) code;
  }

  /** {@return the stored code} */
  public byte code() {
    return code;
  }

  /** {@return its name in verdicts and results, for example {@code top heading}} */
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
