package dev.crawlsieve.stream.topology;

import dev.crawlsieve.core.bytemap.ByteMap;
import dev.crawlsieve.core.bytemap.ByteMapReader;
import dev.crawlsieve.core.bytemap.Prefix;
import dev.crawlsieve.stream.index.LaneNotHereException;
import java.util.function.BiConsumer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StoreQueryParameters;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.QueryableStoreTypes;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.jspecify.annotations.Nullable;

/** A Kafka Streams store as an ordered map of bytes. */
public record StoredByteMap(KeyValueStore<Bytes, byte[]> store) implements ByteMap {

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
    store.put(Bytes.wrap(key), null); // "delete" would read the value first, and return it
  }

  @Override
  public void scan(byte[] prefix, BiConsumer<byte[], byte[]> visitor) {
    scan(store, prefix, visitor);
  }

  /**
   * A read-only view, for queries from outside the topology. Do not keep it: the task may move to
   * another instance.
   *
   * @param missing the message if the partition is not on this instance
   * @throws LaneNotHereException if it is not
   */
  public static ByteMapReader reader(
      KafkaStreams streams, String name, int partition, String missing)
      throws LaneNotHereException {
    ReadOnlyKeyValueStore<Bytes, byte[]> store;
    try {
      store =
          streams.store(
              StoreQueryParameters.fromNameAndType(
                      name, QueryableStoreTypes.<Bytes, byte[]>keyValueStore())
                  .withPartition(partition));
      // Kafka Streams also returns a store that is not on this instance, and fails only when it is
      // read.
      store.get(Bytes.wrap(new byte[1]));
    } catch (InvalidStateStoreException e) {
      throw new LaneNotHereException(missing, e);
    }
    return reader(store);
  }

  /** A read-only view of a store. */
  public static ByteMapReader reader(ReadOnlyKeyValueStore<Bytes, byte[]> store) {
    return new ByteMapReader() {
      @Override
      public byte[] get(byte[] key) {
        return store.get(Bytes.wrap(key));
      }

      @Override
      public void scan(byte[] prefix, BiConsumer<byte[], byte[]> visitor) {
        StoredByteMap.scan(store, prefix, visitor);
      }
    };
  }

  private static void scan(
      ReadOnlyKeyValueStore<Bytes, byte[]> store,
      byte[] prefix,
      BiConsumer<byte[], byte[]> visitor) {
    try (KeyValueIterator<Bytes, byte[]> entries =
        store.range(Bytes.wrap(prefix), Bytes.wrap(Prefix.after(prefix)))) {
      while (entries.hasNext()) {
        KeyValue<Bytes, byte[]> entry = entries.next();
        if (Prefix.starts(prefix, entry.key.get())) {
          visitor.accept(entry.key.get(), entry.value);
        }
      }
    }
  }

  @Override
  public byte @Nullable [] last(byte[] prefix) {
    try (KeyValueIterator<Bytes, byte[]> entries =
        store.reverseRange(Bytes.wrap(prefix), Bytes.wrap(Prefix.after(prefix)))) {
      while (entries.hasNext()) {
        byte[] key = entries.next().key.get();
        if (Prefix.starts(prefix, key)) {
          return key;
        }
      }
      return null;
    }
  }
}
