package dev.crawlsieve.sites.cluster;

import dev.crawlsieve.core.bytemap.ByteMap;
import dev.crawlsieve.core.fingerprint.Coordinates;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/**
 * The positions of a lane's leaders until they expire, in the store of its clusters. For deciders
 * that do not hold the leaders themselves. A position is {@code i32} and {@code i64}:
 *
 * <pre>
 *  l i64 ordinal     position of the leader with this ordinal
 *  f                 the lowest ordinal that is stored, i64
 * </pre>
 *
 * <p>Leaders are added and removed in the order of the lane.
 */
public final class LeaderPlaces {

  private static final byte LEADER = 'l';
  private static final byte[] FIRST = {'f'};
  private static final int PLACE_BYTES = Integer.BYTES + Long.BYTES;

  private final ByteMap store;
  private long first;

  /**
   * Continues from a restored store.
   *
   * @param store the store of the lane's clusters; the caller closes it
   */
  public LeaderPlaces(ByteMap store) {
    this.store = store;
    byte[] stored = store.get(FIRST);
    this.first = stored == null ? 0 : ByteBuffer.wrap(stored).getLong();
  }

  /**
   * Adds the position of the lane's next leader.
   *
   * @param ordinal its ordinal in the lane
   */
  public void add(long ordinal, Coordinates leader) {
    byte[] place =
        ByteBuffer.allocate(PLACE_BYTES)
            .putInt(leader.partition())
            .putLong(leader.offset())
            .array();
    store.put(key(ordinal), place);
  }

  /**
   * Removes the positions of leaders below an ordinal, oldest first.
   *
   * @param most maximum number to remove
   * @param removed receives the removed positions
   * @throws IllegalStateException if one of them was not added
   */
  public void removeBelow(long ordinal, int most, Consumer<Coordinates> removed) {
    long end = Math.min(ordinal, first + most);
    if (first >= end) {
      return;
    }
    for (; first < end; first++) {
      removed.accept(place(first));
      store.delete(key(first));
    }
    store.put(FIRST, ByteBuffer.allocate(Long.BYTES).putLong(first).array());
  }

  private Coordinates place(long ordinal) {
    byte[] stored = store.get(key(ordinal));
    if (stored == null) {
      throw new IllegalStateException(
          "the store of clusters does not know where leader " + ordinal + " of the lane is");
    }
    ByteBuffer place = ByteBuffer.wrap(stored);
    return new Coordinates(place.getInt(), place.getLong());
  }

  private static byte[] key(long ordinal) {
    return ByteBuffer.allocate(1 + Long.BYTES).put(LEADER).putLong(ordinal).array();
  }
}
