package dev.crawlsieve.core.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;

import com.ibm.icu.text.BreakIterator;
import com.ibm.icu.util.ULocale;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TokenizerTest {

  @Test
  void shouldCutWordsAtSpaceAndPunctuation() {
    assertWords("Hello, World! 3.14 (x/y)", "hello", "world", "3", "14", "x", "y");
  }

  @Test
  void shouldKeepJoinedWordsTogether() {
    assertWords("don't don’t MAX_VALUE l·l", "don't", "don't", "max_value", "l·l");
    assertWords("'quoted' __init__ a__b", "quoted", "init", "a", "b");
  }

  @Test
  void shouldGiveOneTokenPerLetterInScriptsWithoutSpaces() {
    assertWords("日本語とJava17", "日", "本", "語", "と", "java17");
    assertWords("コーヒー", "コ", "ー", "ヒ", "ー");
    assertWords("ที่นี่", "ที่", "นี่");
    assertWords("\ud840\udc00\ud87e\udc00", "\ud840\udc00", "\u4e3d"); // a compatibility form
  }

  @Test
  void shouldKeepVowelsAndSubscriptsWithTheirLetter() {
    assertWords("น้ำทำ", "น้ำ", "ทำ");
    assertWords("ນ້ຳ", "ນ້ຳ");
    assertWords("ខ្មែរ", "ខ្មែ", "រ");
    assertWords("မန္တလေး", "မ", "န္တ", "လေး");
    assertWords("ｶﾞｷﾞ", "カﾞ", "キﾞ");
  }

  /** Articles 1 and 2 of the Universal Declaration of Human Rights. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ ต่างมีเหตุผลและมโนธรรม"
            + " และควรปฏิบัติต่อกันด้วยเจตนารมณ์แห่งภราดรภาพ ทุกคนย่อมมีสิทธิและอิสรภาพทั้งปวงตามที่กำหนดไว้",
        "មនុស្សទាំងអស់កើតមកមានសេរីភាពនិងភាពស្មើៗគ្នាក្នុងសិទ្ធិនិងសេចក្ដីថ្លៃថ្នូរ មនុស្សគ្រប់រូបសុទ្ធតែមានវិចារណញ្ញាណនិងសតិសម្បជញ្ញៈ"
            + " ហើយត្រូវប្រព្រឹត្តចំពោះគ្នាទៅវិញទៅមកក្នុងស្មារតីរាប់អានគ្នាជាបងប្អូន",
        "ມະນຸດທຸກຄົນເກີດມາມີກຽດສັກສີ ສິດທິ ເສລີພາບ ແລະຄວາມສະເໝີພາບເທົ່າທຽມກັນ ທຸກໆຄົນມີເຫດຜົນແລະຄວາມຄິດຄວາມເຫັນສ່ວນຕົວ"
            + " ຈຳນວນນ້ຳ",
        "すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。ガギグ",
        "人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，并应以兄弟关系的精神相对待。"
      })
  void shouldFindTheGraphemeClustersOfUnicode(String text) {
    List<String> clusters = new ArrayList<>();
    BreakIterator breaks = BreakIterator.getCharacterInstance(ULocale.ROOT);
    breaks.setText(text);
    for (int at = breaks.first(), next = breaks.next();
        next >= 0;
        at = next, next = breaks.next()) {
      String cluster = text.substring(at, next);
      if (Character.isLetter(cluster.codePointAt(0))) {
        clusters.add(cluster);
      }
    }
    assertWords(text, clusters.toArray(String[]::new));
  }

  @Test
  void shouldCutScriptsWithSpacesIntoWords() {
    assertWords("한국어 문서", "한국어", "문서");
    assertWords("مرحبا بالعالم، שלום", "مرحبا", "بالعالم", "שלום");
    assertWords("हिन्दी में", "हिन्दी", "में");
  }

  /** Vithkuqi, Kawi with a vowel sign, Garay, Sidetic: JDK 17 knows none of them. */
  @Test
  void shouldKnowLettersThatAreYoungerThanTheJdk() {
    assertWords("\ud801\udd70\ud801\udd97", "\ud801\udd97\ud801\udd97");
    assertWords("\ud807\udf04\ud807\udf34 x", "\ud807\udf04\ud807\udf34", "x");
    assertWords("\ud803\udd50-\ud803\udd70", "\ud803\udd70", "\ud803\udd70");
    assertWords("\ud802\udd40\ud802\udd41", "\ud802\udd40\ud802\udd41");
  }

  @Test
  void shouldFoldCaseBeyondAscii() {
    assertWords("ÄRGER ΟΔΟΣ ὁδός ЁЖ \ud801\udc00", "ärger", "οδοσ", "οδοσ", "ёж", "\ud801\udc28");
  }

  /** Javanese, Yi, Tai Tham and Balinese: ICU has dictionaries of none of them. */
  @Test
  void shouldCutScriptsWithoutDictionariesIntoSyllables() {
    assertWords("ꦱꦧꦼꦤ꧀ꦲꦸꦮꦺꦴꦁ", "ꦱ", "ꦧꦼ", "ꦤ꧀ꦲꦸ", "ꦮꦺꦴꦁ");
    assertWords("ꋍꂷꊿ", "ꋍ", "ꂷ", "ꊿ");
    assertWords("ᨾᨶᩩᩔ", "ᨾ", "ᨶᩩ", "ᩔ");
    assertWords("ᬳᬓ᭄ᬱ", "ᬳ", "ᬓ᭄ᬱ");
  }

  @ParameterizedTest
  @CsvSource({
    "İSTANBUL KIZ, istanbul kız", // Turkish
    "i̇stanbul, İstanbul", // as programs write it that know no Turkish
    "ΑΝΑΚΟΙΝΩΣΗ ΜΑΪΟΥ, Ανακοίνωση Μαΐου", // Greek
    "STRASSE, Straße",
    "ԱՐԵՎ ԵՎ, Արև և", // Armenian
    "ԱՐԵՒ ԵՒ, Արև և", // as programs write it
    "եւ աւազ, և ավազ", // and before the reform of its spelling
    "برنامه‌های, برنامههای", // Persian
    "كتابي, کتابی",
    "ہے, هے", // Urdu
    "كتـــاب, كتاب",
    "ﻛﺘﺎﺏ ﻻ, كتاب لا", // presentation forms
    "الكَلِمَةُ ٱلْكِتَٰبُ, الكلمة الكتب",
    "שָׁלוֹם עֲלֵיכֶם, שלום עליכם", // Hebrew
    "ක්‍ෂ, ක්ෂ", // Sinhala
    "അവൻ അവർ, അവന്‍ അവര്‍", // Malayalam
    "হঠাৎ, হঠাত্‍", // Bengali
    "१२३ ٤٥ ๖, 123 45 6",
    "Ｗｉｄｅ ﬁle, wide file",
    "⼈⼝, 人口", // radicals, as in text that comes from PDF
  })
  void shouldFoldWhatReadersTakeForTheSame(String text, String same) {
    assertThat(new Tokenizer().tokens(text)).isEqualTo(new Tokenizer().tokens(same)).isNotEmpty();
  }

  @Test
  void shouldTellOtherLettersApart() {
    for (String[] pair :
        new String[][] {
          {"год", "гоа"}, {"ñ", "n"}, {"ж", "ш"}, {"é", "e"}, {"が", "か"}, {"ä", "a"}
        }) {
      assertThat(new Tokenizer().tokens(pair[0])).isNotEqualTo(new Tokenizer().tokens(pair[1]));
    }
  }

  @Test
  void shouldIgnoreFormatCharactersAndLoneMarks() {
    assertWords("co\u00adoperate \u0301x \ufeffa\u200db\u200bc", "cooperate", "x", "ab", "c");
  }

  @Test
  void shouldFindNothingInTextWithoutWords() {
    for (String text :
        new String[] {"", " \n", "\u0000\u0000", "\ud800", "--- !", "\ud83d\ude00"}) {
      assertWords(text);
    }
  }

  @Tag("slow")
  @Test
  void shouldTakeTimeInProportionToTheText() {
    for (String unit :
        new String[] {"a", "'", "a'", "\u00ad", "a'\u00ad", "\u0301", "\ud800", "\u0000", "the "}) {
      String text = unit.repeat(10_000_000 / unit.length());
      Assertions.assertTimeout(
          Duration.ofMinutes(5), () -> new Tokenizer().tokenize(text, (hashes, n) -> {}));
    }
  }

  private static void assertWords(String text, String... tokens) {
    assertThat(new Tokenizer().tokens(text)).containsExactly(tokens);
  }
}
