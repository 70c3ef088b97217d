package dev.crawlsieve.stream.run;

import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.SieveAdmin;
import dev.crawlsieve.stream.kafka.errors.BrokerErrors;
import dev.crawlsieve.stream.kafka.errors.Remedy;
import dev.crawlsieve.stream.topology.StreamThreads;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.streams.KafkaClientSupplier;

/**
 * The Kafka clients of an instance: Kafka's own, except for a main consumer that never skips
 * records silently and a producer that abandons a transaction after an error that may pass.
 *
 * <p>While no name in {@code bootstrap.servers} can be resolved, as when all brokers of a cluster
 * are down, it waits.
 */
public final class SieveClients implements KafkaClientSupplier {

  private final SieveConfig config;
  private final StreamThreads threads;
  private final Restarts restarts;
  private final Runnable beforeReading;

  /**
   * @param config the topology's settings
   * @param threads the topology's threads
   */
  public SieveClients(SieveConfig config, StreamThreads threads) {
    this(config, threads, new Restarts(), () -> {});
  }

  /**
   * @param beforeReading called before every poll of a stream thread; if it throws, the thread ends
   */
  SieveClients(
      SieveConfig config, StreamThreads threads, Restarts restarts, Runnable beforeReading) {
    this.config = config;
    this.threads = threads;
    this.restarts = restarts;
    this.beforeReading = beforeReading;
  }

  @Override
  public Admin getAdmin(Map<String, Object> settings) {
    return made(() -> new SieveAdmin(settings));
  }

  @Override
  public Producer<byte[], byte[]> getProducer(Map<String, Object> settings) {
    return made(() -> new SieveProducer(settings, threads, restarts));
  }

  @Override
  public Consumer<byte[], byte[]> getConsumer(Map<String, Object> settings) {
    Map<String, Object> named = GroupWings.named(settings, config);
    return made(() -> new SourceConsumer(named, config, threads, beforeReading));
  }

  @Override
  public Consumer<byte[], byte[]> getRestoreConsumer(Map<String, Object> settings) {
    return consumer(settings);
  }

  @Override
  public Consumer<byte[], byte[]> getGlobalConsumer(Map<String, Object> settings) {
    return consumer(settings);
  }

  private Consumer<byte[], byte[]> consumer(Map<String, Object> settings) {
    return made(
        () ->
            new KafkaConsumer<>(
                settings, new ByteArrayDeserializer(), new ByteArrayDeserializer()));
  }

  /** Makes a client, once the next attempt after the last error is due. */
  private <C> C made(Supplier<C> client) {
    while (true) {
      boolean goesOn = restarts.await();
      try {
        return client.get();
      } catch (KafkaException e) {
        if (!goesOn || BrokerErrors.remedy(e) != Remedy.WAIT || !restarts.again(e)) {
          throw e;
        }
      }
    }
  }
}
