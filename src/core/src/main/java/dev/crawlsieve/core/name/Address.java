package dev.crawlsieve.core.name;

import dev.crawlsieve.core.text.Ascii;
import dev.crawlsieve.core.text.CharTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a path and a query say about which item a page shows, as hashes; 0 for nothing. Leaves out
 * what makes variants of one item, wherever it stands: dotted releases, also within the name of a
 * folder, languages, an index file, an extension, sessions, the order of a list. Words of addresses
 * are those of programs, in English; in other languages they name something, as any word does.
 *
 * @param folders the segments before the last one, at most {@link #MOST_FOLDERS}: 16 bits of the
 *     whole segment in the high half; below, 14 bits of it without its numbers, and {@link #NUMBER}
 *     and {@link #NUMBERED}
 * @param forms the folders that are left out, 0 if there are none
 * @param last the last segment that names something; {@link #CHOOSES} is one of its bits
 * @param page which page of a list it is, 0 for the first
 * @param order which order a list is in, 0 if its address does not say
 * @param parameters those that may choose an item, at most {@link #MOST_PARAMETERS}: the name in
 *     the high half, in its lowest bit whether it may be left out, the value in the low half,
 *     ascending by name (unsigned)
 */
record Address(int[] folders, int forms, int last, int page, int order, long[] parameters) {

  /** The most folders; what follows becomes a part of the last one. */
  static final int MOST_FOLDERS = 8;

  /** The most parameters of a query; what follows becomes a part of the last one's value. */
  static final int MOST_PARAMETERS = 4;

  /** Of a folder: it is a number. */
  static final int NUMBER = 1;

  /** Of a folder: it has digits. */
  static final int NUMBERED = 2;

  /**
   * Of a last segment: it chooses an item as an {@code id} in a query does, as it is a number, or
   * the name of a list.
   */
  private static final int CHOOSES = 2;

  private static final int OPTIONAL = 1; // a bit of a parameter's name

  /** An address that says nothing. */
  static final Address NOWHERE = new Address(new int[0], 0, 0, 0, 0, new long[0]);

  /** An index file, or its twin in Markdown (llmstxt.org). */
  private static final Pattern INDEX =
      Pattern.compile("(?:index|default|home|main)(?:\\.\\w{1,8}(?:\\.(?:md|markdown))?)?");

  // possessive: a group that is repeated otherwise takes stack for each repetition
  private static final Pattern RELEASE =
      Pattern.compile(
          "(?:[a-z]{1,16}[-_.]?)?\\d{1,4}+(?:[._]\\d{1,3}+){1,2}+(?:[-.]?[a-z]++\\d*+)?(?:\\.x)?"
              + "|(?:v|ver|version|rel|release|jdk|java)[-_]?\\d++");

  /**
   * A release within a name, as of {@code cats-core_2.13-2.9.0-javadoc.jar}: not two numbers, as
   * sizes have.
   */
  private static final Pattern RELEASE_IN_NAME =
      Pattern.compile(
          "(?<![\\d.])\\d{1,3}+(?:\\.\\d{1,3}+){2}+(?!\\.?\\d)(?:\\.[a-z]++\\d*+|-?[a-z]++\\d++)?");

  /** A day: 11.05.2026, 2026_05_11. */
  private static final Pattern DATE =
      Pattern.compile(
          "\\d\\d?[._]\\d\\d?[._](?:19|20)\\d\\d|(?:19|20)\\d\\d[._]\\d\\d?[._]\\d\\d?");

  private static final Pattern DIGITS = Pattern.compile("\\d++");
  private static final Pattern NUMBERS = Pattern.compile("(?:[-_.]?\\d++)++");
  private static final Pattern EXTENSION =
      Pattern.compile("\\.(?:[xs]?html?|php\\d?|aspx?|jsp|md|markdown)");

  /** Of a parameter's name, which list it pages through: query-20-page, lp_page_2669. */
  private static final Pattern AROUND_PAGE = Pattern.compile("^.*[-_](?=[a-z])|[-_]\\d++$");

  /** A number, perhaps after a short word: 001307, node12, msg-00012, 2012-05-03. */
  private static final Pattern NUMBERED_NAME =
      Pattern.compile("(?:[a-z]{1,8}[-_]?)?\\d++(?:[-_.]\\d++)*+");

  /** How Apache's lists of files are ordered. */
  private static final Pattern APACHE_ORDER = Pattern.compile("C=[NMSD][&;]O=[AD]");

  /** Folders whose pages are lists, each of other things. */
  private static final Set<String> LISTS =
      words("tag tags category categories label labels topic topics author");

  /** Folders that hold another release or form of the same pages. */
  private static final Set<String> FORMS =
      words(
          "latest stable current dev devel master main trunk nightly snapshot next release"
              + " print printable amp mobile m");

  /** Parameters that change the order of a list, unless their value is a number. */
  private static final Set<String> ORDERS =
      words("sort sortby sort_by sortorder order orderby order_by dir direction");

  /** Parameters of sessions, unless their value is a number: that may be a story's. */
  private static final Set<String> SESSIONS = words("sid session sessionid session_id");

  /** Parameters of sessions, of where a visitor comes from and of marked words. */
  private static final Set<String> VISITS =
      words(
          "phpsessid jsessionid oscsid zenid xtcsid cfid cftoken replytocom highlight hilit"
              + " referer referrer redirect redirect_to return returnto return_to returnurl back"
              + " nocache _");

  /** Parameters that name the language of a page, if their value is one. */
  private static final Set<String> TONGUES = words("lang language locale setlang hl");

  /** Parameters that may change how a page looks; two values of one may choose two items. */
  private static final Set<String> LOOKS =
      words(
          "filter print printable printer view layout style theme skin display format output"
              + " mobile amp from share ref");

  /** Parameters that page through a list, if their value is a number. */
  private static final Set<String> PAGES = words("page paged pg start offset from");

  private static Set<String> words(String list) {
    return Set.of(list.split(" "));
  }

  /**
   * The address of a URL.
   *
   * @param normalized in normal form
   * @param path index of its path
   * @param language the page's declared language, without region and script, or the empty string
   */
  static Address of(String normalized, int path, String language) {
    String url = withRoute(normalized);
    int query = url.indexOf('?', path);
    String asked = query < 0 ? "" : url.substring(query + 1);
    String written = url.substring(path, query < 0 ? url.length() : query);
    List<String> parameters = new ArrayList<>();
    List<String> segments = segments(written, parameters);
    int last = segments.size();
    boolean folder = written.endsWith("/");
    while (last > 0 && INDEX.matcher(segments.get(last - 1)).matches()) {
      last--;
      folder = true;
    }
    int page = 0;
    String number = last == 0 ? "" : withoutExtensions(segments.get(last - 1));
    if (last > 1 && segments.get(last - 2).equals("page") && isNumber(number)) {
      page = page(number);
      last -= 2;
      folder = true;
    }
    StringBuilder forms = new StringBuilder();
    while (last > 1 && folder && isRelease(segments.get(last - 1))) {
      forms.append('/').append(segments.get(--last)); // the first page of a release
    }
    List<String> folders = new ArrayList<>();
    for (int i = 0; i < last - 1; i++) {
      String each = segments.get(i);
      if (isForm(each, i == 0, language)) {
        forms.append('/').append(each);
      } else {
        String item = hasDigit(each) ? RELEASE_IN_NAME.matcher(each).replaceAll("#") : each;
        forms.append(item.equals(each) ? "" : '/' + each);
        folders.add(item);
      }
    }
    boolean ordered = APACHE_ORDER.matcher(asked).matches();
    if (!ordered && !asked.isEmpty()) {
      parameters.addAll(List.of(asked.split("[&;]")));
    }
    for (String parameter : parameters) {
      page += isPage(parameter) ? page(value(parameter)) : 0;
    }
    return new Address(
        folders(folders),
        hash(forms),
        last == 0 ? 0 : last(segments, last, folder),
        page,
        ordered ? hash(asked) : order(parameters),
        parameters(parameters));
  }

  /** A URL with the route in its fragment as part of its path, or of its query. */
  private static String withRoute(String url) {
    int hash = url.indexOf('#');
    if (hash < 0) {
      return url;
    }
    String route = url.substring(hash + 1);
    int question = url.indexOf('?');
    boolean queried = question >= 0 && question < hash;
    String page = url.substring(0, queried ? question : hash);
    boolean path = route.charAt(0) == '!' || route.charAt(0) == '/';
    String with = page + (path ? '/' : '?') + route;
    return queried
        ? with + (with.indexOf('?') < 0 ? '?' : '&') + url.substring(question + 1, hash)
        : with;
  }

  private static int last(List<String> segments, int number, boolean folder) {
    String name = withoutExtensions(segments.get(number - 1));
    boolean chooses =
        (hasDigit(name) && NUMBERED_NAME.matcher(name).matches() && !(folder && isRelease(name)))
            || (number > 1 && LISTS.contains(segments.get(number - 2)));
    int hash = hash(name);
    return chooses ? hash | CHOOSES : hash & ~CHOOSES;
  }

  /** From the end, since a pattern that finds where they begin takes quadratic time, and stack. */
  private static String withoutExtensions(String segment) {
    Matcher extension = EXTENSION.matcher(segment);
    int end = segment.length();
    int dot = segment.lastIndexOf('.');
    while (dot >= 0 && extension.region(dot, end).matches()) {
      end = dot;
      dot = segment.lastIndexOf('.', end - 1);
    }
    return segment.substring(0, end);
  }

  /**
   * The segments of a path, decoded and folded, without their parameters (RFC 3986, section 3.3),
   * which are added to a list.
   */
  private static List<String> segments(String path, List<String> parameters) {
    List<String> segments = new ArrayList<>();
    for (String segment : path.split("/")) {
      String[] parts = segment.split(";");
      if (parts.length > 0 && !parts[0].isEmpty()) {
        segments.add(CharTable.TABLE.folded(Decoded.of(parts[0])));
      }
      Arrays.stream(parts).skip(1).map(Ascii::lower).forEach(parameters::add);
    }
    return segments;
  }

  private static boolean isRelease(String segment) {
    return hasDigit(segment)
        && RELEASE.matcher(segment).matches()
        && !DATE.matcher(segment).matches();
  }

  /**
   * Whether a folder holds another release, form or translation of the same pages. Two or three
   * letters alone are a language only if the page says so or no folder is before them, else they
   * may be a state.
   */
  private static boolean isForm(String folder, boolean first, String language) {
    if (FORMS.contains(folder) || isRelease(folder) || folder.equals(language)) {
      return true;
    }
    String tongue = LanguageTag.language(folder);
    return !tongue.isEmpty() && (first || tongue.length() < folder.length());
  }

  private static int[] folders(List<String> names) {
    int[] folders = new int[Math.min(MOST_FOLDERS, names.size())];
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      boolean number = isNumber(name);
      boolean numbered = hasDigit(name);
      int stem = number ? 0 : hash(numbered ? NUMBERS.matcher(name).replaceAll("#") : name);
      int folder =
          (hash(name) & 0xffff0000)
              | ((stem >>> 16) & ~(NUMBER | NUMBERED))
              | (number ? NUMBER : 0)
              | (numbered ? NUMBERED : 0);
      int at = Math.min(i, MOST_FOLDERS - 1);
      folders[at] = i < MOST_FOLDERS ? folder : (31 * folders[at] + folder) & ~(NUMBER | NUMBERED);
    }
    return folders;
  }

  /** Most segments have none, and need not be matched with the patterns of those that have. */
  private static boolean hasDigit(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) >= '0' && text.charAt(i) <= '9') {
        return true;
      }
    }
    return false;
  }

  private static boolean isNumber(String text) {
    return hasDigit(text) && DIGITS.matcher(text).matches();
  }

  /** A page's number as 16 bits; 0 for the first, whether it is counted from 0 or from 1. */
  private static int page(String number) {
    return number.length() == 1 && number.charAt(0) <= '1' ? 0 : (hash(number) >>> 16) | 1;
  }

  /** Whether a parameter is a page's number, also of one of several lists: query-20-page=6. */
  private static boolean isPage(String parameter) {
    String name = parameter.substring(0, Math.max(0, parameter.indexOf('=')));
    return PAGES.contains(AROUND_PAGE.matcher(Ascii.lower(name)).replaceAll(""))
        && isNumber(value(parameter));
  }

  private static boolean isNamed(String parameter, Set<String> names) {
    int equals = parameter.indexOf('=');
    return equals > 0 && names.contains(Ascii.lower(parameter.substring(0, equals)));
  }

  private static String value(String parameter) {
    return parameter.substring(parameter.indexOf('=') + 1);
  }

  private static boolean isOrder(String parameter) {
    return isNamed(parameter, ORDERS) && !isNumber(value(parameter));
  }

  /** A hash of the parameters of order, in any order; 0 if there are none. */
  private static int order(List<String> parameters) {
    int order = 0;
    for (String parameter : parameters) {
      order += isOrder(parameter) ? hash(parameter) : 0;
    }
    return order;
  }

  private static boolean isLanguage(String parameter) {
    return isNamed(parameter, TONGUES)
        && !LanguageTag.language(Ascii.lower(value(parameter))).isEmpty();
  }

  /** Whether the parameter in the high half may be left out. */
  static boolean isOptional(long parameter) {
    return (parameter >>> 32 & OPTIONAL) != 0;
  }

  private static boolean isSession(String parameter) {
    return isNamed(parameter, SESSIONS) && !isNumber(value(parameter));
  }

  private static long[] parameters(List<String> query) {
    Map<Integer, Integer> values = new TreeMap<>(Integer::compareUnsigned);
    for (String parameter : query) {
      int equals = parameter.indexOf('=');
      String name =
          Ascii.lower(Decoded.of(equals < 0 ? parameter : parameter.substring(0, equals)));
      boolean variant =
          VISITS.contains(name)
              || isSession(parameter)
              || isOrder(parameter)
              || isLanguage(parameter);
      if (!name.isEmpty() && !variant) {
        String value = equals < 0 ? "" : Decoded.of(parameter.substring(equals + 1));
        int optional = LOOKS.contains(name) ? OPTIONAL : 0;
        values.merge((hash(name) & ~OPTIONAL) | optional, hash(value), (a, b) -> 31 * a + b);
      }
    }
    long[] parameters = new long[Math.min(MOST_PARAMETERS, values.size())];
    int i = 0;
    for (Map.Entry<Integer, Integer> each : values.entrySet()) {
      long both = (long) each.getKey() << 32 | (each.getValue() & 0xffffffffL);
      if (i < MOST_PARAMETERS) {
        parameters[i++] = both;
      } else {
        long rest = 31 * parameters[i - 1] + hash(Long.toString(both));
        parameters[i - 1] = (parameters[i - 1] & ~0xffffffffL) | (rest & 0xffffffffL);
      }
    }
    return parameters;
  }

  /** Whether it is the first page of a host. */
  boolean isFirst() {
    return folders.length == 0 && last == 0 && parameters.length == 0;
  }

  /** A hash in 16 bits of what two layouts of one site have in common, 0 if that is nothing. */
  int hash() {
    return last == 0 && parameters.length == 0
        ? 0
        : Math.max(1, ((31 * last + Arrays.hashCode(parameters)) * 0x9e3779b1) >>> 16);
  }

  /** A hash of all that chooses an item. */
  int all() {
    return 31 * (31 * (31 * Arrays.hashCode(folders) + last) + page) + Arrays.hashCode(parameters);
  }

  private static int hash(CharSequence text) {
    return text.isEmpty() ? 0 : PageNamer.hash(text) | 1;
  }
}
