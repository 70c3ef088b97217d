package dev.crawlsieve.fingerprint;

/**
 * Where a record stands in its topic.
 *
 * @param partition partition number, from 0
 * @param offset offset in the partition, from 0
 */
public record Coordinates(int partition, long offset) {

  @Override
  public String toString() {
    return partition + "@" + offset;
  }
}
