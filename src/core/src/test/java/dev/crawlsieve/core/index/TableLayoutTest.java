package dev.crawlsieve.core.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.index.store.Pages;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TableLayoutTest {

  @Test
  void shouldHaveTheTablesOfThePaperForThreeBits() {
    assertThat(TableLayout.plain(3, 4)).hasToString("4 tables of 16 bits");
    assertThat(TableLayout.plain(3, 5)).hasToString("10 tables of 25–26 bits");
    assertThat(TableLayout.nested(3)).hasToString("16 tables of 28 bits");
    assertThat(TableLayout.plain(3, 6)).hasToString("20 tables of 31–33 bits");
  }

  @Test
  void shouldHaveOneTableOfAllBitsForZeroBits() {
    assertThat(TableLayout.all(0)).singleElement().hasToString("1 table of 64 bits");
  }

  @Test
  void shouldHaveDifferentTablesAndIdsInEveryLayout() {
    Set<String> ids = new HashSet<>();
    for (int k = 0; k <= 16; k++) {
      List<TableLayout> layouts = TableLayout.all(k);
      assertThat(layouts).as("k = %d", k).isNotEmpty();
      for (TableLayout layout : layouts) {
        assertThat(layout.tables()).doesNotHaveDuplicates();
        assertThat(layout.tables().size()).isBetween(2, TableLayout.MAX_TABLES + 1);
        assertThat(layout.tables().get(0).name()).isEqualTo("content");
        assertThat(layout.tables().get(1).name()).isEqualTo("simhash-1");
        assertThat(ids.add(layout.id())).as(layout.id()).isTrue();
      }
    }
  }

  @Test
  void shouldRefuseLayoutsThatMissOrThatAreTooMany() {
    assertThatThrownBy(() -> TableLayout.plain(3, 3)).hasMessageContaining("3 blocks");
    assertThatThrownBy(() -> TableLayout.plain(3, 11)).hasMessageContaining("more than 128");
    assertThatThrownBy(() -> TableLayout.plain(17, 18)).hasMessageContaining("17 bits");
    assertThatThrownBy(() -> TableLayout.nested(11)).hasMessageContaining("11 bits");
  }

  @Test
  void shouldPlanMoreTablesForMoreLeaders() {
    assertThat(plan(3, 50_000_000)).hasToString("4 tables of 16 bits");
    assertThat(plan(3, 100_000_000)).hasToString("10 tables of 25–26 bits");
    int before = 0;
    for (long leaders = 1; leaders < 1L << 40; leaders *= 8) {
      int tables = plan(3, leaders).tables().size();
      assertThat(tables).as("%d leaders", leaders).isGreaterThanOrEqualTo(before);
      before = tables;
    }
  }

  @Test
  void shouldHaveATableForEachBand() {
    Detector sketch = Detector.of(DetectorSettings.sketch(0.8));
    assertThat(names(sketch.layout(1))).hasSize(10).startsWith("band-1").endsWith("band-10");
    assertThat(sketch.layout(1).id()).isEqualTo("2 bands=10x6");
    Detector combined = Detector.of(DetectorSettings.combined(3, 0.8, 0.6));
    assertThat(names(combined.layout(1)))
        .hasSize(14)
        .startsWith("simhash-1")
        .contains("simhash-4", "band-1")
        .endsWith("band-10");
    assertThat(combined.layout(1).id()).isEqualTo("2 k=3 blocks=4 bands=10x6");
    assertThat(combined.layout(1)).hasToString("4 tables of 16 bits, " + sketch.layout(1));
  }

  @Test
  void shouldMixKeysAsStored() {
    // part of the stored format: changing these requires another layout id
    assertThat(Keys.key(0, 0)).isEqualTo(1);
    assertThat(Long.toHexString(Keys.mix(1))).isEqualTo("5692161d100b05e5");
    assertThat(Long.toHexString(Keys.key(1, 1))).isEqualTo("83ec686c1600460a");
    ComparedPage page = Pages.page(1, 0, Pages.sketch(1));
    assertThat(Long.toHexString(page.hashMinHashes(0, 3))).isEqualTo("1de7eaf1eb833da4");
    assertThat(Long.toHexString(page.hashMinHashes(3, 6))).isEqualTo("456b8e774448368e");
    assertThat(Long.toHexString(page.sketchBits())).isEqualTo("a0b60c908c13fa43");
  }

  private static List<String> names(TableLayout layout) {
    return layout.tables().stream().skip(1).map(Table::name).toList();
  }

  private static TableLayout plan(int k, long leaders) {
    return TablePlanner.plan(k, leaders);
  }
}
