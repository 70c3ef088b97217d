package dev.crawlsieve.core.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whether a line is lost is known from one line, but never otherwise than by reading all. */
final class TellingLineTest extends SitePages {

  TellingLineTest() {
    super(4);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 5, 12})
  void shouldSayWhatReadingAllBlocksSays(int most) throws Exception {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < most; i++) {
      lines.add(words(1 + random.nextInt(i == 0 ? 12 : 16)));
    }
    int lost = 0;
    for (int i = 0; i < 40; i++) {
      ComparedPage page = page(some(lines));
      for (int j = 0; j < 10; j++) {
        ComparedPage kept = page(some(lines));
        boolean known = PagePair.of(page, kept).losesLine();
        assertThat(known).isEqualTo(PagePair.of(page, kept).lines() > 0);
        lost += known ? 1 : 0;
      }
    }
    assertThat(lost > 0).isEqualTo(most > 0);
    assertThat(lost).isLessThan(400);
  }

  private List<String> some(List<String> lines) {
    List<String> some = new ArrayList<>(lines);
    some.removeIf(line -> random.nextInt(4) == 0);
    some.replaceAll(line -> random.nextInt(30) == 0 ? words(3) : line);
    return some;
  }

  private ComparedPage page(List<String> lines) throws Exception {
    return html(
        "https://a.example/" + random.nextInt(1 << 20),
        "<title>One</title><main><h1>One</h1><p>"
            + "The same text in each page, which is long enough to be its main text, is here. "
                .repeat(3)
            + "<p>"
            + String.join("<p>", lines)
            + "</main>",
        0);
  }
}
