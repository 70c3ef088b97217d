package dev.crawlsieve.core.fingerprint;

import static java.util.regex.Pattern.compile;

import com.ibm.icu.text.UnicodeSet;
import dev.crawlsieve.core.text.CharTable;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The rules of the tokenizer for folded text as regular expressions: slow, but obviously right. */
final class ReferenceTokenizer {

  private static final String SCRIPTS =
      set(
          "[:script=Han:][:script=Hira:][:script=Kana:][:script=Bopo:][:script=Yiii:][:script=Tang:]"
              + "[:script=Nshu:][:script=Kits:][:script=Jurc:][:script=Seal:][:script=Tayo:]"
              + "[:Line_Break=Complex_Context:][:Line_Break=Aksara:][:Line_Break=Aksara_Prebase:]"
              + "[:Line_Break=Aksara_Start:]");
  private static final String LETTER = set("\\p{L}\\p{Nl}");
  private static final String SIGNS = "\\u0e33\\u0eb3\\uff9e\\uff9f";
  private static final String MARK = "[" + set("\\p{M}") + SIGNS + "]";
  private static final String ALONE =
      "[[" + SCRIPTS + "&&" + LETTER + "&&[^" + SIGNS + "]]\\u30fc\\uff70\\x{20000}-\\x{3ffff}]";
  private static final String CLUSTER =
      ALONE
          + MARK
          + "*+(?:(?<="
          + set("[:InSC=Invisible_Stacker:][:InSC=Virama:]")
          + ")"
          + ALONE
          + MARK
          + "*+)*";
  private static final String WORD = "[" + set("\\p{L}\\p{N}") + "&&[^" + ALONE + SIGNS + "]]";
  private static final String JOINER = "['\\u00b7\\u05f3\\u05f4" + set("\\p{Pc}") + "]";
  private static final String WORDS =
      WORD + "[" + MARK + WORD + "]*(?:" + JOINER + WORD + "[" + MARK + WORD + "]*)*";
  private static final Pattern TOKEN =
      compile("(?<token>" + WORDS + "|" + CLUSTER + ")|.", Pattern.DOTALL);

  private static final Pattern BEGINS_ALONE = compile(ALONE);

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
    return matches(CharTable.TABLE.folded(text)).stream().map(MatchResult::group).toList();
  }

  /** The tokens of folded text. */
  static List<MatchResult> matches(String folded) {
    List<MatchResult> tokens = new ArrayList<>();
    Matcher matcher = TOKEN.matcher(folded);
    while (matcher.find()) {
      if (matcher.group("token") != null) {
        tokens.add(matcher.toMatchResult());
      }
    }
    return tokens;
  }

  /** Whether a token is of a script without spaces. */
  static boolean isAlone(String token) {
    return BEGINS_ALONE.matcher(token).lookingAt();
  }

  /** The hash of a token, already folded, from a state before its first code point. */
  static long hash(String token, long seed) {
    return TokenHash.mix(token.codePoints().asLongStream().reduce(seed, TokenHash::step));
  }
}
