package dev.crawlsieve.app;

/**
 * What the broker says of one topic.
 *
 * @param name the topic's full name
 * @param partitions number of partitions, or 0 if there is no such topic
 * @param replication copies of every record
 * @param records offsets in use over all partitions: at least as many as there are records, since
 *     every transaction takes one too
 * @param bytes size on all brokers' disks, or -1 if they do not say
 */
public record TopicDescription(
    String name, int partitions, int replication, long records, long bytes) {

  /** Whether there is such a topic. */
  public boolean exists() {
    return partitions > 0;
  }
}
