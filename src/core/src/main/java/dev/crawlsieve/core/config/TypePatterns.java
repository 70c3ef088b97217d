package dev.crawlsieve.core.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A set of content types, given by patterns in lower case in which {@code *} matches any
 * characters.
 *
 * @param wanted patterns of types in the set
 * @param unwanted patterns of types that are not in the set, even if {@code wanted} matches them
 */
public record TypePatterns(List<String> wanted, List<String> unwanted) {

  /** Anything longer is not a content type and is not compared. */
  private static final int LONGEST_TYPE = 255;

  private static final Pattern TYPE =
      Pattern.compile("-?[a-z0-9*][a-z0-9!#$&^_.+*-]*/[a-z0-9*][a-z0-9!#$&^_.+*-]*");

  public TypePatterns {
    wanted = List.copyOf(wanted);
    unwanted = List.copyOf(unwanted);
  }

  /**
   * Reads the patterns of a setting.
   *
   * @param setting its name, for a message
   * @param types each is a content type or a pattern; a leading {@code -} excludes it
   * @throws SettingsException if any of them has another form
   */
  static TypePatterns of(String setting, List<String> types) {
    List<String> wanted = new ArrayList<>();
    List<String> unwanted = new ArrayList<>();
    for (String type : types) {
      String lower = type.toLowerCase(Locale.ROOT);
      if (!TYPE.matcher(lower).matches()) {
        throw new SettingsException(
            setting + " has '" + type + "', must be a type such as text/html, text/* or -text/css");
      }
      if (lower.startsWith("-")) {
        unwanted.add(lower.substring(1));
      } else {
        wanted.add(lower);
      }
    }
    return new TypePatterns(wanted, unwanted);
  }

  /**
   * Whether a content type is excluded.
   *
   * @param type in lower case, without parameters
   */
  public boolean exclude(String type) {
    return matchesAny(unwanted, type);
  }

  /**
   * Whether a content type is in the set.
   *
   * @param type in lower case, without parameters
   */
  public boolean include(String type) {
    return matchesAny(wanted, type) && !exclude(type);
  }

  private static boolean matchesAny(List<String> patterns, String type) {
    if (type.length() > LONGEST_TYPE) {
      return false;
    }
    for (String pattern : patterns) {
      if (matches(pattern, type)) {
        return true;
      }
    }
    return false;
  }

  /** Takes at most as many steps as the product of the two lengths. */
  private static boolean matches(String pattern, String type) {
    int p = 0;
    int star = -1;
    int mark = 0;
    int t = 0;
    while (t < type.length()) {
      if (p < pattern.length() && pattern.charAt(p) == '*') {
        star = p++;
        mark = t;
      } else if (p < pattern.length() && pattern.charAt(p) == type.charAt(t)) {
        p++;
        t++;
      } else if (star >= 0) {
        p = star + 1;
        t = ++mark;
      } else {
        return false;
      }
    }
    while (p < pattern.length() && pattern.charAt(p) == '*') {
      p++;
    }
    return p == pattern.length();
  }
}
