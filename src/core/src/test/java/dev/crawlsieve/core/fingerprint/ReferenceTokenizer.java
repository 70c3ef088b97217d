package dev.crawlsieve.core.fingerprint;

import static java.util.regex.Pattern.compile;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.text.UnicodeSet;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The rules of the tokenizer as regular expressions: slow, but obviously right. */
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
  private static final Pattern FORMAT = compile(set("\\p{Cf}-[\\u200b]"));
  private static final Pattern TOKEN =
      compile("(?<token>" + WORDS + "|" + CLUSTER + ")|.", Pattern.DOTALL);

  private ReferenceTokenizer() {}

  /** ICU's characters with these properties, as a class of the JDK's regular expressions. */
  static String set(String properties) {
    StringBuilder ranges = new StringBuilder("[");
    for (UnicodeSet.EntryRange range : new UnicodeSet("[" + properties + "]").ranges()) {
      ranges.append("\\x{%x}-\\x{%x}".formatted(range.codepoint, range.codepointEnd));
    }
    return ranges.append(']').toString();
  }

  static List<String> tokens(String text) {
    List<String> tokens = new ArrayList<>();
    Matcher matcher = TOKEN.matcher(FORMAT.matcher(text).replaceAll(""));
    while (matcher.find()) {
      if (matcher.group("token") != null) {
        tokens.add(folded(matcher.group()));
      }
    }
    return tokens;
  }

  private static String folded(String token) {
    StringBuilder folded = new StringBuilder();
    token
        .codePoints()
        .map(c -> c == 0x2019 || c == 0xff07 ? '\'' : c)
        .map(c -> UCharacter.toLowerCase(UCharacter.toUpperCase(c)))
        .forEach(folded::appendCodePoint);
    return folded.toString();
  }

  /** The hash of a token, already folded, from a state before its first code point. */
  static long hash(String token, long seed) {
    return TokenHash.mix(token.codePoints().asLongStream().reduce(seed, TokenHash::step));
  }
}
