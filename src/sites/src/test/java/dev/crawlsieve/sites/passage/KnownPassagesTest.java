package dev.crawlsieve.sites.passage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.failure.UnreadableRecordException;
import dev.crawlsieve.core.page.BlockKind;
import dev.crawlsieve.core.page.PageBlocks;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KnownPassagesTest {

  private final KnownPassages known = new KnownPassages();

  private static Passage passage(String text) {
    Passage.Seen seen = new Passage.Seen("https://a.example/1", 1_000);
    long hash = PageLines.of(text).hash(0);
    return new Passage(
        "a.example", hash, text, text.length(), BlockKind.LINKS, 6, 10, seen, seen, "/blog/");
  }

  private KnownPassages.Remainder without(String... lines) {
    return known.without("http://www.a.example/x", PageLines.of(String.join("\n", lines)));
  }

  @Test
  void passagesAtTheEndsAndSeveralTogetherAreTakenOut() {
    for (String text :
        new String[] {"Home", "News", "Share", "Imprint", "All of it is ours, 2026"}) {
      known.add(passage(text));
    }
    KnownPassages.Remainder left =
        without("Home", "own", "Share", "News", "Home", "more", "Imprint");
    assertThat(left.text()).isEqualTo("own\nmore");
    assertThat(left.taken()).extracting(KnownPassages.Taken::line).containsExactly(0, 2, 3, 4, 6);
    assertThat(left.taken().get(4).hash()).isEqualTo(passage("Imprint").hash());
    assertThat(left.share()).isEqualTo(24 / 31.0);
    assertThat(without("Home").share()).isEqualTo(1);
    assertThat(without("own").share()).isZero();
    assertThat(known.without("https://a.example/", PageLines.of("")).share()).isZero();
  }

  @Test
  void oneByItselfIsLeftUnlessItIsLong() {
    known.add(passage("Yes"));
    known.add(passage("la la la"));
    known.add(passage("This page is under a licence."));
    assertThat(without("a", "Yes", "b", "la la la", "c", "la la la", "d").taken()).isEmpty();
    assertThat(without("a", "This page is under a licence.", "b").text()).isEqualTo("a\nb");
  }

  @Test
  void anotherSitesPassagesChangeNothing() {
    known.add(passage("Home"));
    PageLines lines = PageLines.of("Home\nown");
    assertThat(known.without("https://b.example/", lines).text()).isEqualTo("Home\nown");
    assertThat(known.without("not a URL", lines).text()).isEqualTo("Home\nown");
  }

  @Test
  void recordsOfTheTopicAreReadAndWithdrawn() throws Exception {
    Passage home = passage("Home");
    byte[] value = home.json().toString().getBytes(UTF_8);
    assertThat(Passage.of(new ObjectMapper().readTree(value))).isEqualTo(home);
    known.take(home.key(), value);
    assertThat(without("Home", "own").text()).isEqualTo("own");
    known.take(home.key(), null);
    assertThat(without("Home", "own").text()).isEqualTo("Home\nown");
    assertThatThrownBy(() -> known.take("x", "{}".getBytes(UTF_8)))
        .isInstanceOf(UnreadableRecordException.class)
        .hasMessageContaining("site");
    assertThatThrownBy(() -> known.take("x", null)).isInstanceOf(UnreadableRecordException.class);
  }

  @Test
  void aFileThatIsNoneIsRefusedByItsLine(@TempDir Path dir) throws Exception {
    Path file = dir.resolve("passages.jsonl");
    Files.writeString(file, passage("Home").json() + "\n{\"url\":1}\n");
    assertThatThrownBy(() -> KnownPassages.read(file))
        .isInstanceOf(SieveException.class)
        .hasMessageContaining("passages.jsonl, line 2 cannot be read as passages");
    Files.writeString(file, passage("Home").json() + "\n");
    PageLines lines = PageLines.of("Home\nown");
    assertThat(KnownPassages.read(file).without("https://a.example/", lines).text())
        .isEqualTo("own");
  }

  @Test
  void aLineIsWhatStandsInOne() {
    PageBlocks.Builder blocks = new PageBlocks.Builder(100);
    add(blocks, "See", BlockKind.TEXT, '\n');
    add(blocks, "Wikipedia", BlockKind.LINKS, ' ');
    add(blocks, ".", BlockKind.TEXT, (char) 0);
    add(blocks, "hidden in scripts", BlockKind.DATA, '\n');
    add(blocks, "one\ntwo", BlockKind.TEXT, '\n');
    PageLines lines = PageLines.of(blocks.build());
    assertThat(lines.text()).isEqualTo("See Wikipedia.\none\ntwo");
    assertThat(lines.size()).isEqualTo(3);
    assertThat(lines.hash(1)).isEqualTo(PageLines.of("one").hash(0));
    assertThat(PageLines.of(lines.text()).text()).isEqualTo(lines.text());
    assertThat(PageLines.of(PageBlocks.NONE).text()).isEmpty();
  }

  private static void add(PageBlocks.Builder blocks, String text, BlockKind kind, char gap) {
    byte[] utf8 = text.getBytes(UTF_8);
    blocks.add(utf8, 0, utf8.length, kind, true, gap);
  }
}
