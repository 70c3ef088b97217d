package dev.crawlsieve.core.fingerprint;

import dev.crawlsieve.core.page.BlockKind;
import dev.crawlsieve.core.page.PageBlocks;
import dev.crawlsieve.core.page.PageCharset;
import dev.crawlsieve.core.page.PageText;
import dev.crawlsieve.core.text.Utf8Text;
import java.nio.charset.StandardCharsets;
import java.util.random.RandomGenerator;

/** Lists of blocks. */
public final class TestBlocks {

  private static final BlockKind[] KINDS = BlockKind.values();

  private TestBlocks() {}

  /** The list of a page with this title and these lines, each a paragraph of its main text. */
  public static BlockList of(String title, String... lines) {
    PageBlocks.Builder blocks = new PageBlocks.Builder(100);
    blocks.addLines(
        String.join("\n", lines).getBytes(StandardCharsets.UTF_8), BlockKind.TEXT, true);
    return of(title, "", blocks.build());
  }

  /** The list of a page with this title, heading and text. */
  public static BlockList of(String title, String heading, PageBlocks blocks) {
    return new BlockHasher(HashKeys.PUBLIC)
        .list(
            new PageText(
                title,
                heading,
                Utf8Text.NONE,
                Utf8Text.NONE,
                "",
                PageCharset.NONE,
                false,
                false,
                "",
                "",
                blocks),
            new TextReading(new Tokenizer(), true),
            new TextReading(new Tokenizer(), false));
  }

  /** One of a few lists, of which some share blocks; now and then none. */
  public static BlockList some(RandomGenerator random) {
    PageBlocks.Builder blocks = new PageBlocks.Builder(100);
    int count = random.nextInt(6);
    for (int i = 0; i < count; i++) {
      byte[] line =
          ("line of text " + (char) ('a' + random.nextInt(4))).getBytes(StandardCharsets.UTF_8);
      blocks.add(line, 0, line.length, KINDS[random.nextInt(KINDS.length)], random.nextBoolean());
    }
    String title = random.nextInt(3) == 0 ? "" : "Mill " + (char) ('a' + random.nextInt(3));
    return count == 0 ? BlockList.NONE : of(title, "", blocks.build());
  }
}
