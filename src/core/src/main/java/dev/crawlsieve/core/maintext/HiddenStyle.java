package dev.crawlsieve.core.maintext;

import dev.crawlsieve.core.text.Ascii;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Reads from a style attribute whether its element is seen. Of several declarations of a property,
 * the last valid one counts, and important ones take precedence (CSS Cascade 4, section 6).
 */
final class HiddenStyle {

  /** Neither the element nor anything in it is seen. */
  static final int NOT_DISPLAYED = 1;

  /** The element is displayed, even if an attribute hides it. */
  static final int DISPLAYED = 1 << 1;

  static final int INVISIBLE = 1 << 2;
  static final int VISIBLE = 1 << 3;

  /** Nothing in the element is seen, regardless of how it is displayed. */
  private static final int EMPTIED = 1 << 4;

  private static final int DISPLAY = NOT_DISPLAYED | DISPLAYED;
  private static final int VISIBILITY = INVISIBLE | VISIBLE;
  private static final int IMPORTANT = 8; // shift of the flags of important declarations

  /**
   * The values of {@code display} that are one word, except {@code none} (CSS Display 3, section
   * 2).
   */
  private static final Set<String> DISPLAYS =
      Set.of(
          ("block inline inline-block flex inline-flex grid inline-grid flow flow-root contents"
                  + " table inline-table table-row table-cell table-caption table-column"
                  + " table-column-group table-row-group table-header-group table-footer-group"
                  + " list-item ruby ruby-text math -webkit-box -webkit-inline-box -webkit-flex"
                  + " -webkit-inline-flex initial inherit unset")
              .split(" "));

  /** A longer declaration is ignored, which bounds the work on one declaration. */
  private static final int LONGEST = 256;

  private static final Pattern COMMENT = Pattern.compile("/\\*.*?(?:\\*/|$)", Pattern.DOTALL);
  private static final Pattern BLANKS = Pattern.compile("\\s+");

  private HiddenStyle() {}

  /** The flags of a style; 0 if it says nothing. */
  static int of(String style) {
    int flags = 0;
    if (mentions(style, "display") || mentions(style, "visibility")) {
      for (int from = 0; from < style.length(); ) {
        int end = end(style, from);
        flags = end - from > LONGEST ? flags : with(flags, style.substring(from, end));
        from = end + 1;
      }
    }
    int important = flags >> IMPORTANT;
    int display = (important & DISPLAY) != 0 ? important : flags;
    int visibility = (important & VISIBILITY) != 0 ? important : flags;
    boolean emptied = ((flags | important) & EMPTIED) != 0;
    return (emptied ? NOT_DISPLAYED : display & DISPLAY) | (visibility & VISIBILITY);
  }

  private static boolean mentions(String style, String word) {
    for (int i = 0; i <= style.length() - word.length(); i++) {
      if ((style.charAt(i) | 0x20) == word.charAt(0) && Ascii.begins(style, i, word)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Offset of the semicolon that ends a declaration, or the style's length (CSS Syntax 3, section
   * 5.4.6).
   */
  private static int end(String style, int from) {
    int depth = 0;
    for (int i = from; i < style.length(); i++) {
      char c = style.charAt(i);
      switch (c) {
        case '\\' -> i++;
        case '"', '\'' -> i = skip(style, i + 1, c);
        case '(', '[', '{' -> depth++;
        case ')', ']', '}' -> depth = Math.max(0, depth - 1);
        case '/' -> {
          if (depth == 0 && style.startsWith("/*", i)) {
            int close = style.indexOf("*/", i + 2);
            i = close < 0 ? style.length() : close + 1;
          }
        }
        case ';' -> {
          if (depth == 0) {
            return i;
          }
        }
        default -> {}
      }
    }
    return style.length();
  }

  /**
   * Offset of the quotation mark that ends a string, or of the line's end if the string has none.
   */
  private static int skip(String style, int from, char quote) {
    int i = from;
    while (i < style.length() && style.charAt(i) != quote && style.charAt(i) != '\n') {
      i += style.charAt(i) == '\\' ? 2 : 1;
    }
    return i;
  }

  private static int with(int flags, String declaration) {
    String text = Ascii.lower(COMMENT.matcher(declaration).replaceAll(" "));
    int colon = text.indexOf(':');
    int sign = text.lastIndexOf('!');
    boolean important = sign > colon && text.substring(sign + 1).trim().equals("important");
    String property = text.substring(0, Math.max(0, colon)).trim();
    String value = text.substring(colon + 1, important ? sign : text.length()).trim();
    int shift = important ? IMPORTANT : 0;
    return switch (property) {
      case "display" -> set(flags, DISPLAY, display(value), shift);
      case "visibility" -> set(flags, VISIBILITY, visibility(value), shift);
      case "content-visibility" -> set(flags, EMPTIED, value.equals("hidden") ? EMPTIED : 0, shift);
      default -> flags;
    };
  }

  private static int set(int flags, int which, int value, int shift) {
    return value < 0 ? flags : (flags & ~(which << shift)) | value << shift;
  }

  /** The flag of a value, 0 for the browser's default, -1 if it is invalid. */
  private static int display(String value) {
    if (value.equals("none")) {
      return NOT_DISPLAYED;
    }
    if (value.startsWith("revert")) {
      return 0;
    }
    for (String word : BLANKS.split(value)) {
      if (!DISPLAYS.contains(word) && !word.startsWith("var(")) {
        return -1;
      }
    }
    return DISPLAYED;
  }

  private static int visibility(String value) {
    return switch (value) {
      case "hidden", "collapse" -> INVISIBLE;
      case "visible", "initial" -> VISIBLE;
      case "inherit", "unset", "revert", "revert-layer" -> 0;
      default -> value.startsWith("var(") ? 0 : -1;
    };
  }
}
