package dev.crawlsieve.core.name;

import com.ibm.icu.util.ULocale;
import dev.crawlsieve.core.text.Ascii;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a path and a query say about which item a page shows, as hashes of 32 bits; 0 for nothing.
 * Leaves out what makes variants of one item: releases, languages, an index file, an extension,
 * sessions, the order of a list.
 *
 * @param folders the segments before the last one
 * @param words the same without numbers, also those that a segment ends with, and two letters
 * @param numbers the segments that are numbers
 * @param last the last segment that names something; {@link #chooses} says what is in its bits
 * @param page which page of a list it is, 0 for the first
 * @param order which order a list is in, 0 if its address does not say
 * @param parameters those that choose an item, at most {@link #MOST_PARAMETERS}: the name in the
 *     high half, the value in the low half, ascending by name
 */
record Address(
    int folders, int words, int numbers, int last, int page, int order, long[] parameters) {

  /** The most parameters of a query; what follows becomes a part of the last one's value. */
  static final int MOST_PARAMETERS = 4;

  private static final int CHOOSES = 2; // a bit of the last segment's hash

  private static final Pattern INDEX =
      Pattern.compile("(index|default|home|main)(\\.\\w{1,8})?", Pattern.CASE_INSENSITIVE);

  // possessive: a group that is repeated otherwise takes stack for each repetition
  private static final Pattern RELEASE =
      Pattern.compile(
          "(?:[a-z]{1,16}[-_.]?)?\\d{1,4}+(?:[._]\\d{1,4}+)++(?:[-.]?[a-z]++\\d*+)?(?:\\.x)?"
              + "|(?:v|ver|version|rel|release|r|jdk|java)[-_]?\\d++",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern FIRST_RELEASE = Pattern.compile("\\d\\d?|0\\d{1,4}");
  private static final Pattern LANGUAGE = Pattern.compile("([a-z]{2})([-_][a-z]{2,4})?");
  private static final Pattern NUMBER = Pattern.compile("\\d++");
  private static final Pattern EXTENSION = Pattern.compile("\\.(?:[xs]?html?|php\\d?|aspx?|jsp)$");

  /** A number, perhaps after a short word: 001307, node12, msg-00012, 2012-05-03. */
  private static final Pattern NUMBERED =
      Pattern.compile("(?:[a-z]{1,8}[-_]?)?\\d++(?:[-_.]\\d++)*+");

  /** Folders whose pages are lists, each of other things. */
  private static final Set<String> LISTS =
      words("tag tags category categories label labels topic topics author");

  /** Folders that hold another release or form of the same pages. */
  private static final Set<String> FORMS =
      words(
          "latest stable current dev devel master main trunk nightly snapshot next release"
              + " print printable amp mobile m html");

  /** Parameters that change the order of a list. */
  private static final Set<String> ORDERS =
      words("sort sortby sort_by sortorder order orderby order_by dir direction c o n");

  /** Parameters that change how a page looks, not what it shows, and those of sessions. */
  private static final Set<String> VARIANTS =
      words(
          "filter sid session sessionid session_id phpsessid jsessionid oscsid zenid xtcsid cfid"
              + " cftoken replytocom highlight hilit print printable printer view layout style"
              + " theme skin display format output mobile amp ref referer referrer from share"
              + " redirect redirect_to return returnto return_to returnurl back nocache _"
              + " lang language locale setlang hl");

  /** Parameters that page through a list. */
  private static final Set<String> PAGES = words("page paged pg start offset from");

  private static final Set<String> LANGUAGES =
      Stream.of(ULocale.getISOLanguages())
          .filter(code -> code.length() == 2)
          .collect(Collectors.toUnmodifiableSet());

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
    int end = query < 0 ? url.length() : query;
    List<String> segments = segments(Ascii.lower(url.substring(path, end)));
    int last = segments.size();
    while (last > 0 && passesOver(segments.get(last - 1), last)) {
      last--;
    }
    StringBuilder folders = new StringBuilder();
    StringBuilder words = new StringBuilder();
    StringBuilder numbers = new StringBuilder();
    for (int i = 0; i < last - 1; i++) {
      String folder = segments.get(i);
      if (!isForm(folder, i == 0, language)) {
        folders.append('/').append(folder);
        if (NUMBER.matcher(folder).matches()) {
          numbers.append('/').append(folder);
        } else if (!LANGUAGES.contains(folder)) {
          words.append('/').append(folder, 0, beforeNumber(folder));
        }
      }
    }
    String name = last == 0 ? "" : EXTENSION.matcher(segments.get(last - 1)).replaceFirst("");
    boolean paged = last > 1 && segments.get(last - 2).equals("page");
    String[] parameters = query < 0 ? new String[0] : url.substring(query + 1).split("[&;]");
    return new Address(
        hash(folders),
        hash(words),
        hash(numbers),
        last == 0 ? 0 : last(name, segments, last),
        paged ? hash(name) : number(parameters, PAGES),
        number(parameters, ORDERS),
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

  private static int last(String name, List<String> segments, int number) {
    String segment = segments.get(number - 1);
    boolean file = EXTENSION.matcher(segment).find();
    boolean release = !file && isRelease(segment, number == 1);
    boolean chooses =
        (NUMBERED.matcher(name).matches() && !release)
            || (number > 1 && LISTS.contains(segments.get(number - 2)));
    int hash = hash(name);
    return chooses ? hash | CHOOSES : hash & ~CHOOSES;
  }

  /**
   * Whether a last segment chooses an item as an {@code id} in a query does: it is a number, or the
   * name of a list.
   */
  static boolean chooses(int last) {
    return (last & CHOOSES) != 0;
  }

  private static List<String> segments(String path) {
    List<String> segments = new ArrayList<>();
    for (String segment : path.split("/")) {
      int parameters = segment.indexOf(';');
      String name = parameters < 0 ? segment : segment.substring(0, parameters);
      if (!name.isEmpty()) {
        segments.add(name);
      }
    }
    return segments;
  }

  /** Whether the last segment that is left says nothing about the item; a file's name does. */
  private static boolean passesOver(String segment, int number) {
    return INDEX.matcher(segment).matches()
        || (number > 1 && RELEASE.matcher(segment).matches() && !EXTENSION.matcher(segment).find());
  }

  private static boolean isRelease(String segment, boolean first) {
    return RELEASE.matcher(segment).matches()
        || (first && FIRST_RELEASE.matcher(segment).matches());
  }

  /**
   * Whether a folder holds another release, form or translation of the same pages. A first folder
   * that is a small number, or one with zeros before it, is a release; two letters alone are a
   * language only if the page says so or no folder is before them, else they may be a state.
   */
  private static boolean isForm(String folder, boolean first, String language) {
    Matcher languages = LANGUAGE.matcher(folder);
    return FORMS.contains(folder)
        || isRelease(folder, first)
        || (languages.matches()
            && LANGUAGES.contains(languages.group(1))
            && (first || languages.group(2) != null || languages.group(1).equals(language)));
  }

  /** Where the number that a segment ends with begins, with a separator before it. */
  private static int beforeNumber(String segment) {
    int end = segment.length();
    while (end > 0 && segment.charAt(end - 1) >= '0' && segment.charAt(end - 1) <= '9') {
      end--;
    }
    boolean separated =
        end > 0 && end < segment.length() && "-_.".indexOf(segment.charAt(end - 1)) >= 0;
    return separated ? end - 1 : end;
  }

  /** A hash of some parameters, in any order; 0 if there are none. */
  private static int number(String[] query, Set<String> names) {
    int number = 0;
    for (String parameter : query) {
      int equals = parameter.indexOf('=');
      if (equals > 0 && names.contains(Ascii.lower(parameter.substring(0, equals)))) {
        number += hash(parameter);
      }
    }
    return number;
  }

  private static long[] parameters(String[] query) {
    Map<Integer, Integer> values = new TreeMap<>(Integer::compareUnsigned);
    for (String parameter : query) {
      int equals = parameter.indexOf('=');
      String name = Ascii.lower(equals < 0 ? parameter : parameter.substring(0, equals));
      if (!name.isEmpty() && !VARIANTS.contains(name) && !ORDERS.contains(name)) {
        String value = equals < 0 ? "" : parameter.substring(equals + 1);
        values.merge(hash(name), hash(value), (a, b) -> 31 * a + b);
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

  /** A hash of it all in 16 bits, 0 only if it names nothing: the first page of a host. */
  int hash() {
    if (folders == 0 && last == 0 && parameters.length == 0) {
      return 0;
    }
    return Math.max(1, all() >>> 16);
  }

  /** A hash of what {@link #hash} is made of, with all its bits. */
  int all() {
    return (31 * (31 * folders + last) + Arrays.hashCode(parameters)) * 0x9e3779b1;
  }

  private static int hash(CharSequence text) {
    return text.isEmpty() ? 0 : PageNamer.hash(text) | 1;
  }
}
