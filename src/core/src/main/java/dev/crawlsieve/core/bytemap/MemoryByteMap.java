package dev.crawlsieve.core.bytemap;

import java.util.Arrays;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A map on the heap. Not thread-safe. */
public final class MemoryByteMap implements ByteMap {

  private final NavigableMap<byte[], byte[]> entries = new TreeMap<>(Arrays::compareUnsigned);

  @Override
  public byte @Nullable [] get(byte[] key) {
    return entries.get(key);
  }

  @Override
  public void put(byte[] key, byte[] value) {
    entries.put(key, value);
  }

  @Override
  public void delete(byte[] key) {
    entries.remove(key);
  }

  @Override
  public void scan(byte[] prefix, BiConsumer<byte[], byte[]> visitor) {
    from(prefix).forEach(visitor);
  }

  @Override
  public byte @Nullable [] last(byte[] prefix) {
    NavigableMap<byte[], byte[]> under = from(prefix);
    return under.isEmpty() ? null : under.lastKey();
  }

  private NavigableMap<byte[], byte[]> from(byte[] prefix) {
    return entries.subMap(prefix, true, Prefix.after(prefix), false);
  }
}
