package dev.crawlsieve.watch.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.fingerprint.Coordinates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class VerdictPlacesTest {

  private static final Coordinates LEADER = new Coordinates(3, 1L << 40);

  @TempDir Path folder;

  @Test
  void shouldFindTheNewestFirst() {
    try (VerdictPlaces places = VerdictPlaces.open(folder, "t")) {
      places.write(
          List.of(
              kept(7, LEADER, 100, at(0, 5)),
              copy(7, LEADER, 300, at(9_999, 1)),
              copy(7, LEADER, 200, at(2, 9)),
              copy(8, LEADER, -1, at(1, 0)),
              copy(-1, at(0, 0), 400, at(1, 1))),
          Map.of());

      assertThat(places.ofUrl(7, 10)).containsExactly(at(9_999, 1), at(2, 9), at(0, 5));
      assertThat(places.ofUrl(7, 2)).containsExactly(at(9_999, 1), at(2, 9));
      assertThat(places.ofUrl(-1, 10)).containsExactly(at(1, 1));
      assertThat(places.ofUrl(9, 10)).isEmpty();
      assertThat(places.ofKept(LEADER)).containsExactly(at(0, 5));
      assertThat(places.ofKept(at(0, 0))).isEmpty();
      assertThat(places.copiesOf(LEADER, 2, 10))
          .isEqualTo(new VerdictPlaces.Copies(List.of(at(9_999, 1), at(2, 9)), 3, false));
      assertThat(places.copiesOf(LEADER, 2, 1).more()).isTrue();
    }
  }

  @Test
  void shouldGoOnWhereItStoppedAndKeepNothingOfAnotherTopic() {
    try (VerdictPlaces places = VerdictPlaces.open(folder, "t")) {
      assertThat(places.positions()).isEmpty();
      places.write(List.of(kept(7, LEADER, 1, at(0, 5))), Map.of(0, 6L, 300, 9L));
    }
    try (VerdictPlaces places = VerdictPlaces.open(folder, "t")) {
      assertThat(places.positions()).isEqualTo(Map.of(0, 6L, 300, 9L));
      assertThat(places.ofUrl(7, 1)).hasSize(1);
      assertThat(places.bytes()).isPositive();
    }
    try (VerdictPlaces places = VerdictPlaces.open(folder, "another")) {
      assertThat(places.positions()).isEmpty();
      assertThat(places.ofUrl(7, 1)).isEmpty();
    }
  }

  @Test
  void shouldSweepInSteps() {
    try (VerdictPlaces places = VerdictPlaces.open(folder, "t")) {
      List<VerdictPlaces.Entry> entries = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        entries.add(
            i % 2 == 0
                ? kept(i, at(0, i), i, at(i % 4, i))
                : copy(i, at(0, i - 1), i, at(i % 4, i)));
      }
      places.write(entries, Map.of(0, 100L));

      int steps = 1;
      while (!places.sweep(Map.of(0, 50L, 1, 50L, 2, 100L), 7)) {
        steps++;
      }
      assertThat(steps).isEqualTo(200 / 7 + 1);
      for (int i = 0; i < 100; i++) {
        boolean left = i % 4 == 3 || (i % 4 != 2 && i >= 50);
        assertThat(places.ofUrl(i, 1)).as("verdict %d", i).hasSize(left ? 1 : 0);
        int leader = i - i % 2;
        assertThat(i % 2 == 0 ? places.ofKept(at(0, i)) : copies(places, leader))
            .hasSize(left ? 1 : 0);
      }
      assertThat(places.positions()).isEqualTo(Map.of(0, 100L));
    }
  }

  @Test
  void shouldFindOtherUrlsOfWhichRulesLeaveTheSame() {
    try (VerdictPlaces places = VerdictPlaces.open(folder, "t")) {
      VerdictPlaces.Entry own = kept(7, at(0, 1), 1, at(0, 1));
      VerdictPlaces.Entry other = new VerdictPlaces.Entry(8, 7, at(0, 2), true, 2, at(0, 2));
      places.write(List.of(own, other), Map.of(0, 3L));
      assertThat(places.ofUrl(7, 10)).containsExactly(at(0, 1));
      assertThat(places.alike(7, 10)).containsExactly(at(0, 2));
      assertThat(places.alike(8, 10)).isEmpty();
      assertThat(places.sweep(Map.of(0, 3L), 100)).isTrue();
      assertThat(places.alike(7, 10)).isEmpty();
    }
  }

  private static List<Coordinates> copies(VerdictPlaces places, int leader) {
    return places.copiesOf(at(0, leader), 10, 10).newest();
  }

  @Test
  void shouldSayWhatToDoIfItCannotBeOpened() throws IOException {
    Files.writeString(folder.resolve("CURRENT"), "MANIFEST-000001\n");

    assertThatThrownBy(() -> VerdictPlaces.open(folder, "t"))
        .isInstanceOf(SieveException.class)
        .hasMessageContaining(folder.toString())
        .hasMessageContaining("can delete");
  }

  @Test
  void shouldFreeADamagedFolderAndSayWhatToDo() throws IOException {
    VerdictPlaces.open(folder, "t").close();
    List<Path> tables;
    try (Stream<Path> files = Files.list(folder)) {
      tables = files.filter(file -> file.toString().endsWith(".sst")).toList();
    }
    byte[] table = Files.readAllBytes(tables.get(0));
    for (int i = 0; i < 20; i++) { // the block of entries; the index at the end is whole
      table[i] ^= 0x55;
    }
    Files.write(tables.get(0), table);

    for (int time = 0; time < 2; time++) { // the lock is free again
      assertThatThrownBy(() -> VerdictPlaces.open(folder, "t"))
          .isInstanceOf(SieveException.class)
          .hasMessageContaining("failed: ")
          .hasMessageContaining("can delete");
    }
  }

  @Test
  void shouldRefuseOnceClosed() {
    VerdictPlaces places = VerdictPlaces.open(folder, "t");
    places.close();
    places.close();
    assertThatThrownBy(() -> places.ofUrl(1, 1)).isInstanceOf(SieveException.class);
  }

  private static Coordinates at(int partition, long offset) {
    return new Coordinates(partition, offset);
  }

  private static VerdictPlaces.Entry kept(long url, Coordinates page, long millis, Coordinates at) {
    return new VerdictPlaces.Entry(url, url, page, true, millis, at);
  }

  private static VerdictPlaces.Entry copy(long url, Coordinates of, long millis, Coordinates at) {
    return new VerdictPlaces.Entry(url, url, of, false, millis, at);
  }
}
