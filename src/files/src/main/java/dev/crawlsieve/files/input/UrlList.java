package dev.crawlsieve.files.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.List;
import java.util.regex.Pattern;

/** Recognises lists of URLs, which new users give instead of pages. */
final class UrlList {

  private static final int LOOKED_AT_BYTES = 1 << 14;
  private static final Pattern URL = Pattern.compile("(?i)https?://\\S+");

  private UrlList() {}

  /**
   * Whether all lines at the beginning of a text are URLs, blank or comments, and at least one is a
   * URL.
   */
  static boolean is(byte[] text) {
    int length = Math.min(text.length, LOOKED_AT_BYTES);
    List<String> lines = new String(text, 0, length, ISO_8859_1).lines().toList();
    int whole = length < text.length ? lines.size() - 1 : lines.size();
    boolean any = false;
    for (String line : lines.subList(0, Math.max(0, whole))) {
      String stripped = line.strip();
      boolean url = URL.matcher(stripped).matches();
      if (!url && !stripped.isEmpty() && !stripped.startsWith("#")) {
        return false;
      }
      any |= url;
    }
    return any;
  }
}
