package dev.crawlsieve.stream.topology;

import dev.crawlsieve.core.config.IndexSettings;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.KeyValueStore;

/** Supplies the index of a lane, or of a part of it. */
final class IndexStoreSupplier implements KeyValueBytesStoreSupplier {

  private final String name;
  private final IndexSettings settings;
  private final SieveMeters meters;
  private final String of;

  IndexStoreSupplier(String name, IndexSettings settings, SieveMeters meters, String of) {
    this.name = name;
    this.settings = settings;
    this.meters = meters;
    this.of = of;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public KeyValueStore<Bytes, byte[]> get() {
    return new IndexStore(name, settings, meters, of);
  }

  @Override
  public String metricsScope() {
    return "crawlsieve-index";
  }
}
