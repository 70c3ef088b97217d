package dev.crawlsieve.core.page;

import dev.crawlsieve.core.text.Ascii;
import dev.crawlsieve.core.text.Printable;
import java.util.regex.Pattern;

/**
 * The parts of an absolute http or https URL, parsed as browsers do (WHATWG URL, section 4.4):
 * surrounding blanks and controls, line breaks and tabs are ignored, a backslash before the query
 * counts as a slash, and any number of slashes may precede the host. User names are dropped. So are
 * fragments, unless they look like a route that a page's script reads.
 *
 * @param given the URL as it was parsed
 * @param scheme {@code http} or {@code https}
 * @param host in the form of {@link Host}: lower case, in Punycode, without trailing dots; an IPv6
 *     address in brackets
 * @param port the port, or -1 if it is the scheme's default
 * @param path as given, from its first slash; {@code /} if there was none
 * @param query as given, without the question mark, or the empty string
 * @param route the fragment as given, if it begins with {@code !} or a slash, or with a name, an
 *     equals sign and a value; otherwise the empty string. The number sign is left out, and so are
 *     an anchor after a second number sign and the directive of a text fragment
 */
public record HttpUrl(
    String given, String scheme, String host, int port, String path, String query, String route) {

  /** Maximum length of a URL: fingerprints and verdicts contain it, so it must be bounded. */
  public static final int MAX_CHARS = 16_384;

  /**
   * If neither a URL nor its host in Punycode is longer than this, the URL fits even if every
   * character is percent-encoded.
   */
  public static final int SURE_CHARS = MAX_CHARS / 10;

  private static final String HTTP = "http";
  private static final String HTTPS = "https";
  private static final String WWW = "www.";
  private static final Pattern DROPPED = Pattern.compile("[\n\r\t]");

  /**
   * The name of a parameter in a route, as a regular expression. A time, region or track of a video
   * (W3C, Media Fragments URI 1.0) is not a route.
   */
  static final String ROUTE_NAME = "(?!(?:t|xywh|track)=)[A-Za-z][\\w.-]*+";

  private static final Pattern ROUTE = Pattern.compile("[!/]\\S|" + ROUTE_NAME + "=[^=\\s]");

  /** Begins an anchor in a route, or the directive of a text fragment. */
  private static final Pattern AFTER_ROUTE = Pattern.compile("#|:(?:~|%7[Ee]):");

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
    String all = clean(url);
    int hash = all.indexOf('#');
    String clean = hash < 0 ? all : all.substring(0, hash);
    int colon = clean.indexOf(':');
    if (colon < 0 || !isScheme(clean, colon)) {
      throw new BadPageException(
          "the URL " + quote(url) + " is not absolute, must start with http:// or https://");
    }
    String scheme = Ascii.lower(clean.substring(0, colon));
    if (!scheme.equals(HTTP) && !scheme.equals(HTTPS)) {
      throw new BadPageException(
          "the URL " + quote(url) + " is of scheme " + quote(scheme) + ", must be http or https");
    }
    int start = colon + 1;
    while (start < clean.length() && isSlash(clean.charAt(start))) {
      start++;
    }
    int end = endOfAuthority(clean, start);
    int afterUser = Math.max(start, clean.lastIndexOf('@', end - 1) + 1);
    String authority = clean.substring(afterUser, end);
    int portColon = portColon(authority);
    String host = portColon < 0 ? authority : authority.substring(0, portColon);
    int port = portColon < 0 ? -1 : port(authority.substring(portColon + 1), url);
    int question = clean.indexOf('?', end);
    String path = clean.substring(end, question < 0 ? clean.length() : question).replace('\\', '/');
    HttpUrl parts =
        new HttpUrl(
            url,
            scheme,
            Host.of(host, url),
            port == defaultPort(scheme) ? -1 : port,
            path.isEmpty() ? "/" : path,
            question < 0 ? "" : clean.substring(question + 1),
            hash < 0 ? "" : route(all.substring(hash + 1)));
    if (url.length() > SURE_CHARS || parts.host.length() > SURE_CHARS) {
      parts.ensureFits();
    }
    return parts;
  }

  /**
   * {@return the name under which everything is kept that is counted, compared or configured by
   * host} It is the host without {@code www.}, unless only one label would be left; neither port
   * nor user makes another one.
   */
  public String site() {
    return withoutWww(host);
  }

  /** {@return the site of a URL as produced; the empty string if no page can have this URL} */
  public static String site(String url) {
    try {
      return parse(url).site();
    } catch (BadPageException e) {
      return "";
    }
  }

  /**
   * {@return how the URLs of this site usually begin, up to the slash after the host} Every URL
   * that begins so and has at most {@link #SURE_CHARS} is of this site: nothing that follows the
   * slash can change that.
   */
  public String start() {
    return scheme + "://" + host + "/";
  }

  /** A host without {@code www.}, unless only one label would be left. */
  public static String withoutWww(String host) {
    int from = 0;
    while (host.startsWith(WWW, from) && host.indexOf('.', from + WWW.length()) > 0) {
      from += WWW.length();
    }
    return host.substring(from);
  }

  /** Checks the length of the longest form in which the URL is written. */
  private void ensureFits() throws BadPageException {
    int chars = (HTTPS + "://").length() + host.length() + (port < 0 ? 0 : ":65535".length());
    chars += UrlNormalizer.escaped(path).length();
    chars += query.isEmpty() ? 0 : 1 + UrlNormalizer.escapedQuery(query).length();
    chars += route.isEmpty() ? 0 : 1 + UrlNormalizer.escapedQuery(route).length();
    if (chars > MAX_CHARS) {
      throw new BadPageException(
          "the URL is "
              + chars
              + " characters long when percent-encoded, must be at most "
              + MAX_CHARS);
    }
  }

  /**
   * The absolute address to which a link on this page leads (RFC 3986, section 5.2). Dot segments
   * stay: {@code java.net.URL} takes quadratic time to remove them.
   */
  String resolved(String link) {
    int colon = link.indexOf(':');
    if (colon > 0 && isScheme(link, colon)) {
      boolean sameScheme = colon == scheme.length() && Ascii.begins(link, 0, scheme);
      return sameScheme ? joined(link.substring(colon + 1)) : link;
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

  private static String route(String fragment) {
    String route = AFTER_ROUTE.split(fragment, 2)[0];
    return ROUTE.matcher(route).lookingAt() ? route : "";
  }

  /**
   * The URL without surrounding blanks and controls, line breaks and tabs, and with U+FFFD for lone
   * surrogates, which cannot be percent-encoded.
   */
  private static String clean(String url) {
    String clean = url.trim();
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

  /**
   * Index of the colon before the port, -1 if there is none; colons in brackets belong to the host.
   */
  private static int portColon(String authority) {
    boolean bracketed = false;
    for (int i = 0; i < authority.length(); i++) {
      char c = authority.charAt(i);
      bracketed = c == '[' || (bracketed && c != ']');
      if (c == ':' && !bracketed) {
        return i;
      }
    }
    return -1;
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

  /**
   * Formats a value for a message: in quotes, truncated if long, with unprintable characters
   * escaped.
   */
  static String quote(String value) {
    return "'" + Printable.escaped(Printable.cut(value, 100)) + "'";
  }
}
