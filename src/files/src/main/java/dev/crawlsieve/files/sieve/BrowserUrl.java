package dev.crawlsieve.files.sieve;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.HttpUrl;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Serialises http and https URLs as browsers request them (WHATWG URL, section 4.5): scheme and
 * host in lower case, in Punycode; no user name and no default port; a path without dot segments;
 * and the characters that the Standard names percent-encoded. Where browsers differ, this follows
 * Chromium: most replayed archives were made by it, and are replayed in it.
 */
final class BrowserUrl {

  /** As in the Standard since 2024, and the bar, which only Chromium encodes. */
  private static final String PATH = " \"#<>?^`{|}";

  private static final String QUERY = " \"#<>'";
  private static final String FRAGMENT = " \"<>`";

  private static final Pattern ONE_DOT = Pattern.compile("\\.|%2[eE]");
  private static final Pattern TWO_DOTS = Pattern.compile("(?:\\.|%2[eE]){2}");

  /** A host that ends in a dot, which is part of its name. */
  private static final Pattern DOT = Pattern.compile("[^/?#\\\\]*\\.(?::[0-9]*)?(?=[/?#\\\\]|$)");

  private BrowserUrl() {}

  /**
   * The URL in that form, with its fragment; null if browsers cannot open it.
   *
   * @param url a URL without line breaks
   */
  static @Nullable String of(String url) {
    HttpUrl parts;
    try {
      parts = HttpUrl.parse(url);
    } catch (BadPageException e) {
      return null;
    }
    int hash = url.indexOf('#');
    String asked = hash < 0 ? url : url.substring(0, hash);
    StringBuilder out = new StringBuilder(url.length() + 16);
    out.append(parts.scheme()).append("://").append(parts.host());
    if (DOT.matcher(asked.substring(afterSlashes(asked))).lookingAt()) {
      out.append('.');
    }
    if (parts.port() >= 0) {
      out.append(':').append(parts.port());
    }
    append(out, withoutDots(parts.path()), PATH);
    int question = asked.indexOf('?');
    if (question >= 0) {
      append(out.append('?'), asked.substring(question + 1), QUERY);
    }
    if (hash >= 0) {
      append(out.append('#'), url.substring(hash + 1), FRAGMENT);
    }
    return out.toString();
  }

  private static int afterSlashes(String url) {
    int at = url.indexOf(':') + 1;
    while (at < url.length() && (url.charAt(at) == '/' || url.charAt(at) == '\\')) {
      at++;
    }
    return at;
  }

  private static String withoutDots(String path) {
    if (!path.contains("/.") && !path.contains("/%2")) {
      return path;
    }
    Deque<String> kept = new ArrayDeque<>();
    boolean open = false; // whether the path ends in a slash after a dot segment
    for (String segment : path.substring(1).split("/", -1)) {
      boolean two = TWO_DOTS.matcher(segment).matches();
      open = two || ONE_DOT.matcher(segment).matches();
      if (two) {
        kept.pollLast();
      } else if (!open) {
        kept.addLast(segment);
      }
    }
    if (open) {
      kept.addLast("");
    }
    return "/" + String.join("/", kept);
  }

  /** Appends text, with what is not printable ASCII or in this set percent-encoded. */
  private static void append(StringBuilder out, String text, String encoded) {
    for (byte b : text.getBytes(UTF_8)) {
      if (b < ' ' || b == 0x7f || encoded.indexOf(b) >= 0) {
        out.append('%').append(HexFormat.of().withUpperCase().toHexDigits(b));
      } else {
        out.append((char) b);
      }
    }
  }
}
