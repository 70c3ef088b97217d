package dev.crawlsieve.core.fingerprint;

import java.util.Comparator;

/**
 * A record's position in its topic.
 *
 * @param partition partition number, from 0
 * @param offset offset in the partition, from 0
 */
public record Coordinates(int partition, long offset) implements Comparable<Coordinates> {

  /** Of a page that has no position yet. */
  public static final Coordinates NONE = new Coordinates(-1, -1);

  private static final Comparator<Coordinates> ORDER =
      Comparator.comparingInt(Coordinates::partition).thenComparingLong(Coordinates::offset);

  @Override
  public int compareTo(Coordinates other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return partition + "@" + offset;
  }
}
