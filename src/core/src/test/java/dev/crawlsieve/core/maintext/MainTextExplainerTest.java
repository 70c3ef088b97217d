package dev.crawlsieve.core.maintext;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.config.TextSettings;
import java.util.List;
import org.junit.jupiter.api.Test;

class MainTextExplainerTest {

  private static final String PAGE =
      "<html lang=en><nav><a href=/>Home</a></nav><main><h1>Rivers</h1><p>The river rose in the"
          + " night, and by morning the meadows, the path and the mill were under water, as they"
          + " had been in the spring of the year before.<ul><li>one</ul></main>";

  private static final Outline OUTLINE = Outlines.of(PAGE);

  private final List<Block> blocks = MainTextExplainer.explain(OUTLINE, "");

  @Test
  void shouldListAllBlocksWithTheirReasons() {
    assertThat(blocks).extracting(Block::text).contains("Home", "Rivers", "one");
    assertThat(blocks).extracting(Block::index).containsExactly(0, 1, 2, 3);
    assertThat(blocks).extracting(Block::kept).containsExactly(false, true, true, true);
    assertThat(blocks.get(0).reason()).isEqualTo("navigation (nav[navigation])");
    assertThat(blocks.get(1).reason()).isEqualTo("main part (main[main])");
    assertThat(blocks.get(1).path()).isEqualTo("/html/body/main[main]/h1");
  }

  @Test
  void shouldKeepWhatTheMainTextHolds() {
    StringBuilder kept = new StringBuilder();
    for (Block block : blocks) {
      kept.append(block.kept() ? (kept.isEmpty() ? "" : "\n") + block.text() : "");
    }
    assertThat(kept.toString())
        .isEqualTo(new MainText(TextSettings.MAIN).extract(OUTLINE, "").text());
  }

  @Test
  void shouldSayWhatEachReasonMeans() {
    for (Reason reason : Reason.values()) {
      assertThat(MainTextExplainer.reasons().lines())
          .as(reason.name())
          .anyMatch(line -> line.startsWith("  " + reason.label() + "  ") && line.length() <= 80);
    }
    assertThat(Reason.values()).extracting(Reason::label).doesNotHaveDuplicates();
  }
}
