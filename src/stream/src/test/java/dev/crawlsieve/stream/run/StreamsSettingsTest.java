package dev.crawlsieve.stream.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.topology.StoreMemory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class StreamsSettingsTest {

  private static final Map<String, String> LOGIN =
      Map.of(
          "streams.security.protocol",
          "SASL_SSL",
          "streams.sasl.mechanism",
          "SCRAM-SHA-512",
          "streams.ssl.truststore.type",
          "PEM",
          "streams.ssl.truststore.location",
          "ca.pem");

  @Test
  void shouldGiveEveryClientTheLogin() {
    StreamsConfig streams = StreamsSettings.of(SieveConfig.of(LOGIN));
    for (Map<String, Object> client :
        List.of(
            streams.getMainConsumerConfigs("group", "client", 0),
            streams.getRestoreConsumerConfigs("client"),
            streams.getGlobalConsumerConfigs("client"),
            streams.getProducerConfigs("client"),
            streams.getAdminConfigs("client"))) {
      LOGIN.forEach(
          (name, value) ->
              assertThat(client).containsEntry(name.substring("streams.".length()), value));
    }
  }

  @Test
  void shouldNameEachThreadOfAnInstance() {
    StreamsConfig streams =
        StreamsSettings.of(SieveConfig.of(Map.of("consumer.group.instance.id", "pod-3")));
    assertThat(streams.getMainConsumerConfigs("group", "client", 0))
        .containsEntry("group.instance.id", "pod-3-0");
    assertThat(streams.getMainConsumerConfigs("group", "client", 1))
        .containsEntry("group.instance.id", "pod-3-1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "producer.max.request.size",
        "producer.buffer.memory",
        "streams.producer.max.request.size"
      })
  void shouldRefuseAProducerThatCannotSendTheLargestPage(String name) {
    assertThat(StreamsSettings.of(SieveConfig.of(Map.of(name, "18874368")))).isNotNull();
    assertThatThrownBy(() -> StreamsSettings.of(SieveConfig.of(Map.of(name, "18874367"))))
        .isInstanceOf(SettingsException.class)
        .hasMessage(
            name.replace("streams.", "")
                + " is 18874367, but needs at least 18874368: records may be that large"
                + " (page.max.bytes)");
    assertThatThrownBy(() -> StreamsSettings.of(SieveConfig.of(Map.of(name, "much"))))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("much");
  }

  /** Or an instance ends if it joins its group before it knows again which topics exist. */
  @Test
  void shouldNotForgetTheTopicsWhileNoBrokerAnswers() {
    String name = "metadata.recovery.strategy";
    assertThat(mainConsumer(Map.of())).containsEntry(name, "none");
    assertThat(mainConsumer(Map.of("consumer." + name, "rebootstrap")))
        .containsEntry(name, "rebootstrap");
  }

  @Test
  void shouldBoundTheMemoryOfStoresUnlessTheUserDoes() {
    assertThat(storesSetter(Map.of())).isEqualTo(StoreMemory.class);
    Class<?> own = RocksDBConfigSetter.class;
    assertThat(storesSetter(Map.of("streams.rocksdb.config.setter", own.getName()))).isEqualTo(own);
  }

  private static Class<?> storesSetter(Map<String, String> settings) {
    return StreamsSettings.of(SieveConfig.of(settings))
        .getClass(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG);
  }

  private static Map<String, Object> mainConsumer(Map<String, String> settings) {
    return StreamsSettings.of(SieveConfig.of(settings))
        .getMainConsumerConfigs("group", "client", 0);
  }

  @Test
  void shouldAskForCommitsUnlessAnIntervalIsSet() {
    assertThat(isPaced(Map.of())).isTrue();
    assertThat(commitMillis(Map.of())).isEqualTo(500); // where none are asked for
    Map<String, String> own = Map.of("streams.commit.interval.ms", "100");
    assertThat(isPaced(own)).isFalse();
    assertThat(commitMillis(own)).isEqualTo(100);
  }

  private static boolean isPaced(Map<String, String> settings) {
    return StreamsSettings.isPaced(SieveConfig.of(settings));
  }

  /** Waiting for them costs time and CPU, and no step depends on the order between topics. */
  @Test
  void shouldNotWaitForRecordsOfOneTopicWhileThereAreSomeOfAnother() {
    assertThat(idleMillis(Map.of())).isEqualTo(-1);
    assertThat(idleMillis(Map.of("streams.max.task.idle.ms", "0"))).isZero();
  }

  private static long idleMillis(Map<String, String> settings) {
    return StreamsSettings.of(SieveConfig.of(settings))
        .getLong(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG);
  }

  @Test
  void shouldKeepATransactionOpenForSlowStoresOfBodies() {
    assertThat(transactionMillis(Map.of("body.ref.roots", "/crawl"))).isEqualTo(10_000);
    Map<String, String> remote = new HashMap<>(Map.of("body.ref.roots", "https://a.example/"));
    assertThat(transactionMillis(remote)).isEqualTo(60_000);
    remote.put("producer.transaction.timeout.ms", "90000");
    assertThat(transactionMillis(remote)).isEqualTo(90_000);
  }

  private static int transactionMillis(Map<String, String> settings) {
    Object millis =
        StreamsSettings.of(SieveConfig.of(settings))
            .getProducerConfigs("client")
            .get("transaction.timeout.ms");
    return Integer.parseInt(millis.toString());
  }

  @Test
  void shouldRefuseToRunWithLessThanExactlyOnce() {
    assertThat(commitMillis(Map.of("streams.processing.guarantee", "exactly_once_v2")))
        .isEqualTo(500);
    assertThatThrownBy(() -> commitMillis(Map.of("streams.processing.guarantee", "at_least_once")))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("streams.processing.guarantee is at_least_once")
        .hasMessageContaining("exactly_once_v2");
  }

  @Test
  void shouldCompressWithZstdUnlessToldOtherwise() {
    assertThat(producer(Map.of()))
        .containsEntry("compression.type", "zstd")
        .containsEntry("compression.zstd.level", 1);
    assertThat(producer(Map.of("producer.compression.type", "gzip")))
        .containsEntry("compression.type", "gzip");
    assertThat(producer(Map.of("producer.compression.zstd.level", "9")))
        .containsEntry("compression.type", "zstd")
        .containsEntry("compression.zstd.level", "9");
  }

  private static Map<String, Object> producer(Map<String, String> settings) {
    return StreamsSettings.of(SieveConfig.of(settings)).getProducerConfigs("client");
  }

  private static long commitMillis(Map<String, String> settings) {
    return StreamsSettings.of(SieveConfig.of(settings))
        .getLong(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG);
  }

  @Test
  void shouldRefuseWhatKafkaStreamsRefuses() {
    Map<String, String> settings = new HashMap<>();
    settings.put("streams.num.standby.replicas", "many");
    assertThatThrownBy(() -> StreamsSettings.of(SieveConfig.of(settings)))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("num.standby.replicas");
  }

  @Test
  void shouldMissADeadInstanceAfterTenSecondsUnlessItHasAName() {
    assertThat(sessionTimeout(Map.of())).isEqualTo(10_000);
    assertThat(sessionTimeout(Map.of("consumer.session.timeout.ms", "20000"))).isEqualTo("20000");
    assertThat(sessionTimeout(Map.of("consumer.group.instance.id", "pod-3"))).isNull();
  }

  private static Object sessionTimeout(Map<String, String> settings) {
    return StreamsSettings.of(SieveConfig.of(settings))
        .getMainConsumerConfigs("group", "client", 0)
        .get("session.timeout.ms");
  }
}
