package dev.crawlsieve.stream.index;

import dev.crawlsieve.core.index.Leader;
import dev.crawlsieve.core.index.LeaderCursor;
import java.util.NoSuchElementException;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;

/** Leaders by ordinal, as a store's range. */
final class LeaderIterator implements KeyValueIterator<Bytes, byte[]> {

  private final LeaderCursor leaders;
  private Leader ahead;

  LeaderIterator(LeaderCursor leaders) {
    this.leaders = leaders;
  }

  @Override
  public boolean hasNext() {
    if (ahead == null && leaders.hasNext()) {
      ahead = leaders.next();
    }
    return ahead != null;
  }

  @Override
  public KeyValue<Bytes, byte[]> next() {
    Bytes key = peekNextKey();
    byte[] stored = ahead.record().stored();
    ahead = null;
    return KeyValue.pair(key, stored);
  }

  @Override
  public Bytes peekNextKey() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return IndexStore.key(ahead.ordinal());
  }

  @Override
  public void close() {
    leaders.close();
  }
}
