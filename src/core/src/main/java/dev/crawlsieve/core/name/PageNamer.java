package dev.crawlsieve.core.name;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import dev.crawlsieve.core.text.Letters;
import dev.crawlsieve.core.text.NormalForm;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Makes the names of pages, in time bounded by the length of title and heading, of which at most
 * the first {@value #MOST_CHARS} characters are read. Not thread-safe.
 */
public final class PageNamer {

  // A word is a run of letters, digits and marks. Titles end with the name of the site, and so do
  // those of all its pages; most of it is in the host, so words that are labels of the host do not
  // count. What is left of a title, hashed, is compared as a set: a site may put its name first or
  // last, and one that has two separators for the same page is not two.

  /** Characters that are read of a title or a heading. */
  static final int MOST_CHARS = 1_000;

  private static final Pattern INDEX =
      Pattern.compile("(index|default|home|main)(\\.\\w{1,8})?", Pattern.CASE_INSENSITIVE);

  // possessive: a group that is repeated otherwise takes stack for each repetition
  private static final Pattern RELEASE =
      Pattern.compile("v?\\d++(?:\\.\\d++)++(?:[-.]?[a-z]++\\d*+)?", Pattern.CASE_INSENSITIVE);

  private static final Hasher64 HASHER = Hashing.xxh3_64();
  private static final int NUMBER = 1;

  /** A namer. */
  public PageNamer() {}

  /**
   * The name of a page.
   *
   * @param title its title, or the empty string
   * @param heading its first heading, or the empty string
   * @param language its declared language, a lower-case BCP 47 tag, or the empty string
   * @param normalizedUrl its URL in normal form: scheme, host, a path
   */
  public PageName name(String title, String heading, String language, String normalizedUrl) {
    int start = normalizedUrl.indexOf("://") + 3;
    int slash = normalizedUrl.indexOf('/', start);
    int end = slash < 0 ? normalizedUrl.length() : slash;
    String host = normalizedUrl.substring(start, end);
    Set<String> labels = new HashSet<>(Arrays.asList(host.split("[.:-]")));
    short[] titleWords = words(title, labels);
    short[] headingWords = words(heading, labels);
    boolean named = hasLetters(titleWords) || hasLetters(headingWords);
    int words = 31 * Arrays.hashCode(titleWords) + Arrays.hashCode(headingWords);
    return new PageName(
        PageName.summary(
            hash(host),
            path(normalizedUrl, end),
            named ? spread(words) | 1 : 0,
            language(language),
            query(normalizedUrl, end)),
        titleWords,
        headingWords);
  }

  private static boolean hasLetters(short[] words) {
    boolean letters = false;
    for (short word : words) {
      letters |= !Words.isNumber(word);
    }
    return letters;
  }

  private static int spread(int hash) {
    return (hash * 0x9e3779b1) >>> 16;
  }

  /** A hash of a language without region and script, 0 if there is none. */
  private static int language(String tag) {
    int end = tag.indexOf('-');
    return tag.isEmpty() ? 0 : hash(end < 0 ? tag : tag.substring(0, end)) | 1;
  }

  /**
   * A hash of the last segment of the path that names something, 0 if none does. Not counted are an
   * index file and releases, such as {@code 2.17.0}; a number, which may be that of a page of a
   * list, counts with the two segments before it.
   */
  private static int path(String url, int path) {
    int query = url.indexOf('?', path);
    int end = query < 0 ? url.length() : query;
    String[] segments = url.substring(path, end).split("/");
    int last = segments.length;
    while (last > 0 && passesOver(segments[last - 1], last)) {
      last--;
    }
    StringBuilder address = new StringBuilder();
    int first = last > 0 && isNumber(segments[last - 1]) ? last - 3 : last - 1;
    for (int i = Math.max(0, first); i < last; i++) {
      address.append('/').append(segments[i]);
    }
    return address.isEmpty() ? 0 : hash(address.toString()) | 1;
  }

  /** A hash of the query, 0 if there is none. */
  private static int query(String url, int path) {
    int query = url.indexOf('?', path);
    return query < 0 ? 0 : hash(url.substring(query)) | 1;
  }

  private static boolean passesOver(String segment, int number) {
    return segment.isEmpty()
        || INDEX.matcher(segment).matches()
        || (number > 2 && RELEASE.matcher(segment).matches()); // the first is empty
  }

  private static short[] words(String text, Set<String> labels) {
    String start = text.length() <= MOST_CHARS ? text : text.substring(0, MOST_CHARS);
    String folded = Letters.lower(NormalForm.compatible(start));
    int[] words = new int[PageName.MOST_WORDS + 1];
    int count = 0;
    for (int at = 0; at < folded.length(); ) {
      int end = wordEnd(folded, at);
      if (end == at) {
        at += Character.charCount(folded.codePointAt(at));
        continue;
      }
      String word = folded.substring(at, end);
      at = end;
      if (!labels.contains(word)) {
        int hash = (hash(word) & 0xfffe) | (isNumber(word) ? NUMBER : 0);
        if (count <= PageName.MOST_WORDS) {
          words[count++] = hash;
        } else { // all that follow, in their order, are one word
          words[count - 1] = (words[count - 1] * 31 + hash) & 0xfffe;
        }
      }
    }
    return distinct(words, count);
  }

  private static short[] distinct(int[] words, int count) {
    Arrays.sort(words, 0, count);
    short[] distinct = new short[count];
    int size = 0;
    for (int i = 0; i < count; i++) {
      if (i == 0 || words[i] != words[i - 1]) {
        distinct[size++] = (short) words[i];
      }
    }
    return Arrays.copyOf(distinct, size);
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
    return Letters.isLetterOrDigit(point) || Letters.isMark(point);
  }

  private static boolean isNumber(String word) {
    return word.codePoints().allMatch(Letters::isDigit);
  }

  private static int hash(String text) {
    return (int) (HASHER.hashCharsToLong(text) >>> 32);
  }
}
