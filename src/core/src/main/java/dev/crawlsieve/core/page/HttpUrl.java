package dev.crawlsieve.core.page;

import dev.crawlsieve.core.text.Printable;
import java.net.IDN;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The parts of an absolute http or https URL, parsed as browsers do (WHATWG URL): surrounding
 * blanks and line breaks are ignored, a backslash before the query is a slash, user names and
 * fragments are dropped.
 *
 * @param scheme {@code http} or {@code https}
 * @param host lower case, in Punycode, without trailing dots; an IPv6 address in brackets
 * @param port the port, or -1 if it is the scheme's default
 * @param path as given, from its first slash; {@code /} if there was none
 * @param query as given, without the question mark, or the empty string
 */
public record HttpUrl(String scheme, String host, int port, String path, String query) {

  /** Maximum length of a URL: fingerprints and verdicts contain it, so it must be bounded. */
  public static final int MAX_CHARS = 16_384;

  /** Length of a URL that is not too long even if every character is percent-encoded. */
  private static final int SURE_CHARS = MAX_CHARS / 10;

  private static final String HTTP = "http";
  private static final String HTTPS = "https";
  private static final Pattern DROPPED = Pattern.compile("[\n\r\t]");
  private static final String HOST_MARKS = "-._~!$'()*+,=";

  /**
   * Parses a URL.
   *
   * @throws BadPageException if it is longer than {@link #MAX_CHARS}, as given or percent-encoded,
   *     not absolute or of another scheme, or if its host or port is invalid
   */
  public static HttpUrl parse(String url) throws BadPageException {
    if (url.length() > MAX_CHARS) {
      throw new BadPageException(
          "the URL is " + url.length() + " characters long, must be at most " + MAX_CHARS);
    }
    String clean = clean(url);
    int colon = clean.indexOf(':');
    if (colon < 0 || !isScheme(clean, colon)) {
      throw new BadPageException(
          "the URL " + quote(url) + " is not absolute, must start with http:// or https://");
    }
    String scheme = clean.substring(0, colon).toLowerCase(Locale.ROOT);
    if (!scheme.equals(HTTP) && !scheme.equals(HTTPS)) {
      throw new BadPageException(
          "the URL " + quote(url) + " is of scheme " + quote(scheme) + ", must be http or https");
    }
    int start = colon + 3;
    if (clean.length() < start || !isSlashes(clean, colon + 1)) {
      throw new BadPageException("the URL " + quote(url) + " has no // after its scheme");
    }
    int end = endOfAuthority(clean, start);
    int afterUser = Math.max(start, clean.lastIndexOf('@', end - 1) + 1);
    String authority = clean.substring(afterUser, end);
    int bracket = authority.indexOf(']');
    int portColon = authority.indexOf(':', bracket + 1);
    String host = portColon < 0 ? authority : authority.substring(0, portColon);
    int port = portColon < 0 ? -1 : port(authority.substring(portColon + 1), url);
    int question = clean.indexOf('?', end);
    String path = clean.substring(end, question < 0 ? clean.length() : question).replace('\\', '/');
    HttpUrl parts =
        new HttpUrl(
            scheme,
            host(host, url),
            port == defaultPort(scheme) ? -1 : port,
            path.isEmpty() ? "/" : path,
            question < 0 ? "" : clean.substring(question + 1));
    if (url.length() > SURE_CHARS) {
      parts.ensureFits();
    }
    return parts;
  }

  /** Checks the length of the longest form that the URL is written in. */
  private void ensureFits() throws BadPageException {
    int chars = (HTTPS + "://").length() + host.length() + (port < 0 ? 0 : ":65535".length());
    chars += UrlNormalizer.escaped(path).length();
    chars += query.isEmpty() ? 0 : 1 + UrlNormalizer.escaped(query).length();
    if (chars > MAX_CHARS) {
      throw new BadPageException(
          "the URL is "
              + chars
              + " characters long when percent-encoded, must be at most "
              + MAX_CHARS);
    }
  }

  /**
   * The absolute address that a link on this page leads to (RFC 3986, section 5.2), with its dot
   * segments: {@code java.net.URL} takes quadratic time to remove them.
   */
  String resolved(String link) {
    int colon = link.indexOf(':');
    if (colon > 0 && isScheme(link, colon)) {
      boolean relative =
          link.regionMatches(true, 0, scheme, 0, scheme.length())
              && colon == scheme.length()
              && (link.length() == colon + 1 || !isSlash(link.charAt(colon + 1)));
      return relative ? joined(link.substring(colon + 1)) : link;
    }
    return joined(link);
  }

  private String joined(String link) {
    String site = scheme + "://" + host + (port < 0 ? "" : ":" + port);
    char first = link.isEmpty() ? '#' : link.charAt(0);
    if (isSlash(first)) {
      return (link.length() > 1 && isSlash(link.charAt(1)) ? scheme + ":" : site) + link;
    }
    if (first == '?') {
      return site + path + link;
    }
    if (first == '#') {
      return site + path + (query.isEmpty() ? "" : "?" + query);
    }
    return site + path.substring(0, path.lastIndexOf('/') + 1) + link;
  }

  static int defaultPort(String scheme) {
    return scheme.equals(HTTPS) ? 443 : 80;
  }

  /**
   * The URL without surrounding blanks, line breaks, tabs and fragment, and with U+FFFD for lone
   * surrogates, which cannot be percent-encoded.
   */
  private static String clean(String url) {
    int hash = url.indexOf('#');
    String clean = (hash < 0 ? url : url.substring(0, hash)).strip();
    for (int i = 0; i < clean.length(); i++) {
      char c = clean.charAt(i);
      if (c == '\n' || c == '\r' || c == '\t' || Character.isSurrogate(c)) {
        return DROPPED.matcher(clean).replaceAll("").replaceAll("\\p{Cs}", "\ufffd");
      }
    }
    return clean;
  }

  private static boolean isScheme(String url, int colon) {
    for (int i = 0; i < colon; i++) {
      char c = url.charAt(i);
      boolean letter = (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
      boolean other = (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
      if (!letter && (i == 0 || !other)) {
        return false;
      }
    }
    return colon > 0;
  }

  private static boolean isSlashes(String url, int at) {
    return isSlash(url.charAt(at)) && isSlash(url.charAt(at + 1));
  }

  private static boolean isSlash(char c) {
    return c == '/' || c == '\\';
  }

  private static int endOfAuthority(String url, int start) {
    int end = start;
    while (end < url.length() && "/\\?".indexOf(url.charAt(end)) < 0) {
      end++;
    }
    return end;
  }

  private static int port(String digits, String url) throws BadPageException {
    int port = 0;
    for (int i = 0; i < digits.length(); i++) {
      char c = digits.charAt(i);
      port = c < '0' || c > '9' || port > 65_535 ? Integer.MAX_VALUE : port * 10 + c - '0';
    }
    if (port > 65_535) {
      throw new BadPageException(
          "the URL " + quote(url) + " has port " + quote(digits) + ", must be 0 to 65535");
    }
    return digits.isEmpty() ? -1 : port;
  }

  private static String host(String raw, String url) throws BadPageException {
    String host = raw.toLowerCase(Locale.ROOT);
    try {
      host = isAscii(host) ? host : IDN.toASCII(host).toLowerCase(Locale.ROOT);
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      // The second one is JDK-6806873: a label of more than 256 characters.
      throw new BadPageException(
          "the URL " + quote(url) + " has a host that is not a valid name", e);
    }
    int end = host.length();
    while (end > 0 && host.charAt(end - 1) == '.') {
      end--;
    }
    host = host.substring(0, end);
    if (host.isEmpty()) {
      throw new BadPageException("the URL " + quote(url) + " has no host");
    }
    boolean address = host.startsWith("[") && host.endsWith("]");
    for (int i = address ? 1 : 0; i < host.length() - (address ? 1 : 0); i++) {
      if (!isHostCharacter(host.charAt(i), address)) {
        throw new BadPageException(
            "the URL " + quote(url) + " has a host with " + quote(host.substring(i, i + 1)));
      }
    }
    return host;
  }

  private static boolean isHostCharacter(char c, boolean address) {
    if (address) {
      return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || c == ':' || c == '.';
    }
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || HOST_MARKS.indexOf(c) >= 0;
  }

  private static boolean isAscii(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) > 127) {
        return false;
      }
    }
    return true;
  }

  /** Formats a value for a message: in quotes, truncated if long, what is not printable escaped. */
  static String quote(String value) {
    String shown = value.length() <= 100 ? value : value.substring(0, 100) + "…";
    return "'" + Printable.escaped(shown) + "'";
  }
}
