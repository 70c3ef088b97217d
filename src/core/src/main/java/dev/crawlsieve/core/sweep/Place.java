package dev.crawlsieve.core.sweep;

import java.util.Comparator;

/**
 * The position of a fingerprint in the log.
 *
 * @param lane the partition
 * @param offset its offset there
 */
public record Place(int lane, long offset) implements Comparable<Place> {

  private static final Comparator<Place> ORDER =
      Comparator.comparingInt(Place::lane).thenComparingLong(Place::offset);

  @Override
  public int compareTo(Place other) {
    return ORDER.compare(this, other);
  }
}
