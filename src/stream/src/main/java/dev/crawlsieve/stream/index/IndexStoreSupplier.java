package dev.crawlsieve.stream.index;

import dev.crawlsieve.core.config.IndexSettings;
import dev.crawlsieve.stream.meters.LaneMeters;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Supplies the index of a lane, or of a part of it.
 *
 * @param meters show each index that is open
 * @param of what a partition is called in messages, for example {@code lane}
 */
public record IndexStoreSupplier(String name, IndexSettings settings, LaneMeters meters, String of)
    implements KeyValueBytesStoreSupplier {

  @Override
  public KeyValueStore<Bytes, byte[]> get() {
    return new IndexStore(name, settings, meters, of);
  }

  @Override
  public String metricsScope() {
    return "crawlsieve-index";
  }
}
