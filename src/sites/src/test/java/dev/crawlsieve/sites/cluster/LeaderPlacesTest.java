package dev.crawlsieve.sites.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.bytemap.MemoryByteMap;
import dev.crawlsieve.core.fingerprint.Coordinates;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LeaderPlacesTest {

  private final MemoryByteMap store = new MemoryByteMap();
  private final List<Coordinates> removed = new ArrayList<>();

  @Test
  void shouldRemoveTheOldestFirstAndAFewAtATime() {
    LeaderPlaces places = new LeaderPlaces(store);
    for (int i = 0; i < 300; i++) {
      places.add(i, at(i));
    }
    places.removeBelow(0, 64, removed::add);
    assertThat(removed).isEmpty();
    places.removeBelow(100, 64, removed::add);
    assertThat(removed).hasSize(64);
    places.removeBelow(100, 64, removed::add);
    assertThat(removed).hasSize(100).first().isEqualTo(at(0));

    LeaderPlaces restored = new LeaderPlaces(store);
    restored.removeBelow(100, 64, removed::add);
    assertThat(removed).hasSize(100);
    restored.removeBelow(102, 64, removed::add);
    assertThat(removed).endsWith(at(99), at(100), at(101));
    for (int i = 0; i < 300; i += 64) {
      restored.removeBelow(300, 64, removed::add);
    }
    assertThat(removed).hasSize(300).doesNotHaveDuplicates();
    List<byte[]> left = new ArrayList<>();
    store.scan(new byte[] {'l'}, (key, value) -> left.add(key));
    assertThat(left).isEmpty();
  }

  @Test
  void shouldSayWhichLeaderItDoesNotKnow() {
    LeaderPlaces places = new LeaderPlaces(store);
    places.add(0, at(7));
    assertThatThrownBy(() -> places.removeBelow(2, 64, removed::add))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("leader 1 of the lane");
  }

  private static Coordinates at(int i) {
    return new Coordinates(i % 3, 1_000L * i);
  }
}
