package dev.crawlsieve.core.config;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Which pages are judged; all others go to {@code unjudged}.
 *
 * @param statuses accepted response statuses, in digits; the empty string stands for a page without
 *     one
 * @param anyStatus whether every status is accepted
 * @param types patterns of accepted content types, in lower case; {@code *} matches any characters
 * @param otherTypes patterns of content types that are never accepted, whatever {@code types} says
 * @param minBytes minimum size of a body, in bytes
 */
public record AcceptSettings(
    Set<String> statuses,
    boolean anyStatus,
    List<String> types,
    List<String> otherTypes,
    int minBytes) {

  /** Anything longer is not a content type and is not compared. */
  private static final int LONGEST_TYPE = 255;

  private static final Pattern STATUS = Pattern.compile("([0-9]{3})(?:-([0-9]{3}))?");
  private static final Pattern CLASS = Pattern.compile("([1-9])xx");
  private static final Pattern TYPE =
      Pattern.compile("-?[a-z0-9*][a-z0-9!#$&^_.+*-]*/[a-z0-9*][a-z0-9!#$&^_.+*-]*");

  /** Default statuses: 200, or none. */
  public static final List<String> STATUSES = List.of("200", "none");

  /** Default content types: text, but neither styles nor scripts. */
  public static final List<String> TYPES =
      List.of(
          "text/*",
          "application/xhtml+xml",
          "-text/css",
          "-*/*javascript*",
          "-*/*ecmascript*",
          "-image/*");

  /** The defaults. */
  public static final AcceptSettings DEFAULT = of(STATUSES, TYPES, 0);

  public AcceptSettings {
    statuses = Set.copyOf(statuses);
    types = List.copyOf(types);
    otherTypes = List.copyOf(otherTypes);
  }

  /**
   * Reads the settings.
   *
   * @param statuses each a status, a range such as {@code 200-299}, a class such as {@code 2xx},
   *     {@code none} or {@code any}
   * @param types each a content type or a pattern with {@code *}; a leading {@code -} excludes
   * @throws SettingsException if one of them is none of these
   */
  public static AcceptSettings of(List<String> statuses, List<String> types, int minBytes) {
    Set<String> codes = new LinkedHashSet<>();
    boolean any = false;
    for (String status : statuses) {
      any |= status.equals("any");
      codes.addAll(status.equals("any") ? List.of() : codes(status));
    }
    List<String> wanted = new ArrayList<>();
    List<String> unwanted = new ArrayList<>();
    for (String type : types) {
      String lower = type.toLowerCase(Locale.ROOT);
      if (!TYPE.matcher(lower).matches()) {
        throw new SettingsException(
            "accept.types has '"
                + type
                + "', must be a type such as text/html, text/* or -text/css");
      }
      if (lower.startsWith("-")) {
        unwanted.add(lower.substring(1));
      } else {
        wanted.add(lower);
      }
    }
    return new AcceptSettings(codes, any, wanted, unwanted, minBytes);
  }

  private static List<String> codes(String status) {
    Matcher codes = STATUS.matcher(status);
    Matcher group = CLASS.matcher(status);
    if (status.equals("none")) {
      return List.of("");
    } else if (codes.matches()) {
      int first = Integer.parseInt(codes.group(1));
      return codes(first, codes.group(2) == null ? first : Integer.parseInt(codes.group(2)));
    } else if (group.matches()) {
      int first = 100 * Integer.parseInt(group.group(1));
      return codes(first, first + 99);
    }
    throw new SettingsException(
        "accept.status has '" + status + "', must be like 200, 200-299, 2xx, none or any");
  }

  private static List<String> codes(int first, int last) {
    return IntStream.rangeClosed(first, last)
        .mapToObj(code -> String.format(Locale.ROOT, "%03d", code))
        .toList();
  }

  /**
   * Whether a status is accepted.
   *
   * @param status in digits, or the empty string for none
   */
  public boolean acceptsStatus(String status) {
    return anyStatus || statuses.contains(status);
  }

  /**
   * Whether a content type is excluded.
   *
   * @param type in lower case, without parameters
   */
  public boolean refusesType(String type) {
    return matchesAny(otherTypes, type);
  }

  /**
   * Whether a content type is accepted.
   *
   * @param type in lower case, without parameters
   */
  public boolean acceptsType(String type) {
    return matchesAny(types, type) && !refusesType(type);
  }

  private static boolean matchesAny(List<String> patterns, String type) {
    return type.length() <= LONGEST_TYPE
        && patterns.stream().anyMatch(pattern -> matches(pattern, type));
  }

  /** Takes at most as many steps as the product of both lengths. */
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
