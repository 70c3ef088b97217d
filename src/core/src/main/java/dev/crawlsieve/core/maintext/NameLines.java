package dev.crawlsieve.core.maintext;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.text.CharTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Recognizes the lines of a page that say its name, with at most a few words: "Tag: york" of a page
 * titled "York | Travels".
 */
final class NameLines {

  /** Quarters of a word, in which words are counted, see {@link #quarters}. */
  private static final int WORD = 4;

  /** So many quarters of other words may stand in such a line. */
  private static final int OTHERS = 3 * WORD;

  /** Bytes that a line may have beyond those of all names. */
  private static final int MORE_BYTES = 256;

  /** Characters that are read of a title or a heading. */
  private static final int MOST_CHARS = 1_000;

  private final Set<String> words = new HashSet<>();
  private final List<List<String>> names = new ArrayList<>(); // in words
  private int bytes;

  /**
   * @param texts the title and the first headings; a sign that stands alone parts the name of the
   *     page from that of the site
   */
  NameLines(List<String> texts) {
    for (String text : texts) {
      StringBuilder name = new StringBuilder();
      for (String word : text.substring(0, Math.min(MOST_CHARS, text.length())).split("\\s+")) {
        if (word.codePoints().noneMatch(RunText::isOfWord)) {
          addName(name.toString());
          name.setLength(0);
        } else {
          name.append(word).append(' ');
        }
      }
      addName(name.toString());
    }
  }

  private void addName(String text) {
    byte[] utf8 = text.getBytes(UTF_8);
    List<String> name = words(utf8);
    words.addAll(name);
    bytes += utf8.length;
    if (name.stream().anyMatch(NameLines::hasLetter)) {
      names.add(name);
    }
  }

  /**
   * Whether a line has no other words than the names; or says a whole name and few other words.
   * Links to folders above the page do not count, though the line must not be all links. Beside the
   * main text numbers do not count either, as those of a list's pages; in it, or with a link, they
   * state a fact.
   */
  boolean has(byte[] utf8, TextRun run, boolean main) {
    if (names.isEmpty() || run.end - run.start > bytes + MORE_BYTES) {
      return false;
    }
    List<String> line = words(Arrays.copyOfRange(utf8, run.start, run.end));
    if (words.containsAll(line)) {
      return line.stream().anyMatch(NameLines::hasLetter);
    }
    if (run.words <= run.linkWords
        || names.stream().noneMatch(name -> Collections.indexOfSubList(line, name) >= 0)) {
      return false;
    }
    List<String> others = new ArrayList<>(line);
    others.removeAll(words);
    return ((!main && run.linkWords == 0) || others.stream().allMatch(NameLines::hasLetter))
        && others.stream().filter(NameLines::hasLetter).mapToInt(NameLines::quarters).sum()
            <= OTHERS + WORD * run.linkWords;
  }

  /** In scripts that do not separate words, so many characters are in an average word. */
  private static int quarters(String word) {
    int last = word.codePointBefore(word.length());
    return RunText.isUnparted(last) ? RunText.quarters(last) : WORD;
  }

  /**
   * Words, folded; in scripts that do not separate words, each character with the one before it.
   */
  private static List<String> words(byte[] text) {
    String folded = new String(CharTable.TABLE.folded(text), UTF_8);
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    String before = ""; // an unparted character directly before this one
    for (int at = 0; at < folded.length(); ) {
      String c = Character.toString(folded.codePointAt(at));
      at += c.length();
      boolean unparted = RunText.isUnparted(c.codePointAt(0));
      if (unparted || !RunText.isOfWord(c.codePointAt(0))) {
        addWord(words, word);
      } else {
        word.append(c);
      }
      if (unparted) {
        words.add(before + c);
      }
      before = unparted ? c : "";
    }
    addWord(words, word);
    return words;
  }

  private static void addWord(List<String> words, StringBuilder word) {
    if (!word.isEmpty()) {
      words.add(word.toString());
      word.setLength(0);
    }
  }

  private static boolean hasLetter(String word) {
    return !word.codePoints().allMatch(CharTable::isDigit); // folded to those of ASCII
  }
}
