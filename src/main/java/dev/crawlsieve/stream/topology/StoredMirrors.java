package dev.crawlsieve.stream.topology;

import dev.crawlsieve.core.mirror.MirrorReader;
import dev.crawlsieve.core.mirror.MirrorStore;
import dev.crawlsieve.core.mirror.StoreKeys;
import java.util.function.BiConsumer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;

/** The store of mirrors in Kafka Streams. */
final class StoredMirrors implements MirrorStore {

  private final KeyValueStore<Bytes, byte[]> store;

  StoredMirrors(KeyValueStore<Bytes, byte[]> store) {
    this.store = store;
  }

  @Override
  public byte[] get(byte[] key) {
    return store.get(Bytes.wrap(key));
  }

  @Override
  public void put(byte[] key, byte[] value) {
    store.put(Bytes.wrap(key), value);
  }

  @Override
  public void delete(byte[] key) {
    store.delete(Bytes.wrap(key));
  }

  @Override
  public void scan(byte[] prefix, BiConsumer<byte[], byte[]> visitor) {
    scan(store, prefix, visitor);
  }

  /** To read only, as from outside. */
  static MirrorReader reader(ReadOnlyKeyValueStore<Bytes, byte[]> store) {
    return new MirrorReader() {
      @Override
      public byte[] get(byte[] key) {
        return store.get(Bytes.wrap(key));
      }

      @Override
      public void scan(byte[] prefix, BiConsumer<byte[], byte[]> visitor) {
        StoredMirrors.scan(store, prefix, visitor);
      }
    };
  }

  private static void scan(
      ReadOnlyKeyValueStore<Bytes, byte[]> store,
      byte[] prefix,
      BiConsumer<byte[], byte[]> visitor) {
    try (KeyValueIterator<Bytes, byte[]> entries =
        store.range(Bytes.wrap(prefix), Bytes.wrap(StoreKeys.after(prefix)))) {
      while (entries.hasNext()) {
        KeyValue<Bytes, byte[]> entry = entries.next();
        if (StoreKeys.startsWith(entry.key.get(), prefix)) {
          visitor.accept(entry.key.get(), entry.value);
        }
      }
    }
  }

  @Override
  public byte[] last(byte[] prefix) {
    try (KeyValueIterator<Bytes, byte[]> entries =
        store.reverseRange(Bytes.wrap(prefix), Bytes.wrap(StoreKeys.after(prefix)))) {
      while (entries.hasNext()) {
        byte[] key = entries.next().key.get();
        if (StoreKeys.startsWith(key, prefix)) {
          return key;
        }
      }
      return null;
    }
  }
}
