package dev.crawlsieve.stream.index;

import dev.crawlsieve.core.index.LaneTime;
import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.stream.config.SieveConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Bytes;

/** The records of an index's changelog, for those who read or write it apart from the store. */
public final class IndexChangelog {

  private IndexChangelog() {}

  /** Whether it holds a leader; a deleted one has no value. */
  public static boolean isLeader(ConsumerRecord<byte[], byte[]> record) {
    return record.key() != null && record.key().length == 9 && record.key()[0] == 0;
  }

  /** Whether it holds a time, of the index or of the place where pages enter. */
  public static boolean isTime(ConsumerRecord<byte[], byte[]> record) {
    return IndexStore.LANE_TIME.equals(Bytes.wrap(record.key()));
  }

  /** The ordinal of a leader. */
  public static long ordinal(ConsumerRecord<byte[], byte[]> record) {
    return IndexStore.ordinal(record.key());
  }

  /** The first record: the settings that the index is made with. */
  public static ProducerRecord<byte[], byte[]> settings(TopicPartition to, SieveConfig config) {
    return record(to, SettingsRecord.KEY.get(), new SettingsRecord(config).encode());
  }

  /** A leader. */
  public static ProducerRecord<byte[], byte[]> leader(
      TopicPartition to, long ordinal, LeaderRecord leader) {
    return record(to, IndexStore.key(ordinal).get(), leader.stored());
  }

  /** A time. */
  public static ProducerRecord<byte[], byte[]> time(TopicPartition to, LaneTime time) {
    return record(to, IndexStore.LANE_TIME.get(), time.encode());
  }

  private static ProducerRecord<byte[], byte[]> record(
      TopicPartition to, byte[] key, byte[] value) {
    return new ProducerRecord<>(to.topic(), to.partition(), key, value);
  }
}
