package dev.crawlsieve.core.page;

import crawlercommons.domains.EffectiveTldFinder;
import crawlercommons.filters.basic.BasicURLNormalizer;
import dev.crawlsieve.core.config.PageSettings;
import dev.crawlsieve.core.text.Ascii;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Converts URLs to a normal form shared by all URLs of the same page (RFC 3986, section 6): host
 * and scheme in lower case, no default port, user name, dot segments or doubled slashes, no
 * fragment except a {@link HttpUrl#route}, percent-encoding only where needed, query parameters
 * sorted by name, no tracking parameters, {@code https} instead of {@code http}, also for its
 * default port, and no {@code www.}.
 *
 * <p>Normalising a normal form does not change it, and no normal form is longer than {@link
 * HttpUrl#MAX_CHARS}.
 */
public final class UrlNormalizer {

  private static final Pattern ROUTE_PARAMETER = Pattern.compile(HttpUrl.ROUTE_NAME + "=[^=].*+");
  private static final Pattern PARAMETER = Pattern.compile(";([^;/]*+)");

  private final boolean strict;
  private final Set<String> trackingNames;
  private final List<String> trackingPrefixes;

  UrlNormalizer(boolean strict, Set<String> tracking) {
    this.strict = strict;
    trackingNames =
        tracking.stream()
            .filter(name -> !name.endsWith("*"))
            .collect(Collectors.toUnmodifiableSet());
    trackingPrefixes =
        tracking.stream()
            .filter(name -> name.endsWith("*"))
            .map(name -> name.substring(0, name.length() - 1))
            .toList();
  }

  /** A normaliser configured by the settings. */
  public static UrlNormalizer of(PageSettings settings) {
    return new UrlNormalizer(false, settings.trackingParameters());
  }

  /** A normaliser that keeps the scheme, {@code www.} and all parameters. */
  public static UrlNormalizer strict() {
    return new UrlNormalizer(true, Set.of());
  }

  /**
   * The normal form of a URL.
   *
   * @throws BadPageException if it is not an absolute http or https URL
   */
  public String normalize(String url) throws BadPageException {
    return normalize(HttpUrl.parse(url));
  }

  /** The normal form of a URL. */
  public String normalize(HttpUrl parts) {
    StringBuilder normal = new StringBuilder(parts.given().length() + 16);
    String scheme = strict ? parts.scheme() : "https";
    normal.append(scheme).append("://");
    normal.append(strict ? parts.host() : parts.site());
    if (parts.port() >= 0 && parts.port() != HttpUrl.defaultPort(scheme)) {
      normal.append(':').append(parts.port());
    }
    normal.append(path(parts.path()));
    if (!parts.query().isEmpty()) {
      appendParameters('?', parts.query(), normal);
    }
    if (parts.route().startsWith("!") || parts.route().startsWith("/")) {
      normal.append('#').append(encoded(parts.route(), UrlNormalizer::escapedQuery));
    } else if (!parts.route().isEmpty()) {
      appendParameters('#', parts.route(), normal);
    }
    return normal.toString();
  }

  /**
   * The host of a normal form.
   *
   * @param normalizedUrl a result of {@link #normalize}
   */
  public static String host(String normalizedUrl) {
    int start = normalizedUrl.indexOf("://") + 3;
    int end = normalizedUrl.indexOf('/', start);
    if (start < 3 || end < 0) {
      throw new IllegalArgumentException(normalizedUrl + " is not a normal form");
    }
    int port = normalizedUrl.indexOf(':', Math.max(start, normalizedUrl.lastIndexOf(']', end)));
    return normalizedUrl.substring(start, port < 0 || port > end ? end : port);
  }

  /**
   * The registered domain of a normal form's host, by the public suffix list including its private
   * section; so two users of one hosting site have two domains. If the host has no registered
   * domain, for example an IP address, the host itself.
   *
   * @param normalizedUrl a result of {@link #normalize}
   */
  public static String domain(String normalizedUrl) {
    String host = host(normalizedUrl);
    char last = host.charAt(host.length() - 1);
    if (last == ']' || (last >= '0' && last <= '9') || host.indexOf('.') < 0) {
      return host; // without the list, which takes long to load
    }
    String domain = EffectiveTldFinder.getAssignedDomain(host, true, false);
    return domain == null ? host : domain;
  }

  /**
   * Of crawler-commons, only the percent-encoding is used: its URL normaliser (version 1.6) splits
   * off the query at the wrong place if the path contained anything to unescape, loses the slash of
   * {@code /../..x}, and rejects IPv6 addresses.
   */
  private String path(String raw) {
    return withoutDots(withoutTracking(encoded(raw, UrlNormalizer::escaped)));
  }

  /**
   * A text that is percent-encoded only where it has to be. A percent sign that begins no sequence
   * stays as it is, as in the URL Standard, and what follows it is not decoded so that it would
   * begin one.
   *
   * @param escape percent-encodes what needs it in such a text, without percent signs of that kind
   */
  private static String encoded(String raw, UnaryOperator<String> escape) {
    StringBuilder encoded = new StringBuilder(raw.length());
    int from = 0;
    for (int at = raw.indexOf('%'); at >= 0; at = raw.indexOf('%', at + 1)) {
      if (!isHex(raw, at + 1)) {
        append(raw.substring(from, at), from > 0, escape, encoded);
        encoded.append('%');
        from = at + 1;
      }
    }
    append(raw.substring(from), from > 0, escape, encoded);
    return encoded.toString();
  }

  private static void append(
      String part, boolean afterSign, UnaryOperator<String> escape, StringBuilder to) {
    String encoded = BasicURLNormalizer.unescapePath(escape.apply(part));
    if (afterSign && isHex(encoded, 0)) {
      to.append('%').append(HexFormat.of().withUpperCase().toHexDigits((byte) encoded.charAt(0)));
      to.append(encoded, 1, encoded.length());
    } else {
      to.append(encoded);
    }
  }

  /** Whether there are two hexadecimal digits at an index. */
  private static boolean isHex(String text, int at) {
    return at + 1 < text.length()
        && HexFormat.isHexDigit(text.charAt(at))
        && HexFormat.isHexDigit(text.charAt(at + 1));
  }

  /** A path with every character percent-encoded that needs it. */
  static String escaped(String path) {
    return BasicURLNormalizer.escapePath(path);
  }

  /** A query with every character percent-encoded that needs it, including apostrophes. */
  static String escapedQuery(String query) {
    return BasicURLNormalizer.escapePath(query).replace("'", "%27");
  }

  /**
   * The path without dot segments (RFC 3986, section 5.2.4) and without empty segments. Dot
   * segments are removed first, and count an empty segment like any other.
   */
  private static String withoutDots(String path) {
    if (!path.contains("/.") && !path.contains("//")) {
      return path;
    }
    Deque<String> kept = new ArrayDeque<>();
    boolean open = false;
    for (String segment : path.substring(1).split("/", -1)) {
      open = segment.isEmpty() || segment.equals(".") || segment.equals("..");
      if (segment.equals("..")) {
        kept.pollLast();
      } else if (!segment.equals(".")) {
        kept.addLast(segment);
      }
    }
    kept.removeIf(String::isEmpty);
    String joined = "/" + String.join("/", kept);
    return open && !kept.isEmpty() ? joined + "/" : joined;
  }

  /** The path without tracking path parameters, such as {@code ;jsessionid=1}. */
  private String withoutTracking(String path) {
    return path.indexOf(';') < 0
        ? path
        : PARAMETER
            .matcher(path)
            .replaceAll(
                found -> isTracking(found.group(1)) ? "" : Matcher.quoteReplacement(found.group()));
  }

  private void appendParameters(char first, String parameters, StringBuilder normal) {
    List<String> kept = new ArrayList<>();
    for (String parameter : encoded(parameters, UrlNormalizer::escapedQuery).split("&")) {
      boolean named =
          first == '?'
              ? !parameter.isEmpty() && parameter.charAt(0) != '='
              : ROUTE_PARAMETER.matcher(parameter).matches();
      if (named && !isTracking(parameter)) {
        boolean noValue = parameter.indexOf('=') == parameter.length() - 1;
        kept.add(noValue ? parameter.substring(0, parameter.length() - 1) : parameter);
      }
    }
    // The sort is stable: the order of two values with the same name may matter to the server.
    kept.sort(Comparator.comparing(UrlNormalizer::name));
    char separator = first;
    for (String parameter : kept) {
      normal.append(separator).append(parameter);
      separator = '&';
    }
  }

  private boolean isTracking(String parameter) {
    String name = Ascii.lower(name(parameter));
    return trackingNames.contains(name) || trackingPrefixes.stream().anyMatch(name::startsWith);
  }

  private static String name(String parameter) {
    int equals = parameter.indexOf('=');
    return equals < 0 ? parameter : parameter.substring(0, equals);
  }
}
