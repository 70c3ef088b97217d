package dev.crawlsieve.core.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.crawlsieve.core.config.ShingleSettings;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ShingleSetTest {

  @Test
  void shouldListTheShinglesOfARose() {
    String rose = "a rose is a rose is a rose";
    ShingleSet shingles = ShingleSet.of(rose, TestSettings.words(4));

    assertThat(shingles.distinct())
        .containsExactly("a rose is a", "rose is a rose", "is a rose is");
    assertThat(shingles.shingles()).hasSize(5);
    assertThat(elements(rose, 4, false)).hasSize(3);
    assertThat(elements(rose, 4, true)).hasSize(5);
  }

  @Test
  void shouldMeasureTheResemblanceOfTwoMidnights() {
    String dreary = "Once upon a midnight dreary, while I pondered";
    String time = "Once upon a time, while I pondered";
    ShingleSet a = ShingleSet.of(dreary, TestSettings.words(3));
    ShingleSet b = ShingleSet.of(time, TestSettings.words(3));

    assertThat(a.shingles()).hasSize(6);
    assertThat(b.shingles()).hasSize(5);
    assertThat(a.resemblance(b)).isEqualTo(2.0 / 9).isEqualTo(0.22, within(0.005));
    assertThat(a.containment(b)).isEqualTo(2.0 / 6);
    assertThat(b.containment(a)).isEqualTo(2.0 / 5);

    Set<Long> common = elements(dreary, 3, false);
    common.retainAll(elements(time, 3, false));
    assertThat(common).hasSize(2);
  }

  @Test
  void shouldFindSixteenShinglesInTropicalFish() {
    ShingleSet shingles = ShingleSet.of(SimHashTest.TROPICAL_FISH, TestSettings.words(3));

    assertThat(shingles.distinct()).hasSize(16);
    assertThat(shingles.shingles())
        .startsWith("tropical fish include", "fish include fish")
        .endsWith("salt water species");
    assertThat(elements(SimHashTest.TROPICAL_FISH, 3, false)).hasSize(16);
  }

  @Test
  void shouldTakeAShortTextAsOneShingle() {
    assertThat(ShingleSet.of("Only two", TestSettings.words(3)).shingles())
        .containsExactly("only two");
    ShingleSet none = ShingleSet.of("", TestSettings.words(3));
    assertThat(none.shingles()).isEmpty();
    assertThat(none.resemblance(none)).isZero();
    assertThat(none.containment(none)).isZero();
  }

  /** The hashes that represent the shingles in SimHash and sketch. */
  private static Set<Long> elements(String text, int width, boolean countReplicas) {
    ShingleSettings settings = TestSettings.words(width);
    Set<Long> elements = new HashSet<>();
    Occurrences occurrences = new Occurrences();
    Shingler shingler =
        new Shingler(
            width,
            (hashes, n) -> {
              for (int i = 0; i < n; i++) {
                int occurrence = occurrences.add(hashes[i]);
                elements.add(
                    countReplicas ? Occurrences.labelled(hashes[i], occurrence) : hashes[i]);
              }
            });
    int unused = Tokenizer.of(settings).tokenize(text, shingler);
    int count = shingler.finish();
    assertThat(count).isEqualTo(ShingleSet.of(text, settings).shingles().size());
    return elements;
  }
}
