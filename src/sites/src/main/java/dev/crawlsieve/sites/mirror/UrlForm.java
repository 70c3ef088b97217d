package dev.crawlsieve.sites.mirror;

import dev.crawlsieve.core.text.Ascii;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Removes parts from paths and queries. */
final class UrlForm {

  private static final Set<String> DEFAULT_PAGES =
      Set.of(
          ("index.html index.htm index.shtml index.xhtml index.php index.jsp index.asp "
                  + "index.aspx index.cgi default.html default.htm default.asp default.aspx")
              .split(" "));

  private static final Pattern PATH_PARAMETER = Pattern.compile(";([^;/]*+)");

  private UrlForm() {}

  /**
   * The part of a path that all its variants share.
   *
   * @param path the path, in lower case and without its query
   */
  static String skeleton(String path) {
    String plain = path.indexOf(';') < 0 ? path : path.replaceAll(";[^/]*", "");
    String leaf = plain.substring(plain.lastIndexOf('/') + 1);
    if (DEFAULT_PAGES.contains(leaf)) {
      plain = plain.substring(0, plain.length() - leaf.length());
    }
    return plain.endsWith("/") ? plain.substring(0, plain.length() - 1) : plain;
  }

  /** The default page at the end of a path, as spelled there; null if there is none. */
  static @Nullable String defaultPage(String path) {
    int end = SiteUrl.endOfPath(path);
    String leaf = path.substring(path.lastIndexOf('/', end - 1) + 1, end);
    return DEFAULT_PAGES.contains(Ascii.lower(leaf)) ? leaf : null;
  }

  static String withoutDefaultPage(String path, String page) {
    int end = SiteUrl.endOfPath(path);
    return path.startsWith("/" + page, end - page.length() - 1)
        ? path.substring(0, end - page.length()) + path.substring(end)
        : path;
  }

  static String withoutTrailingSlash(String path) {
    int end = SiteUrl.endOfPath(path);
    return end > 1 && path.charAt(end - 1) == '/'
        ? path.substring(0, end - 1) + path.substring(end)
        : path;
  }

  static String withPathInLowerCase(String path) {
    int end = SiteUrl.endOfPath(path);
    return Ascii.lower(path.substring(0, end)) + path.substring(end);
  }

  /** Distinct names of the query's parameters, in order. */
  static List<String> parameters(String path) {
    return new ArrayList<>(values(path).keySet());
  }

  /** The values of the query's parameters by name; names and values are in order. */
  private static Map<String, List<String>> values(String path) {
    int end = SiteUrl.endOfPath(path);
    Map<String, List<String>> values = new LinkedHashMap<>();
    int endOfQuery = SiteUrl.endOfQuery(path);
    if (end < endOfQuery) {
      for (String parameter : path.substring(end + 1, endOfQuery).split("&")) {
        values.computeIfAbsent(name(parameter), none -> new ArrayList<>()).add(parameter);
      }
    }
    return values;
  }

  static String withoutParameters(String path, Set<String> names) {
    int end = SiteUrl.endOfPath(path);
    int endOfQuery = SiteUrl.endOfQuery(path);
    if (end == endOfQuery) {
      return path;
    }
    List<String> kept =
        new ArrayList<>(Arrays.asList(path.substring(end + 1, endOfQuery).split("&")));
    return kept.removeIf(parameter -> names.contains(name(parameter)))
        ? path.substring(0, end)
            + (kept.isEmpty() ? "" : "?" + String.join("&", kept))
            + path.substring(endOfQuery)
        : path;
  }

  /** Names of the parameters in which two queries differ, sorted. */
  static List<String> differing(String path, String other) {
    Map<String, List<String>> one = values(path);
    Map<String, List<String>> two = values(other);
    Set<String> names = new TreeSet<>(one.keySet());
    names.addAll(two.keySet());
    names.removeIf(name -> Objects.equals(one.get(name), two.get(name)));
    return new ArrayList<>(names);
  }

  /** Names of the parameters in the path itself, such as {@code ;jsessionid=1}. */
  static List<String> pathParameters(String path) {
    return PATH_PARAMETER
        .matcher(path.substring(0, SiteUrl.endOfPath(path)))
        .results()
        .map(found -> name(found.group(1)))
        .distinct()
        .toList();
  }

  static String withoutPathParameter(String path, String name) {
    int end = SiteUrl.endOfPath(path);
    Matcher found = PATH_PARAMETER.matcher(path).region(0, end);
    StringBuilder kept = new StringBuilder(path.length());
    int from = 0;
    while (found.find()) {
      if (name(found.group(1)).equals(name)) {
        kept.append(path, from, found.start());
        from = found.end();
      }
    }
    return kept.append(path, from, path.length()).toString();
  }

  private static String name(String parameter) {
    int equals = parameter.indexOf('=');
    return equals < 0 ? parameter : parameter.substring(0, equals);
  }
}
