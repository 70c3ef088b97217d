package dev.crawlsieve.core.maintext;

import dev.crawlsieve.core.html.AttributeName;
import dev.crawlsieve.core.html.ElementName;
import dev.crawlsieve.core.html.StartTag;
import dev.crawlsieve.core.text.Ascii;

/** Whether an element is seen, as far as its own tag says. Style sheets are not read. */
enum Seen {
  /** As the element around it. */
  INHERITED,
  /** Nothing in it is seen. */
  NOT_DISPLAYED,
  /** Only elements in it that are {@link #VISIBLE} are seen. */
  INVISIBLE,
  /** Seen unless something around it is not displayed. */
  VISIBLE;

  private static final ElementName DIALOG = ElementName.of("dialog");

  boolean isHidden() {
    return this == NOT_DISPLAYED || this == INVISIBLE;
  }

  /**
   * What an element's tag says. A style overrides attributes that hide it (WHATWG HTML, section
   * 15.3.1).
   */
  static Seen of(ElementName name, StartTag tag) {
    boolean dialog = name.equals(DIALOG);
    if (!tag.any()) {
      return dialog ? NOT_DISPLAYED : INHERITED;
    }
    if ("true".equals(tag.value(AttributeName.ARIA_HIDDEN))) {
      return NOT_DISPLAYED;
    }
    String declarations = tag.value(AttributeName.STYLE);
    int style = declarations == null ? 0 : HiddenStyle.of(declarations);
    boolean displayed = (style & HiddenStyle.DISPLAYED) != 0;
    if ((style & HiddenStyle.NOT_DISPLAYED) != 0 || (!displayed && isHidden(dialog, tag))) {
      return NOT_DISPLAYED;
    }
    return (style & HiddenStyle.INVISIBLE) != 0
        ? INVISIBLE
        : (style & HiddenStyle.VISIBLE) != 0 ? VISIBLE : INHERITED;
  }

  private static boolean isHidden(boolean dialog, StartTag tag) {
    String hidden = tag.value(AttributeName.HIDDEN);
    if (hidden != null && !Ascii.same("until-found", hidden)) {
      return true;
    }
    return dialog ? !tag.has(AttributeName.OPEN) : tag.has(AttributeName.POPOVER);
  }
}
