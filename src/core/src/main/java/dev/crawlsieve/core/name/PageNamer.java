package dev.crawlsieve.core.name;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import com.ibm.icu.text.BreakIterator;
import com.ibm.icu.util.ULocale;
import dev.crawlsieve.core.text.CharTable;
import dev.crawlsieve.core.text.Letters;
import dev.crawlsieve.core.text.NormalForm;
import dev.crawlsieve.core.work.Latest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Makes the names of pages, in time bounded by the length of title and heading; at most the first
 * {@value #MOST_CHARS} characters of each are read. Not thread-safe.
 */
public final class PageNamer {

  // A word is a run of letters, digits and marks, folded. Titles end with the name of the site, and
  // so do
  // those of all its pages; most of it is in the host, so words that are labels of the host do not
  // count. The rest of a title, hashed, is compared in its order: "part 2 of 2" is not "part 1
  // of 2".

  /** Characters that are read of a title or a heading. */
  static final int MOST_CHARS = 1_000;

  private static final Hasher64 HASHER = Hashing.xxh3_64();
  private static final int NUMBER = 1;

  /** Most runs of letters whose words are kept; they take at most some 4 MB. */
  private static final int RUNS = 128;

  private static final Pattern LABEL_END = Pattern.compile("[.:-]");

  /**
   * The URL of a page that had none, as inputs make it: of a row, of a single file, or of a file
   * whose name is a number or a hash. Nobody wrote it, so it says nothing of the page.
   */
  private static final Pattern MADE_UP =
      Pattern.compile(
          "https?://localhost/(?:[^/?#]*+"
              + "|[^/?#]+\\.(?:parquet|jsonl?|ndjson|gz|zst)/[^/?#]++"
              + "|(?:[^/?#]++/)++(?:\\d++|(?=[a-f-]*+\\d)[0-9a-f-]{8,64}+)(?:\\.\\w{1,8})?)");

  /** A canonical link as a template leaves it that knew no address. */
  private static final Pattern PLACEHOLDER =
      Pattern.compile(
          "/(?:null|undefined|none|nan|false|404(?:\\.\\w{1,8})?)/?$|\\{\\{|\\$\\{|%7B%7B|\\$%7B|<%|%3C%");

  private @Nullable BreakIterator breaks; // null until first needed
  private @Nullable BreakIterator syllables;

  /** Runs that were segmented of late: titles end with the name of the site. */
  private final Map<String, List<String>> segmented = Latest.map(RUNS);

  /** A namer. */
  public PageNamer() {}

  /**
   * The name of a page.
   *
   * @param title its title, or the empty string
   * @param heading its first heading, or the empty string
   * @param language its declared language, a lower-case BCP 47 tag, or the empty string
   * @param normalizedUrl its URL in normal form: scheme, host, a path
   * @param site the registered domain of its host, or the host
   * @param canonical the URL of its canonical link, in normal form, if that is of the same site;
   *     else the empty string
   */
  public PageName name(
      String title,
      String heading,
      String language,
      String normalizedUrl,
      String site,
      String canonical) {
    String host = normalizedUrl.substring(normalizedUrl.indexOf("://") + 3, path(normalizedUrl));
    Set<String> labels = new HashSet<>(Arrays.asList(LABEL_END.split(host)));
    short[] titleWords = words(title, labels);
    short[] headingWords = heading.equals(title) ? titleWords : words(heading, labels);
    boolean worded = hasLetters(titleWords) || hasLetters(headingWords);
    int words = 31 * Arrays.hashCode(titleWords) + Arrays.hashCode(headingWords);
    boolean placed = !MADE_UP.matcher(normalizedUrl).matches();
    if (!placed && !worded) {
      return PageName.NONE;
    }
    int end = language.indexOf('-');
    String primary = end < 0 ? language : language.substring(0, end);
    Address own =
        placed ? Address.of(normalizedUrl, path(normalizedUrl), primary) : Address.NOWHERE;
    return PageName.of(
        hash(host),
        placed ? hash(site) : 0,
        own,
        placed ? address(own, normalizedUrl, canonical, primary) : own,
        worded ? spread(words) | 1 : 0,
        primary.isEmpty() ? 0 : hash(primary) | 1,
        titleWords,
        headingWords);
  }

  /**
   * The name of a page that is no markup.
   *
   * @param normalizedUrl its URL in normal form: scheme, host, a path
   * @param site the registered domain of its host, or the host
   */
  public PageName untitled(String normalizedUrl, String site) {
    if (MADE_UP.matcher(normalizedUrl).matches()) {
      return PageName.NONE;
    }
    int path = path(normalizedUrl);
    return PageName.untitled(
        hash(normalizedUrl.substring(normalizedUrl.indexOf("://") + 3, path)),
        hash(site),
        Address.of(normalizedUrl, path, ""));
  }

  /**
   * A canonical link says which item a page is, unless it is a known mistake: on many sites each
   * page names the first page of the site, each page of a list the first one, or each route of a
   * script the page without it.
   */
  private static Address address(Address own, String url, String canonical, String language) {
    if (canonical.isEmpty()) {
      return own;
    }
    Address named = Address.of(canonical, path(canonical), language);
    boolean mistaken =
        named.isFirst()
            || PLACEHOLDER.matcher(canonical).find()
            || (named.page() == 0 && own.page() != 0)
            || (url.indexOf('#') >= 0 && canonical.indexOf('#') < 0);
    return mistaken ? own : named;
  }

  private static int path(String url) {
    int slash = url.indexOf('/', url.indexOf("://") + 3);
    return slash < 0 ? url.length() : slash;
  }

  private static boolean hasLetters(short[] words) {
    for (short word : words) {
      if (!Words.isNumber(word)) {
        return true;
      }
    }
    return false;
  }

  private static int spread(int hash) {
    return (hash * 0x9e3779b1) >>> 16;
  }

  private short[] words(String text, Set<String> labels) {
    String start = text.length() <= MOST_CHARS ? text : text.substring(0, MOST_CHARS);
    int[] words = new int[PageName.MOST_WORDS + 1];
    int count = 0;
    for (String word : words(CharTable.TABLE.folded(NormalForm.of(start)))) {
      if (!labels.contains(word)) {
        int hash = (hash(word) & 0xfffe) | (isNumber(word) ? NUMBER : 0);
        if (count <= PageName.MOST_WORDS) {
          words[count++] = hash;
        } else { // all that follow, in their order, are one word
          words[count - 1] = (words[count - 1] * 31 + hash) & 0xfffe;
        }
      }
    }
    return shorts(words, count);
  }

  private List<String> words(String text) {
    List<String> words = new ArrayList<>();
    for (int at = 0; at < text.length(); ) {
      int end = wordEnd(text, at);
      if (end == at) {
        at += Character.charCount(text.codePointAt(at));
        continue;
      }
      String run = text.substring(at, end);
      if (holdsWithoutSpaces(run)) {
        addSegments(run, words);
      } else {
        words.add(run);
      }
      at = end;
    }
    return words;
  }

  private static boolean holdsWithoutSpaces(String run) {
    for (int at = 0; at < run.length(); ) {
      int point = run.codePointAt(at);
      if (Letters.isWithoutSpaces(point)) {
        return true;
      }
      at += Character.charCount(point);
    }
    return false;
  }

  private void addSegments(String run, List<String> words) {
    List<String> known = segmented.get(run);
    if (known == null) {
      known = segments(run);
      segmented.put(run, known);
    }
    words.addAll(known);
  }

  /**
   * The words of a run of letters without spaces, by ICU's dictionaries (UAX #29, section 4). A
   * script that has none is divided where its lines may break: into syllables (UAX #14).
   */
  private List<String> segments(String run) {
    if (breaks == null) {
      breaks = BreakIterator.getWordInstance(ULocale.ROOT);
    }
    List<String> words = new ArrayList<>();
    breaks.setText(run);
    int from = breaks.first();
    for (int to = breaks.next(); to != BreakIterator.DONE; to = breaks.next()) {
      String word = run.substring(from, to);
      if (breaks.getRuleStatus() < BreakIterator.WORD_LETTER_LIMIT) {
        addSyllables(word, words);
      } else {
        words.add(word); // ideographs and kana
      }
      from = to;
    }
    return words;
  }

  private void addSyllables(String word, List<String> words) {
    if (syllables == null) {
      syllables = BreakIterator.getLineInstance(ULocale.ROOT);
    }
    syllables.setText(word);
    int from = syllables.first();
    for (int to = syllables.next(); to != BreakIterator.DONE; to = syllables.next()) {
      words.add(word.substring(from, to));
      from = to;
    }
  }

  private static short[] shorts(int[] words, int count) {
    short[] shorts = new short[count];
    for (int i = 0; i < count; i++) {
      shorts[i] = (short) words[i];
    }
    return shorts;
  }

  private static int wordEnd(String text, int from) {
    int end = from;
    while (end < text.length()) {
      int point = text.codePointAt(end);
      if (!isInWord(point)) {
        break;
      }
      end += Character.charCount(point);
    }
    return end;
  }

  private static boolean isInWord(int point) {
    return CharTable.type(CharTable.TABLE.of(point)) <= CharTable.ALONE;
  }

  /** Whether a folded word is a number, or a single Latin letter, which says as little. */
  private static boolean isNumber(String word) {
    return (word.length() == 1 && word.charAt(0) < 0x80)
        || word.chars().allMatch(CharTable::isDigit);
  }

  /** A hash of a part of a name. */
  static int hash(CharSequence text) {
    return (int) (HASHER.hashCharsToLong(text) >>> 32);
  }
}
