package dev.crawlsieve.core.html;

import org.jspecify.annotations.Nullable;

/** The attributes that the scanner reads; all others are skipped. */
public enum AttributeName {
  ID(0, "id"),
  CLASS(1, "class"),
  HIDDEN(2, "hidden"),
  ARIA_HIDDEN(3, "aria-hidden"),
  STYLE(4, "style"),
  ROLE(5, "role"),
  TYPE(7, "type"),
  LANG(8, "lang"),
  XML_LANG(9, "xml:lang"),
  OPEN(10, "open"),
  CHARSET(11, "charset"),
  // Redirect browsers.
  CONTENT(12, "content"),
  HTTP_EQUIV(13, "http-equiv"),
  // Describe a link.
  REL(14, "rel"),
  // Makes a template the shadow tree of the element around it.
  SHADOW_ROOT_MODE(15, "shadowrootmode"),
  // The markup of a page in a frame.
  SRCDOC(16, "srcdoc"),
  // The text of a picture.
  ALT(17, "alt"),
  // Hides an element until it is opened.
  POPOVER(18, "popover"),
  // The files of a picture, or of what is played or embedded: first those that are loaded when it
  // comes into view, since others hold its place until then.
  DATA_SRC(20, "data-src"),
  DATA_LAZY_SRC(23, "data-lazy-src"),
  DATA_ORIGINAL(24, "data-original"),
  DATA_SRCSET(25, "data-srcset"),
  SRC(19, "src"),
  SRCSET(26, "srcset"),
  DATA(27, "data"),
  HREF(6, "href"),
  XLINK_HREF(28, "xlink:href"),
  POSTER(29, "poster"),
  WIDTH(30, "width"),
  // What a meta element describes.
  NAME(21, "name"),
  PROPERTY(22, "property");

  private static final NameTable<AttributeName> BY_NAME =
      new NameTable<>(AttributeName[]::new, 1 << 8);

  static {
    for (AttributeName name : values()) {
      BY_NAME.put(name.name, name);
    }
  }

  private final int slot;
  private final String name;

  AttributeName(int slot, String name) {
    this.slot = slot;
    this.name = name;
  }

  /** The attribute with this name, as written in markup; null if it is not one of these. */
  static @Nullable AttributeName of(byte[] utf8, int from, int to) {
    return BY_NAME.get(utf8, from, to);
  }

  /**
   * The attribute with this name of up to eight bytes, packed as in {@link NameTable}; null if it
   * is not one of these.
   */
  static @Nullable AttributeName of(long packed) {
    return BY_NAME.get(packed);
  }

  /** Its index, from 0. */
  int slot() {
    return slot;
  }

  int bit() {
    return 1 << slot;
  }

  /** The name in lower case. */
  @Override
  public String toString() {
    return name;
  }
}
