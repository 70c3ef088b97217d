package dev.crawlsieve.core.maintext;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The commonest words of a language, of which running text is full and menus are not. Shown of each
 * block; no rule needs them, so that pages of any language are treated alike.
 */
final class StopWords {

  private static final Pattern NO_WORD = Pattern.compile("[^\\p{L}\\p{M}\\p{N}]+");

  /** A language without a list. */
  static final StopWords NONE = new StopWords("");

  private static final Map<String, StopWords> BY_LANGUAGE = new HashMap<>();

  static {
    language(
        "en",
        "the of and to in a is that it was for on are with as be this have from or by"
            + " at not but his they i you we he she an will has had were their which who been"
            + " if would there what can all so about");
    language(
        "de",
        "der die das und in zu den ist nicht von mit sich auf für dem ein eine im es"
            + " auch als an werden aus er hat dass sie nach wird bei einer um am sind noch"
            + " wie einem über so zum war haben nur oder aber vor zur bis mehr durch man wir"
            + " ich");
    language(
        "fr",
        "de la le et les des en un du une que est pour qui dans a par plus pas au sur"
            + " ne se ce il sont avec son aux d l mais comme ou leur on été cette ses être"
            + " nous vous je elle ont");
    language(
        "es",
        "de la que el en y a los se del las un por con no una su para es al lo como más"
            + " o pero sus le ha me si sin sobre este ya entre cuando todo esta ser son fue");
    language(
        "it",
        "di e il la che in a un per è del le con non i una si da al della sono dei nel"
            + " alla più come lo ha ma gli anche se dal o delle questo su");
    language(
        "pt",
        "de a o que e do da em um para é com não uma os no se na por mais as dos como"
            + " mas foi ao ele das tem à seu sua ou ser quando muito há nos já está eu");
    language(
        "nl",
        "de het een van en in is dat op te zijn met voor niet die aan er om ook als dan"
            + " maar bij door uit naar was nog wordt hebben over ik je we");
    language(
        "pl",
        "w i na z się do nie że to jest o jak za od po przez ale są dla oraz tym który"
            + " która czy być już tego");
    language(
        "sv",
        "och i att det som en på är av för med den till inte om har de ett var jag men"
            + " så sig från vi kan när");
    language(
        "da",
        "og i at det er en til på som de med for af den ikke der et har om men jeg var"
            + " sig fra vi kan");
    language(
        "ru",
        "и в не на что с по как к это из он а за то от но у так же для все его было о" + " бы");
  }

  private final Set<String> words;

  private StopWords(String words) {
    this.words = words.isEmpty() ? Set.of() : new HashSet<>(Arrays.asList(words.split(" ")));
  }

  private static void language(String code, String words) {
    BY_LANGUAGE.put(code, new StopWords(words));
  }

  /** The stop words of a language tag's language. */
  static StopWords of(String language) {
    String primary = language.length() > 2 ? language.substring(0, 2) : language;
    return BY_LANGUAGE.getOrDefault(primary.toLowerCase(Locale.ROOT), NONE);
  }

  /** The share of stop words among the words of a text, negative if the language has no list. */
  double share(String text) {
    if (words.isEmpty()) {
      return -1;
    }
    int all = 0;
    int stop = 0;
    for (String word : NO_WORD.split(text.toLowerCase(Locale.ROOT))) {
      if (!word.isEmpty()) {
        all++;
        stop += words.contains(word) ? 1 : 0;
      }
    }
    return all == 0 ? 0 : (double) stop / all;
  }
}
