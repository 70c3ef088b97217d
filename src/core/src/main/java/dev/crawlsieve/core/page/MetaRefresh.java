package dev.crawlsieve.core.page;

import dev.crawlsieve.core.text.Ascii;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Parses the target of {@code <meta http-equiv=refresh content="0; url=…">} (WHATWG HTML, "shared
 * declarative refresh steps").
 */
public final class MetaRefresh {

  /**
   * Longest delay of a redirect, in seconds; a page that is shown for longer is meant to be read.
   */
  private static final int MOST_SECONDS = 10;

  /** Longer values are ignored. */
  private static final int MOST_CHARS = 4096;

  private static final Pattern CONTENT =
      Pattern.compile(
          "\\s*+([0-9]{1,4}+)(?:\\.[0-9.]*+)?(?:\\s*+[;,]|\\s)\\s*+(?:url\\s*+=\\s*+)?(.++)",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private MetaRefresh() {}

  /**
   * The address to which a page redirects browsers within 10 s, as written.
   *
   * @param equivalent value of the attribute {@code http-equiv}
   * @param content value of the attribute {@code content}
   * @return the empty string if there is no such redirect
   */
  public static String target(@Nullable String equivalent, @Nullable String content) {
    if (!Ascii.same("refresh", equivalent) || content == null || content.length() > MOST_CHARS) {
      return "";
    }
    Matcher matcher = CONTENT.matcher(content);
    if (!matcher.matches()) {
      return "";
    }
    boolean soon = Integer.parseInt(matcher.group(1)) <= MOST_SECONDS;
    return soon ? unquoted(matcher.group(2).trim()) : "";
  }

  private static String unquoted(String url) {
    if (url.startsWith("'") || url.startsWith("\"")) {
      int end = url.indexOf(url.charAt(0), 1);
      return url.substring(1, end < 0 ? url.length() : end).trim();
    }
    return url;
  }
}
