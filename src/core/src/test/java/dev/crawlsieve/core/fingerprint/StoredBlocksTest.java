package dev.crawlsieve.core.fingerprint;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.page.BlockKind;
import dev.crawlsieve.core.page.PageBlocks;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StoredBlocksTest {

  private static int only(BlockList page, BlockList other) {
    long both = StoredBlocks.wordsOnlyIn(page.stored(), 0, other.stored(), 0);
    long swapped = StoredBlocks.wordsOnlyIn(other.stored(), 0, page.stored(), 0);
    assertThat(Long.rotateLeft(swapped, Integer.SIZE)).isEqualTo(both);
    return (int) both;
  }

  @ParameterizedTest
  @CsvSource({
    "It grinds again, It grinds again, 0, 0",
    "It grinds again, it GRINDS: again!, 0, 0",
    "On 3 May it grinds, On 14 May it grinds, 1, 1", // numbers count
    "It grinds again, It grinds the corn of the valley, 1, 4",
    "It grinds again, The old mill turns its wheels, 3, 3", // words of the title do not
    "The old mill, It grinds, 0, 2",
    "It grinds again, '', 3, 0",
  })
  void shouldCountTheWordsThatOnlyOneHas(String text, String other, int ours, int theirs) {
    BlockList page = TestBlocks.of("The old mill", text);
    BlockList second = TestBlocks.of("The old mill", other);
    // one of eight may be overlooked
    assertThat(only(page, second)).isBetween(ours - (ours + 1) / 3, ours);
    assertThat(only(second, page)).isBetween(theirs - (theirs + 1) / 3, theirs);
  }

  /** The lists of a short and a long text have not the same number of bits. */
  @ParameterizedTest
  @CsvSource({"20, 0", "200, 0", "2000, 0", "200, 40", "20, 1000"})
  void shouldCompareListsOfAnyLength(int words, int more) {
    String text = words(0, words);
    BlockList page = TestBlocks.of("The old mill", text);
    BlockList longer = TestBlocks.of("The old mill", text + " " + words(words, more));
    assertThat(only(page, longer)).isZero();
    assertThat(only(longer, page)).isBetween(Math.min(100, more * 3 / 5), more);
    assertThat(StoredBlocks.differentWords(page.stored(), 0)).isBetween(words * 9 / 10, words + 3);
  }

  /** One sentence in scripts without spaces is about as long as its 16 words in English. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Everyone has the right to freedom of movement and residence within the borders of each"
            + " State.",
        "ทุกคนมีสิทธิในอิสรภาพแห่งการเคลื่อนไหวและสถานที่อยู่ภายในเขตของแต่ละรัฐ", // Thai
        "ບຸກຄົນທຸກຄົນມີສິດທີ່ຈະທ່ອງທ່ຽວໄປມາໂດຍເສລີ ແລະ ເລືອກທີ່ຕັ້ງພູມລຳເນົາຢູ່ພາຍໃນລັດ ຫຼື ລັດໜື່ງ.", // Lao
        "មនុស្សគ្រប់រូប មានសិទ្ធិធ្វើដំណើរដោយសេរី និងមានសិទ្ធិជ្រើសរើសនិវេសនដ្ឋានក្នុងរដ្ឋមួយ។", // Khmer
        "လူတိုင်းတွင် မိမိ၏နိုင်ငံ နယ်နိမိတ် အတွင်း၌ လွတ်လပ်စွာ သွားလာ ရွှေ့ပြောင်း နိုင်ခွင့်၊"
            + " နေထိုင်ခွင့်ရှိသည်။", // Burmese
        "ᨴᩩᨠᨤ᩠ᨶᩫᨾᩦᩈᩥᨴ᩠ᨵᩥᩈᩮᩁᩦ ᩉᩯ᩠ᨦ᩵ᨠᩣ᩠ᩁᨴ᩠ᩅᩢᨦᩉ᩠ᨶᩧᨦᨶᩱᨳᩈᩣ᩠ᨶᨴᩦ᩵ᩀᩪ᩵ ᨻᩣ᩠ᨿᨶᩱᨡᩮ᩠ᨲᨡ᩠ᩋᨦᨾᩮ᩠ᨦᩨᨶ᩠ᨶᩢᩢᪧ", // Northern Thai
        "ꪋꪴ ꫛ ꪝꪮꪣ ꪼꪒ ꪣꪲ ꪁꪫꪸꪙ ꪕꪳ ꪕꪱꪉ ꪼꪜ ꪣꪱ ꪀꪾꪚ ꪤꪴ ꪚꪮꪙ ꪻꪒ ꪀꪺꪉ ꪙꪾ ꪒꪲꪙ ꪄꪮꪉ ꪹꪘꪀ ꪹꪊꪱ", // Tai Dam
        "すべて人は、各国の境界内において自由に移転及び居住する権利を有する。", // Japanese
        "人人在各國境內有權自由遷徙和居住。", // Chinese
        "ꊿꂷꈀꐥꌠꑞꇩꏤꉬꅉꂿꋌꇬꀀꌠꄿꐨꐥ。", // Yi
      })
  void shouldCountAboutAsManyWordsInEachScript(String sentence) {
    assertThat(StoredBlocks.words(TestBlocks.of("", sentence).stored(), 0, 0)).isBetween(8, 24);
  }

  /** What the other page says in its text does not count. */
  @ParameterizedTest
  @CsvSource({
    "Lumen, Copper lamp, Lumen, '', false, false",
    "Lumen, Copper lamp, Lumen, Lumen, false, false",
    "Copper lamp, Lumen, Lumen, '', true, false",
    "Copper lamp, Lumen, Lumen, '', false, true",
    "Copper lamp - Lumen, Copper lamp, Copper lamp - Umbra, '', false, true",
    "Copper lamp - Lumen, Copper lamp, Copper lamp - Umbra, '', true, false",
    "Copper lamp - Lumen, Copper lamp, Umbra - Lumen, The Copper Lamp, true, true",
    "Copper lamp, '', Umbra, Lamp of copper, false, true",
    "Copper lamp, '', Umbra, Lamp, false, false",
    "'', '', '', '', true, true",
  })
  void shouldFindTheWordsOfANameInAnother(
      String title, String heading, String others, String othersHeading, boolean both, boolean in) {
    BlockList page = named(title, heading);
    BlockList other = named(others, othersHeading);
    assertThat(StoredBlocks.isNameIn(page.stored(), 0, other.stored(), 0, both)).isEqualTo(in);
  }

  private static BlockList named(String title, String heading) {
    PageBlocks.Builder blocks = new PageBlocks.Builder(100);
    blocks.addLines("A copper lamp by Lumen".getBytes(UTF_8), BlockKind.TEXT, true);
    return TestBlocks.of(title, heading, blocks.build());
  }

  private static String words(int from, int count) {
    return IntStream.range(from, from + count)
        .mapToObj(i -> "word" + i)
        .collect(Collectors.joining(" "));
  }
}
