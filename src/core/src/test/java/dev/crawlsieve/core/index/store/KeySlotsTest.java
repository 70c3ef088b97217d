package dev.crawlsieve.core.index.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntSupplier;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Slots hold what a map holds, whatever the keys. */
class KeySlotsTest {

  private static final int KEYS = 20_000;

  /** Slots and the map that they must equal. */
  private static final class Model {

    private final KeySlots slots;
    private final int mostKey;
    private final Map<Integer, Integer> map = new HashMap<>();

    private Model(int keyBits, boolean compact) {
      slots = new KeySlots(keyBits, compact);
      mostKey = -1 >>> (Integer.SIZE - keyBits);
    }

    private void put(int key, int value) {
      boolean grown = slots.ensure(value, value % 3 == 0);
      if (map.put(key, value) == null) {
        grown |= slots.add(key, value);
      } else {
        slots.set(key, value);
      }
      assertThat(grown || slots.value(key) == value).isTrue();
    }

    private void replaceAll(IntUnaryOperator other) {
      slots.replaceAll(other);
      map.replaceAll((key, value) -> other.applyAsInt(value));
    }

    private void check() {
      map.forEach((key, value) -> assertThat(slots.value(key)).isEqualTo(value));
      SplittableRandom random = new SplittableRandom(7);
      for (int i = 0; i < 2_000; i++) {
        int key = random.nextInt() & mostKey;
        assertThat(slots.value(key)).isEqualTo(map.getOrDefault(key, KeySlots.NONE));
      }
      for (int key : map.keySet()) {
        int near = (key ^ 1) & mostKey;
        assertThat(slots.value(near)).isEqualTo(map.getOrDefault(near, KeySlots.NONE));
      }
      Map<Integer, Integer> shown = new HashMap<>();
      slots.forEach((key, value) -> assertThat(shown.put(key, value)).isNull());
      assertThat(shown).isEqualTo(map);
    }
  }

  private static void holdsThem(int keyBits, IntSupplier keys) {
    for (boolean compact : new boolean[] {true, false}) {
      Model model = new Model(keyBits, compact);
      for (int i = 0; i < KEYS; i++) {
        model.put(keys.getAsInt() & model.mostKey, i);
        if (Integer.bitCount(i) == 1) {
          model.check();
        }
      }
      model.check();
      model.slots.ensure(2 * KEYS + 1, false);
      model.replaceAll(value -> 2 * value + 1);
      model.check();
    }
  }

  @Test
  void shouldHoldRandomKeysOfAnyLength() {
    SplittableRandom random = new SplittableRandom(1);
    for (int keyBits : new int[] {16, 20, 26, 31, 32}) {
      holdsThem(keyBits, random::nextInt);
    }
  }

  @Test
  void shouldGiveKeysOtherValues() {
    SplittableRandom random = new SplittableRandom(2);
    int[] few = random.ints(2_000).toArray();
    holdsThem(26, () -> few[random.nextInt(random.nextInt(few.length) + 1)]);
  }

  @Test
  void shouldHoldKeysThatAreAimedAtOneLine() {
    SplittableRandom random = new SplittableRandom(3);
    holdsThem(32, () -> random.nextInt(1 << 15));
    holdsThem(26, () -> ((1 << 26) - 1) - random.nextInt(1 << 15));
    holdsThem(32, () -> 256 * random.nextInt(1 << 14)); // with the same tag
  }

  @Test
  void shouldHoldLargeValues() {
    Model model = new Model(32, true);
    SplittableRandom random = new SplittableRandom(4);
    for (int i = 0; i < 500; i++) {
      model.put(random.nextInt(), (1 << (10 + i / 50)) - 1);
    }
    model.check();
    for (int i = 500; i < 5_000; i++) {
      model.put(random.nextInt(), 5_000 - i);
    }
    model.check();
    Model largest = new Model(26, true);
    largest.put(1, Integer.MAX_VALUE - 1);
    largest.check();
  }

  @Tag("slow")
  @Test
  void shouldTakeAboutSixBytesAKeyAndNeverManyMoreThanAPlainTable() {
    KeySlots even = new KeySlots(26, true);
    KeySlots aimed = new KeySlots(26, true);
    double bytes = 0;
    double mostEven = 0;
    double mostAimed = 0;
    int keys = 50_000;
    for (int i = 1; i <= keys; i++) {
      even.ensure(128 * i, false);
      even.add((i * 0x9e3779b1) & ((1 << 26) - 1), 128 * i);
      aimed.ensure(128 * i, false);
      aimed.add(i, 128 * i);
      if (i > 1_000) {
        mostEven = Math.max(mostEven, (double) even.bytes() / i);
        mostAimed = Math.max(mostAimed, (double) aimed.bytes() / i);
      }
      bytes += i > keys / 2 ? (double) even.bytes() / i : 0;
    }
    assertThat(mostEven).isLessThan(7);
    assertThat(mostAimed).isLessThan(25);
    assertThat(bytes / (keys / 2.0)).isLessThan(6.4);
  }
}
