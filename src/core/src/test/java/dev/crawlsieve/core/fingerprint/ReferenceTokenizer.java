package dev.crawlsieve.core.fingerprint;

import static java.util.regex.Pattern.compile;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.text.UnicodeSet;
import dev.crawlsieve.core.config.ShingleSettings;
import dev.crawlsieve.core.config.ShingleSettings.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The rules of the tokenizers as regular expressions: slow, but obviously right. */
final class ReferenceTokenizer {

  private static final String SCRIPTS =
      set("\\p{Han}\\p{Hiragana}\\p{Katakana}\\p{Thai}\\p{Lao}\\p{Khmer}\\p{Myanmar}");
  private static final String LETTER = set("\\p{L}\\p{Nl}");
  private static final String SIGNS = "\\u0e33\\u0eb3\\uff9e\\uff9f";
  private static final String MARK = "[" + set("\\p{M}") + SIGNS + "]";
  private static final String ALONE =
      "[[" + SCRIPTS + "&&" + LETTER + "&&[^" + SIGNS + "]]\\u30fc\\uff70\\x{20000}-\\x{3ffff}]";
  private static final String CLUSTER =
      ALONE + MARK + "*+(?:(?<=[\\u17d2\\u1039])" + ALONE + MARK + "*+)*";
  private static final String WORD = "[" + set("\\p{L}\\p{N}") + "&&[^" + ALONE + SIGNS + "]]";
  private static final String JOINER =
      "['\\u2019\\uff07\\u00b7\\u05f3\\u05f4" + set("\\p{Pc}") + "]";
  private static final String WORDS =
      WORD + "[" + MARK + WORD + "]*(?:" + JOINER + WORD + "[" + MARK + WORD + "]*)*";
  private static final String SPACE = set("\\p{Z}\\p{Cc}\\u200b");
  private static final Pattern FORMAT = compile(set("\\p{Cf}-[\\u200b]"));
  private static final Pattern TOKEN =
      compile(
          "(?<word>"
              + WORDS
              + ")|(?<alone>"
              + CLUSTER
              + ")|"
              + SPACE
              + "|"
              + MARK
              + "|(?<symbol>.)",
          Pattern.DOTALL);

  private ReferenceTokenizer() {}

  /** ICU's characters with these properties, as a class of the JDK's regular expressions. */
  static String set(String properties) {
    StringBuilder ranges = new StringBuilder("[");
    for (UnicodeSet.EntryRange range : new UnicodeSet("[" + properties + "]").ranges()) {
      ranges.append("\\x{%x}-\\x{%x}".formatted(range.codepoint, range.codepointEnd));
    }
    return ranges.append(']').toString();
  }

  static List<String> tokens(String text, ShingleSettings settings) {
    return settings.unit() == Unit.WORDS ? words(text, settings) : characters(text, settings);
  }

  private static List<String> words(String text, ShingleSettings settings) {
    List<String> tokens = new ArrayList<>();
    Matcher matcher = TOKEN.matcher(FORMAT.matcher(text).replaceAll(""));
    while (matcher.find()) {
      boolean dropped =
          matcher.group("word") != null
              ? isDroppedStopWord(matcher.group(), settings)
              : matcher.group("alone") == null
                  && (matcher.group("symbol") == null || !settings.keepPunctuation());
      if (!dropped) {
        tokens.add(fold(matcher.group(), settings.foldCase()));
      }
    }
    return tokens;
  }

  private static List<String> characters(String text, ShingleSettings settings) {
    List<String> tokens = new ArrayList<>(List.of(" "));
    Matcher matcher = TOKEN.matcher(FORMAT.matcher(text).replaceAll(""));
    while (matcher.find()) {
      String found = matcher.group();
      boolean afterGap = tokens.get(tokens.size() - 1).equals(" ");
      if (matcher.group("word") != null && !isDroppedStopWord(found, settings)) {
        found.codePoints().forEach(c -> tokens.add(Character.toString(c)));
      } else if (matcher.group("alone") != null
          || (matcher.group("symbol") != null && settings.keepPunctuation())) {
        tokens.add(found);
      } else if (matcher.group("word") != null
          || matcher.group("symbol") != null
          || found.matches(SPACE)) {
        tokens.add(" ");
      } else if (!afterGap) {
        tokens.add(found);
      }
    }
    return withSingleGaps(tokens).stream().map(token -> fold(token, settings.foldCase())).toList();
  }

  private static List<String> withSingleGaps(List<String> tokens) {
    List<String> single = new ArrayList<>();
    for (String token : tokens) {
      boolean again = single.isEmpty() || single.get(single.size() - 1).equals(" ");
      if (!token.equals(" ") || !again) {
        single.add(token);
      }
    }
    if (!single.isEmpty() && single.get(single.size() - 1).equals(" ")) {
      single.remove(single.size() - 1);
    }
    return single;
  }

  private static boolean isDroppedStopWord(String word, ShingleSettings settings) {
    return !settings.keepStopWords() && StopWords.ENGLISH.contains(fold(word, true));
  }

  private static String fold(String token, boolean fold) {
    StringBuilder folded = new StringBuilder();
    token
        .codePoints()
        .map(c -> c == 0x2019 || c == 0xff07 ? '\'' : c)
        .map(c -> fold ? UCharacter.toLowerCase(UCharacter.toUpperCase(c)) : c)
        .forEach(folded::appendCodePoint);
    return folded.toString();
  }
}
