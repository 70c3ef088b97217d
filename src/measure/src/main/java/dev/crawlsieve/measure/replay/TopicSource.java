package dev.crawlsieve.measure.replay;

import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.work.Progress;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.reading.PlaceReader;
import dev.crawlsieve.stream.kafka.reading.TopicSpan;
import dev.crawlsieve.stream.kafka.topics.TopicDescriber;
import dev.crawlsieve.stream.kafka.topics.TopicDescription;
import dev.crawlsieve.stream.run.SettingsInForce;
import dev.crawlsieve.stream.topology.HeaderValues;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** A replay's source in the topics of a generation. */
final class TopicSource implements ReplaySource {

  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final SettingsInForce inForce;

  /**
   * The source in the generation that the settings name.
   *
   * @param given the user's settings
   * @throws dev.crawlsieve.core.config.SettingsException if the given settings contradict those in
   *     force
   * @throws dev.crawlsieve.core.failure.SieveException if no broker answers
   */
  TopicSource(Map<String, String> given) {
    this.inForce = SettingsInForce.of(given);
  }

  private SieveConfig config() {
    return inForce.config();
  }

  @Override
  public SettingsInForce inForce() {
    return inForce;
  }

  @Override
  public FingerprintLog log() {
    return FingerprintLog.of(config());
  }

  @Override
  public Path scratch() {
    return Path.of(config().stateDir());
  }

  @Override
  public String verdictsName() {
    return "topic '" + config().topics().verdicts() + "'";
  }

  @Override
  public String verdictPlace(int partition, long offset) {
    return config().topics().verdicts() + "-" + partition + " offset " + offset;
  }

  @Override
  public void readVerdicts(BiConsumer<Coordinates, byte[]> each, Consumer<Progress> progress) {
    TopicSpan.of(config(), config().topics().verdicts())
        .read(
            next -> each.accept(new Coordinates(next.partition(), next.offset()), next.value()),
            progress);
  }

  @Override
  public Map<Coordinates, byte[]> verdicts(Set<Coordinates> places) {
    Map<Coordinates, byte[]> values = new HashMap<>();
    records(config().topics().verdicts(), places)
        .forEach((place, found) -> values.put(place, found.value()));
    return values;
  }

  private Map<Coordinates, ConsumerRecord<byte[], byte[]>> records(
      String topic, Set<Coordinates> places) {
    if (places.isEmpty()) {
      return Map.of();
    }
    try (PlaceReader reader = new PlaceReader(config(), topic)) {
      return reader.fetch(places, PATIENCE);
    }
  }

  @Override
  public Map<Coordinates, StoredPage> pages(Set<Coordinates> places) {
    Map<Coordinates, StoredPage> pages = new HashMap<>();
    records(config().topics().pages(), places)
        .forEach(
            (place, found) ->
                pages.put(
                    place,
                    reader ->
                        reader.read(found.key(), found.value(), HeaderValues.of(found.headers()))));
    return pages;
  }

  @Override
  public double bytesPerPage() {
    Connection connection = new Connection(config());
    try (Admin admin = connection.admin()) {
      TopicDescription pages =
          new TopicDescriber(admin, connection)
              .describe(config(), List.of(config().topics().pages()))
              .get(0);
      Long bytes = pages.bytes();
      return pages.offsets() == 0 || bytes == null || bytes < 0
          ? 0
          : (double) bytes / pages.replication() / pages.offsets();
    }
  }
}
