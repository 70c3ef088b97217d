package dev.crawlsieve.stream.topology;

import dev.crawlsieve.core.bytemap.ByteMap;
import dev.crawlsieve.core.fingerprint.Coordinates;

/** Tells which leaders of a lane expire. */
@FunctionalInterface
interface LeaderExpiry {

  /** Notified of the expired leaders of a lane, in order. */
  @FunctionalInterface
  interface Listener {

    /**
     * A leader has expired.
     *
     * @param leader its position
     * @param timestamp of the page that causes its deletion, milliseconds since 1970-01-01T00:00Z
     */
    void expired(Coordinates leader, long timestamp);
  }

  /**
   * From now on, notifies a listener of every expired leader, before the decision on the page that
   * causes its deletion is passed to the hook.
   *
   * @param store the store of the lane's clusters, restored; may keep the positions of leaders, see
   *     {@link dev.crawlsieve.core.cluster.LeaderPlaces}
   */
  void follow(ByteMap store, Listener listener);
}
