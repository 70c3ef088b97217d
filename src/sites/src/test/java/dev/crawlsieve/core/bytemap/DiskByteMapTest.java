package dev.crawlsieve.core.bytemap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.failure.SieveException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DiskByteMapTest {

  @TempDir Path folder;

  @Test
  void shouldHoldWhatAMapOnTheHeapHolds() {
    Random random = new Random(5);
    ByteMap heap = new MemoryByteMap();
    try (DiskByteMap disk = new DiskByteMap(folder, 1 << 20)) {
      for (int i = 0; i < 2_000; i++) {
        byte[] key = bytes(random, 1 + random.nextInt(3));
        if (random.nextInt(4) == 0) {
          heap.delete(key);
          disk.delete(key);
        } else {
          byte[] value = bytes(random, random.nextInt(3));
          heap.put(key, value);
          disk.put(key, value);
        }
        byte[] asked = bytes(random, 1 + random.nextInt(3));
        assertThat(disk.get(asked)).isEqualTo(heap.get(asked));
        byte[] prefix = bytes(random, 1 + random.nextInt(2));
        prefix[0] = (byte) (prefix[0] & 0x7f);
        assertThat(entries(disk, prefix)).isEqualTo(entries(heap, prefix));
        assertThat(disk.last(prefix)).isEqualTo(heap.last(prefix));
      }
      assertThat(entries(disk, new byte[] {0})).hasSizeGreaterThan(5);
    }
  }

  @Test
  void shouldSayWhereItCannotBeOpened() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    assertThatThrownBy(() -> new DiskByteMap(file.resolve("map"), 1 << 20))
        .isInstanceOf(SieveException.class)
        .hasMessageContaining(file.toString());
  }

  private static List<String> entries(ByteMap map, byte[] prefix) {
    List<String> entries = new ArrayList<>();
    HexFormat hex = HexFormat.of();
    map.scan(prefix, (key, value) -> entries.add(hex.formatHex(key) + "=" + hex.formatHex(value)));
    return entries;
  }

  /** Few different bytes, so that keys meet, 255 among them. */
  private static byte[] bytes(Random random, int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (random.nextInt(4) - 2);
    }
    return bytes;
  }
}
