package dev.crawlsieve.stream.run;

import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.topology.StreamThreads;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.streams.KafkaClientSupplier;

/**
 * The Kafka clients of an instance: Kafka's own, except for a main consumer that never skips
 * records silently and a producer that abandons a transaction after a time-out.
 *
 * @param config the topology's
 * @param threads the topology's
 */
public record SieveClients(SieveConfig config, StreamThreads threads)
    implements KafkaClientSupplier {

  @Override
  public Admin getAdmin(Map<String, Object> settings) {
    return Admin.create(settings);
  }

  @Override
  public Producer<byte[], byte[]> getProducer(Map<String, Object> settings) {
    return new SieveProducer(settings, threads);
  }

  @Override
  public Consumer<byte[], byte[]> getConsumer(Map<String, Object> settings) {
    return new SourceConsumer(settings, config, threads);
  }

  @Override
  public Consumer<byte[], byte[]> getRestoreConsumer(Map<String, Object> settings) {
    return consumer(settings);
  }

  @Override
  public Consumer<byte[], byte[]> getGlobalConsumer(Map<String, Object> settings) {
    return consumer(settings);
  }

  private static Consumer<byte[], byte[]> consumer(Map<String, Object> settings) {
    return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }
}
