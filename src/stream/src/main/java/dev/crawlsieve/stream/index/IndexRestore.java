package dev.crawlsieve.stream.index;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.IndexException;
import dev.crawlsieve.core.index.store.TableIndex;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.BatchingStateRestoreCallback;
import org.jspecify.annotations.Nullable;

/**
 * Restores the index from its changelog, adding runs of consecutive leaders at once.
 *
 * <p>The changelog is compacted: it holds only the latest lane time, and an expired leader or site
 * is a record without a value, or is missing. What stays of a forgotten leader comes after later
 * ones.
 *
 * @param changelog topic and partition of the changelog, for messages
 */
public record IndexRestore(TableIndex index, String changelog)
    implements BatchingStateRestoreCallback {

  /**
   * Restores records of the changelog.
   *
   * @throws IndexException if a record does not belong to an index; the message names the changelog
   */
  @Override
  public void restoreAll(Collection<KeyValue<byte[], byte[]>> records) {
    try {
      restoreRuns(records);
    } catch (IndexException e) {
      throw new IndexException(
          ("the index cannot be restored from %s: %s. If others write to that topic, its"
                  + " pages can be decided again in a new generation: 'replay --into PREFIX'")
              .formatted(changelog, e.getMessage()),
          e);
    }
  }

  private void restoreRuns(Collection<KeyValue<byte[], byte[]>> records) {
    List<ComparedPage> run = new ArrayList<>();
    long first = 0;
    for (KeyValue<byte[], byte[]> record : records) {
      if (IndexStore.isSite(record.key)) {
        restoreSite(new String(record.key, UTF_8), record.value);
        continue; // may come between consecutive leaders
      }
      if (!isLeader(record)) {
        index.restoreAll(first, run);
        run.clear();
        restore(record);
        continue;
      }
      long ordinal = IndexStore.ordinal(record.key);
      if (ordinal != first + run.size()) {
        index.restoreAll(first, run);
        run.clear();
      }
      if (run.isEmpty()) {
        first = ordinal;
      }
      run.add(ComparedPage.wrap(record.value));
    }
    index.restoreAll(first, run);
  }

  private void restoreSite(String site, byte @Nullable [] stored) {
    if (stored == null) {
      index.dropSite(site);
    } else {
      index.putSite(site, stored);
    }
  }

  private static boolean isLeader(KeyValue<byte[], byte[]> record) {
    return record.value != null && !SettingsRecord.isKey(record.key) && !isTime(record.key);
  }

  private static boolean isTime(byte[] key) {
    return IndexStore.LANE_TIME.equals(Bytes.wrap(key));
  }

  private void restore(KeyValue<byte[], byte[]> record) {
    boolean settings = SettingsRecord.isKey(record.key);
    if (record.value == null && (settings || isTime(record.key))) {
      throw new IndexException("a record '" + new String(record.key, UTF_8) + "' without a value");
    }
    if (settings) {
      index.putMeta(IndexStore.SETTINGS, record.value);
    } else if (isTime(record.key)) {
      index.putLaneTime(record.value);
    } else {
      index.dropBelow(IndexStore.ordinal(record.key) + 1);
    }
  }
}
