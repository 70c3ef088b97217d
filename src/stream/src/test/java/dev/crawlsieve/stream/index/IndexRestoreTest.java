package dev.crawlsieve.stream.index;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.index.IndexException;
import dev.crawlsieve.core.index.store.TableIndex;
import dev.crawlsieve.stream.config.SieveConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.streams.KeyValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class IndexRestoreTest {

  @TempDir Path folder;

  @Test
  void shouldNameTheChangelogWhoseRecordIsNotOfAnIndex() {
    byte[] leader = IndexStore.key(0).get();
    try (TableIndex index = TableIndex.open(folder, SieveConfig.of(Map.of()).index())) {
      IndexRestore restore = new IndexRestore(index, "app-index-changelog-3");
      shouldRefuse(restore, "settings".getBytes(UTF_8), null, "a record 'settings' without");
      shouldRefuse(restore, "lane-time".getBytes(UTF_8), null, "a record 'lane-time' without");
      shouldRefuse(
          restore, "lane-time".getBytes(UTF_8), new byte[] {9}, "a lane time of an unknown");
      shouldRefuse(restore, "garbage".getBytes(UTF_8), new byte[3], "not a leader's key: garbage");
      shouldRefuse(restore, "garbage".getBytes(UTF_8), null, "not a leader's key: garbage");
      shouldRefuse(restore, new byte[0], new byte[3], "not a leader's key: ");
      shouldRefuse(restore, leader, new byte[0], "an unreadable leader record");
      shouldRefuse(restore, leader, new byte[] {77, 1}, "a leader record of version 77");
    }
  }

  private static void shouldRefuse(IndexRestore restore, byte[] key, byte[] value, String reason) {
    assertThatThrownBy(() -> restore.restoreAll(List.of(KeyValue.pair(key, value))))
        .isInstanceOf(IndexException.class)
        .hasMessageStartingWith(
            "the index cannot be restored from app-index-changelog-3: " + reason);
  }
}
