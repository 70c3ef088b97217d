package dev.crawlsieve.core.name;

import com.ibm.icu.lang.UScript;
import com.ibm.icu.util.IllformedLocaleException;
import com.ibm.icu.util.Region;
import com.ibm.icu.util.Region.RegionType;
import com.ibm.icu.util.ULocale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Language tags (BCP 47) in addresses: {@code de}, {@code es-419}, {@code sr_latn_rs}. */
final class LanguageTag {

  /**
   * All languages of two letters, and those of three in which programs speak: of all of these, more
   * are words, such as {@code new}.
   */
  private static final Set<String> LANGUAGES =
      Stream.concat(
              Stream.of(ULocale.getISOLanguages()).filter(code -> code.length() == 2),
              Stream.of(ULocale.getAvailableLocales()).map(ULocale::getLanguage))
          .collect(Collectors.toUnmodifiableSet());

  /** No known tag is longer. */
  private static final int MOST_CHARS = 35;

  private LanguageTag() {}

  /** The language of a tag in lower case, or the empty string if the text is none. */
  static String language(String text) {
    int end = 0;
    while (end < text.length() && text.charAt(end) != '-' && text.charAt(end) != '_') {
      end++;
    }
    String language = text.substring(0, end);
    boolean tag =
        LANGUAGES.contains(language)
            && text.length() <= MOST_CHARS
            && (end == text.length() || isKnown(text.replace('_', '-')));
    return tag ? language : "";
  }

  /** Whether all parts of a tag are known, since names of folders may be well-formed by chance. */
  private static boolean isKnown(String tag) {
    try {
      ULocale locale = new ULocale.Builder().setLanguageTag(tag).build();
      String script = locale.getScript();
      String region = locale.getCountry();
      String variant = locale.getVariant();
      return (script.isEmpty() || UScript.getCodeFromName(script) != UScript.INVALID_CODE)
          && (region.isEmpty() || Region.getInstance(region).getType() != RegionType.UNKNOWN)
          && (variant.isEmpty() || !locale.getDisplayVariant(ULocale.ENGLISH).equals(variant))
          && locale.getExtensionKeys().isEmpty();
    } catch (IllformedLocaleException | IllegalArgumentException e) {
      return false; // neither well-formed nor known, so it is a word
    }
  }
}
