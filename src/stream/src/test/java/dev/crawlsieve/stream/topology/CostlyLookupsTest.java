package dev.crawlsieve.stream.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.verdict.JudgedPage;
import dev.crawlsieve.core.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CostlyLookupsTest {

  @Test
  void shouldNameThePageAndSayItAgainWhereTheNumberHasDoubled() {
    List<String> said = new ArrayList<>();
    CostlyLookups lookups = new CostlyLookups(said::add);
    for (int compared : new int[] {0, 4_095, 5_000, 8_191, 4_096, 8_192, 70_000, 131_071}) {
      lookups.decided(verdict(compared));
    }
    assertThat(said)
        .extracting(sentence -> sentence.replaceAll("\\. Pages like it.*", ""))
        .containsExactly(
            "lane 2: http://a.example/5000 (page 1@7) was compared with 5000 kept pages",
            "lane 2: http://a.example/8192 (page 1@7) was compared with 8192 kept pages",
            "lane 2: http://a.example/70000 (page 1@7) was compared with 70000 kept pages");
  }

  @Test
  void shouldWarnOfALesserFloodSomeTimeAfterAGreaterOne() {
    List<String> said = new ArrayList<>();
    CostlyLookups lookups = new CostlyLookups(said::add);
    lookups.decided(verdict(70_000));
    for (int page = 0; page < 4 * CostlyLookups.HALVED_AFTER; page++) {
      lookups.decided(verdict(0));
    }
    lookups.decided(verdict(9_000));
    for (int page = 0; page < 4 * CostlyLookups.HALVED_AFTER; page++) {
      lookups.decided(verdict(4_095));
    }
    assertThat(said).hasSize(2);
    assertThat(said.get(1)).contains("9000");
  }

  private static Verdict verdict(int compared) {
    JudgedPage page =
        new JudgedPage("http://a.example/" + compared, new Coordinates(1, 7), 0, 2, 9, false);
    return Verdict.unique(page, compared, new Verdict.Basis("combined", 1));
  }
}
