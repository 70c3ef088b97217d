package dev.crawlsieve.stream.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.config.BodyRefSettings;
import dev.crawlsieve.core.config.IndexSettings;
import dev.crawlsieve.core.config.RuleSettings;
import dev.crawlsieve.core.config.Scope;
import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.config.SettingsHash;
import dev.crawlsieve.sites.cluster.ClusterSettings;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SieveConfigTest {

  @Test
  void shouldHaveDefaultsThatWork() {
    SieveConfig config = SieveConfig.of(Map.of());

    assertThat(config.detector().maxDistance()).isEqualTo(3);
    assertThat(config.scope()).isEqualTo(new Scope(Scope.Kind.GLOBAL, null));
    assertThat(config.topics().deadLetters()).isEqualTo("dead-letters");
    assertThat(config.page().trackingParameters()).contains("utm_*", "gclid");
  }

  @Test
  void shouldGiveTheIndexHalfOfTheHeapUnlessToldOtherwise() {
    long heap = Runtime.getRuntime().maxMemory();
    assertThat(SieveConfig.of(Map.of()).index().memoryBytes()).isEqualTo(heap / 2);
    assertThat(SieveConfig.of(Map.of("lanes", "4", "dedup.scope", "host")).index().memoryBytes())
        .isEqualTo(heap / 8);
    assertThat(IndexSettings.shareOf(1000, 16)).isEqualTo(65_536);
    assertThat(SieveConfig.of(Map.of("index.memory.bytes", "70000")).index().memoryBytes())
        .isEqualTo(70_000);
    assertThatThrownBy(() -> SieveConfig.of(Map.of("index.memory.bytes", "100")))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("index.memory.bytes is 100, must be at least 65536");
  }

  @Test
  void shouldBePatientForAsLongAsAProducerWaits() {
    assertThat(SieveConfig.of(Map.of()).healthPatience()).isEqualTo(Duration.ofMinutes(1));
    assertThat(SieveConfig.of(Map.of("producer.max.block.ms", " 5000 ")).healthPatience())
        .isEqualTo(Duration.ofSeconds(5));
    assertThat(SieveConfig.of(Map.of("producer.max.block.ms", "0")).healthPatience())
        .isEqualTo(Duration.ofSeconds(1));
    assertThat(
            SieveConfig.of(Map.of("producer.max.block.ms", "9223372036854775807")).healthPatience())
        .isEqualTo(Duration.ofDays(1));
    assertThatThrownBy(() -> SieveConfig.of(Map.of("producer.max.block.ms", "5s")))
        .isInstanceOf(SettingsException.class)
        .hasMessage("producer.max.block.ms is '5s', must be a whole number of milliseconds");
  }

  @Test
  void shouldHoldPendingBodiesInASixteenthOfTheHeapAtMostAsMuchAsALanesTables() {
    long sixteenth = Runtime.getRuntime().maxMemory() / 16;
    long ofCores = Runtime.getRuntime().availableProcessors() * 134_217_728L;
    assertThat(SieveConfig.of(Map.of()).pendingCacheBytes())
        .isEqualTo(Math.min(sixteenth, ofCores));
    assertThat(SieveConfig.of(Map.of("index.memory.bytes", "70000")).pendingCacheBytes())
        .isEqualTo(70_000);
    assertThat(SieveConfig.of(Map.of("index.memory.bytes", "9000000000000")).pendingCacheBytes())
        .isEqualTo(Math.min(sixteenth, ofCores));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "lanes | x | lanes is 'x', must be a whole number from 1 to 10000",
        "sketch.min.similarity | 0.001 | sketch.min.similarity is 0.001, must be a number from"
            + " 0.01 to 1.0",
        "mirrors.enabled | perhaps | mirrors.enabled is 'perhaps', must be true or false",
        "detector | all | detector is 'all', must be one of simhash, sketch, ",
        "index.retention | 1 week | index.retention is '1 week', which is not a duration: use none,",
        "topic.prefix | a/b | topic.prefix is 'a/b', must consist of letters, digits, '.', '_'"
            + " and '-'"
      })
  void shouldSayWhichValueIsWrongAndWhatWouldBeRight(String name, String value, String sentence) {
    assertThatThrownBy(() -> SieveConfig.of(Map.of(name, value)))
        .isInstanceOf(SettingsException.class)
        .hasMessageStartingWith(sentence);
  }

  @Test
  void shouldRefuseUnknownNameAndSuggestTheNearest() {
    assertThatThrownBy(() -> SieveConfig.of(Map.of("simhash.max.distanse", "4")))
        .isInstanceOf(SettingsException.class)
        .hasMessage("unknown setting 'simhash.max.distanse'; did you mean 'simhash.max.distance'?");
  }

  @Test
  void shouldRefuseWhatWasRemovedAndSayWhatToDo() {
    assertThat(RemovedSettings.CURES)
        .hasSizeGreaterThanOrEqualTo(12)
        .containsKeys("shingle.width", "detector=supershingle", "index.expected.leaders");
    RemovedSettings.CURES.forEach(
        (removed, cure) -> {
          String[] setting = removed.split("=", 2);
          String value = setting.length == 1 ? "3" : setting[1];
          assertThatThrownBy(() -> SieveConfig.of(Map.of(setting[0], value)))
              .isInstanceOf(SettingsException.class)
              .hasMessage("the setting " + removed + " was removed; " + cure);
          assertThat(SieveConfig.CONFIG.names().contains(setting[0]))
              .as("%s is a setting", setting[0])
              .isEqualTo(setting.length == 2);
          if (setting.length == 1) {
            assertThatThrownBy(() -> SieveConfig.described(List.of(removed)))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining(cure);
          }
        });
  }

  @Test
  void shouldHaveFewSettings() {
    assertThat(SieveConfig.CONFIG.names())
        .as("before a setting is added: can the pages decide, or another setting go?")
        .hasSizeLessThanOrEqualTo(40);
  }

  @Test
  void shouldHashAndRecordByDefaultWhatWasRecordedWhileMoreCouldBeChosen() {
    SieveConfig config = SieveConfig.of(Map.of());
    assertThat(config.fingerprintHash()).isEqualTo(0xa3c09eb3);
    assertThat(config.verdictHash()).isEqualTo(0xc55265a5);
    assertThat(SettingsHash.of(config.recorded())).isEqualTo(0x0badc96c);
    assertThat(config.decisive()).doesNotContainKey("shingle.width");
    assertThat(SieveConfig.verdictHash(config.recorded())).isEqualTo(config.verdictHash());
  }

  @ParameterizedTest
  @CsvSource({
    "consumer.sesion.timeout.ms, did you mean 'session.timeout.ms'?",
    "producer.linger.m, did you mean 'linger.ms'?",
    "streams.num.standby.replica, did you mean 'num.standby.replicas'?",
    "streams.consumer.max.poll.record, did you mean 'consumer.max.poll.records'?",
    "consumer.isolation.level, only committed records are read",
    "streams.main.consumer.isolation.level, only committed records are read",
  })
  void shouldRefuseWhatKafkaWouldIgnore(String name, String why) {
    assertThatThrownBy(() -> SieveConfig.of(Map.of(name, "read_uncommitted")))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining(name)
        .hasMessageContaining(why);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "consumer.ours.colour",
        "streams.topic.segment.bytes",
        "streams.config.providers.x.class",
        "producer.metric.reporters.port",
        "streams.global.consumer.fetch.max.bytes",
        "streams.restore.consumer.fetch.max.bytes",
        "streams.admin.request.timeout.ms",
        "producer.compression.type"
      })
  void shouldPassOnWhatIsKafkasOrAPlugIns(String name) {
    assertThat(SieveConfig.of(Map.of(name, "1")).passedThrough(name.replaceAll("\\..*", ".")))
        .hasSize(1);
  }

  @Test
  void shouldSuggestTheTopicThatWasProbablyMeant() {
    assertThat(TopicNames.nearest("uniqe")).isEqualTo("; did you mean 'unique'?");
    assertThat(TopicNames.nearest("invoices")).isEmpty();
  }

  @Test
  void shouldNameTheSettingThatCannotBeUsed() {
    assertThatThrownBy(() -> SieveConfig.of(Map.of("simhash.max.distance", "40")))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("simhash.max.distance")
        .hasMessageContaining("40");
    assertThatThrownBy(() -> SieveConfig.of(Map.of("dedup.scope", "planet")))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("dedup.scope is 'planet'");
  }

  @Test
  void shouldKeepTheSeedSecretAndTellSeedsApart() {
    String secret = "a secret of this crawl";
    SieveConfig seeded = SieveConfig.of(Map.of("fingerprint.seed", secret));
    SieveConfig other = SieveConfig.of(Map.of("fingerprint.seed", "another of that crawl"));
    SieveConfig none = SieveConfig.of(Map.of());

    assertThat(seeded.decisive().get("fingerprint.seed")).matches("sha256:[0-9a-f]{16}");
    assertThat(seeded.decisive()).isNotEqualTo(other.decisive());
    assertThat(none.decisive()).doesNotContainKey("fingerprint.seed");
    assertThat(List.of(seeded.fingerprintHash(), seeded.verdictHash()))
        .doesNotContain(other.fingerprintHash(), other.verdictHash())
        .doesNotContain(none.fingerprintHash(), none.verdictHash());
    assertThat(seeded.comparable(none.fingerprintHash())).isFalse();
    assertThat(seeded.decisive() + "" + seeded.changed() + seeded.seed() + seeded.fingerprinting())
        .doesNotContain(secret);

    SieveConfig recorded =
        SieveConfig.of(Map.of("fingerprint.seed", seeded.decisive().get("fingerprint.seed")));
    assertThat(recorded.verdictHash()).isEqualTo(seeded.verdictHash());
    assertThatThrownBy(() -> recorded.seed().ensureKnown())
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("fingerprint.seed");

    assertThatThrownBy(() -> SieveConfig.of(Map.of("fingerprint.seed", "too short")))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("fingerprint.seed has 9 characters")
        .hasMessageNotContaining("too short");
  }

  @Test
  void shouldPassKafkasSettingsThrough() {
    SieveConfig config =
        SieveConfig.of(Map.of("streams.num.stream.threads", "2", "producer.linger.ms", "5"));

    assertThat(config.passedThrough("streams.")).containsEntry("num.stream.threads", "2");
    assertThat(config.passedThrough("producer.")).containsEntry("linger.ms", "5");
  }

  @Test
  void shouldNameAllTopicsAndTheStateByThePrefix() {
    SieveConfig config = SieveConfig.of(Map.of("topic.prefix", "news"));

    assertThat(config.topics().all()).allMatch(topic -> topic.startsWith("news."));
    assertThat(config.applicationId()).isEqualTo("crawlsieve-news");
  }

  @Test
  void shouldReadTopicsOfAnotherGeneration() {
    SieveConfig config =
        SieveConfig.of(
            Map.of(
                "topic.prefix",
                "news",
                "pages.topic",
                "pages",
                "fingerprints.topic",
                "fingerprints"));

    assertThat(config.topics().pages()).isEqualTo("pages");
    assertThat(config.topics().ownLog()).isFalse();
    assertThat(config.topics().own())
        .containsExactly("news.verdicts", "news.unique", "news.duplicate", "news.dead-letters");
    assertThat(config.sources())
        .isEqualTo(Map.of("pages.topic", "pages", "fingerprints.topic", "fingerprints"));
    assertThat(config.verdictHash()).isEqualTo(SieveConfig.of(Map.of()).verdictHash());
  }

  @Test
  void shouldTakeItsOwnTopicsByTheirFullNamesAsItsOwn() {
    SieveConfig config =
        SieveConfig.of(Map.of("topic.prefix", "news", "pages.topic", "news.pages"));

    assertThat(config.topics()).isEqualTo(SieveConfig.of(Map.of("topic.prefix", "news")).topics());
    assertThat(config.sources()).isEmpty();
  }

  @Test
  void shouldRefuseSourcesThatCannotBe() {
    assertThatThrownBy(() -> SieveConfig.of(Map.of("fingerprints.topic", "other.fingerprints")))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("pages.topic must name the pages");
    assertThatThrownBy(() -> SieveConfig.of(Map.of("pages.topic", "unique")))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("pages.topic");
    assertThatThrownBy(() -> SieveConfig.of(Map.of("pages.topic", "a b")))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("pages.topic");
  }

  @Test
  void shouldHashOnlyWhatDecides() {
    int hash = SieveConfig.of(Map.of()).verdictHash();
    int fingerprint = SieveConfig.of(Map.of()).fingerprintHash();

    assertThat(SieveConfig.of(Map.of("index.memory.bytes", "100000")).verdictHash())
        .isEqualTo(hash);
    assertThat(SieveConfig.of(Map.of("simhash.max.distance", "2")).verdictHash())
        .isNotEqualTo(hash);
    assertThat(SieveConfig.of(Map.of("simhash.max.distance", "2")).fingerprintHash())
        .isEqualTo(fingerprint);
    for (String format : List.of("json", "raw")) {
      int made = SieveConfig.of(Map.of("page.format", format)).fingerprintHash();
      assertThat(SieveConfig.of(Map.of()).comparable(made)).isTrue();
      assertThat(SieveConfig.of(Map.of("text", "visible")).comparable(made)).isFalse();
    }
    assertThat(SieveConfig.of(Map.of("text", "visible")).fingerprintHash())
        .isNotEqualTo(fingerprint);
  }

  @Test
  void shouldCountOnlySettingsThatTheDetectorUses() {
    assertThat(decisive("simhash"))
        .contains("simhash.max.distance")
        .doesNotContain("sketch.min.similarity");
    assertThat(decisive("sketch"))
        .contains("sketch.min.similarity")
        .doesNotContain("simhash.max.distance", "combined.min.similarity");
    assertThat(decisive("combined"))
        .contains("simhash.max.distance", "sketch.min.similarity", "combined.min.similarity");
    assertThat(decisive("exact"))
        .contains("near.names")
        .doesNotContain("sketch.min.similarity", "near.alike.min.similarity");
    Map<String, String> ignored = Map.of("detector", "exact", "near.names", "ignore");
    assertThat(SieveConfig.of(ignored).verdictHash())
        .isNotEqualTo(SieveConfig.of(Map.of("detector", "exact")).verdictHash());
  }

  private static Set<String> decisive(String detector) {
    return SieveConfig.of(Map.of("detector", detector)).decisive().keySet();
  }

  @Test
  void shouldRefuseAConfirmingSimilarityAboveTheOther() {
    Map<String, String> settings = Map.of("detector", "sketch", "sketch.min.similarity", "0.4");
    assertThat(SieveConfig.of(settings).detector().minSimilarity()).isEqualTo(0.4);
    Map<String, String> combined = new HashMap<>(settings);
    combined.put("detector", "combined");
    assertThatThrownBy(() -> SieveConfig.of(combined))
        .isInstanceOf(SettingsException.class)
        .hasMessage("combined.min.similarity is 0.5, must be in [0, sketch.min.similarity]");
  }

  @Test
  void shouldLeaveVerdictsAndTopicsAloneWhereClustersAreOff() {
    SieveConfig off = SieveConfig.of(Map.of("clusters.policy", "newest"));
    SieveConfig on = SieveConfig.of(Map.of("clusters.enabled", "true", "dedup.keep", "policy"));

    assertThat(off.clustering()).isEmpty();
    assertThat(off.topics().all()).hasSize(7);
    assertThat(on.clustering())
        .containsOnlyKeys("clusters.enabled", "clusters.policy", "dedup.keep");
    assertThat(on.topics().own()).endsWith("dead-letters", "clusters");
    assertThat(on.verdictHash()).isEqualTo(off.verdictHash());
    SortedMap<String, String> recorded = on.decisive();
    recorded.putAll(on.clustering());
    assertThat(SieveConfig.verdictHash(recorded)).isEqualTo(off.verdictHash());
  }

  @Test
  void shouldReadThePolicyInItsOrder() {
    assertThat(
            SieveConfig.of(Map.of("clusters.policy", "shorter-url, canonical,newest"))
                .clusters()
                .policy())
        .containsExactly(
            ClusterSettings.Criterion.SHORTER_URL,
            ClusterSettings.Criterion.CANONICAL,
            ClusterSettings.Criterion.NEWEST);
    assertThatThrownBy(() -> SieveConfig.of(Map.of("clusters.policy", "https,older")))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining(
            "clusters.policy names 'older', must be one of canonical, https, score");
    assertThatThrownBy(() -> SieveConfig.of(Map.of("clusters.policy", "https,https")))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("https twice");
    assertThatThrownBy(() -> SieveConfig.of(Map.of("clusters.policy", "")))
        .isInstanceOf(SettingsException.class);
    assertThatThrownBy(() -> SieveConfig.of(Map.of("dedup.keep", "policy")))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("clusters.enabled=true");
  }

  @Test
  void shouldRefuseTooManyShards() {
    assertThatThrownBy(() -> SieveConfig.of(Map.of("index.shards", "65")))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("index.shards");
  }

  @Test
  void shouldDecideTheSameWithShards() {
    SieveConfig one = SieveConfig.of(Map.of());
    SieveConfig sharded = SieveConfig.of(Map.of("index.shards", "4"));
    assertThat(sharded.verdictHash()).isEqualTo(one.verdictHash());
    SortedMap<String, String> recorded = sharded.decisive();
    recorded.putAll(sharded.sharding());
    assertThat(recorded).containsEntry("index.shards", "4");
    assertThat(SieveConfig.verdictHash(recorded)).isEqualTo(one.verdictHash());
    assertThat(one.sharding()).isEmpty();
    assertThat(one.topics().all()).doesNotContain("lookups", "leaders", "found");
    assertThat(sharded.topics().all()).contains("lookups", "leaders", "found");
  }

  @Test
  void shouldReadPlacesOfBodies() {
    assertThat(SieveConfig.of(Map.of()).bodyRefs().isEmpty()).isTrue();
    BodyRefSettings places =
        SieveConfig.of(
                Map.of(
                    "body.ref.roots",
                    "/crawl, file:///data/a%20b/,https://store.example/x,HTTP://h:81"))
            .bodyRefs();
    assertThat(places.folders()).containsExactly(Path.of("/crawl"), Path.of("/data/a b"));
    assertThat(places.prefixes())
        .containsExactly(URI.create("https://store.example/x/"), URI.create("HTTP://h:81/"));
    assertThat(places.timeout()).isEqualTo(Duration.ofSeconds(5));
    assertThat(SieveConfig.of(Map.of("body.ref.roots", "/crawl")).fingerprintHash())
        .isEqualTo(SieveConfig.of(Map.of()).fingerprintHash());
    for (String wrong :
        List.of(
            "crawl",
            "./crawl",
            "/crawl/../etc",
            "file:crawl",
            "file://host/crawl",
            "ftp://h/x",
            "http://",
            "https:///x",
            "http://u:p@h/x",
            "http://h/x?y",
            "http://h/x#y",
            "http://h/x/../y",
            "http://h/a b",
            "s3://bucket/key")) {
      assertThatThrownBy(() -> SieveConfig.of(Map.of("body.ref.roots", wrong)))
          .as(wrong)
          .isInstanceOf(SettingsException.class)
          .hasMessageContaining("body.ref.roots has '" + wrong + "', must have absolute folders");
    }
  }

  @Test
  void shouldStandInTheDocuments() throws IOException {
    assertThat(Files.readString(Path.of("docs/settings.md")))
        .contains(SieveConfig.CONFIG.names().stream().map(name -> "`" + name + "`").toList());
  }

  @Test
  void shouldHashWhatWasRecordedAsItHashedThen() {
    SieveConfig config =
        SieveConfig.of(
            Map.of(
                "topic.prefix", "b", "pages.topic", "pages", "fingerprints.topic", "fingerprints"));
    SortedMap<String, String> recorded = config.decisive();
    recorded.putAll(config.sources());
    assertThat(SieveConfig.verdictHash(recorded)).isEqualTo(config.verdictHash());
    recorded.remove("text");
    assertThat(SieveConfig.verdictHash(recorded)).isNotEqualTo(config.verdictHash());
  }

  @Test
  void shouldRecordWhetherNamesAreCompared() {
    for (String names : List.of("compare", "ignore")) {
      SieveConfig config = SieveConfig.of(Map.of("near.names", names));
      SieveConfig recorded = SieveConfig.of(config.decisive());
      assertThat(recorded.decisive())
          .isEqualTo(config.decisive())
          .containsEntry("near.names", names);
      assertThat(recorded.detector()).isEqualTo(config.detector());
    }
    SieveConfig similarity = SieveConfig.of(Map.of("near.alike.min.similarity", "0"));
    assertThat(SieveConfig.of(similarity.decisive()).detector()).isEqualTo(similarity.detector());
    assertThat(SieveConfig.of(Map.of("near.names", "ignore")).verdictHash())
        .isNotEqualTo(similarity.verdictHash())
        .isNotEqualTo(SieveConfig.of(Map.of()).verdictHash());
  }

  @Test
  void shouldReadLengthsOfTime() {
    assertThat(SieveConfig.of(Map.of()).rule()).isEqualTo(RuleSettings.DEFAULT);
    Map.of(
            "30d", Duration.ofDays(30),
            "12h", Duration.ofHours(12),
            "5m", Duration.ofMinutes(5),
            "1500ms", Duration.ofMillis(1500),
            "PT1H30M", Duration.ofMinutes(90))
        .forEach(
            (text, duration) ->
                assertThat(SieveConfig.of(Map.of("index.retention", text)).rule().retention())
                    .isEqualTo(duration));
    for (String wrong : List.of("5", "-3h", "999ms", "soon", "", "99999999d", "P999999999999D")) {
      assertThatThrownBy(() -> SieveConfig.of(Map.of("index.retention", wrong)))
          .isInstanceOf(SettingsException.class)
          .hasMessageContaining("index.retention");
    }
  }

  @Test
  void shouldDecideByRetentionAndRevisitOnlyWhereTheyAreSet() {
    int hash = SieveConfig.of(Map.of()).verdictHash();
    SieveConfig defaults =
        SieveConfig.of(Map.of("index.retention", "none", "dedup.revisit", "match"));
    assertThat(defaults.verdictHash()).isEqualTo(hash);
    assertThat(defaults.decisive()).doesNotContainKeys("index.retention", "dedup.revisit");
    SieveConfig hour = SieveConfig.of(Map.of("index.retention", "60m"));
    assertThat(hour.verdictHash()).isNotEqualTo(hash);
    assertThat(hour.verdictHash())
        .as("the same length, written otherwise")
        .isEqualTo(SieveConfig.of(Map.of("index.retention", "1h")).verdictHash());
    assertThat(SieveConfig.of(hour.decisive()).decisive()).isEqualTo(hour.decisive());
    assertThat(SieveConfig.of(Map.of("dedup.revisit", "readmit")).verdictHash()).isNotEqualTo(hash);
    assertThat(hour.fingerprintHash()).isEqualTo(SieveConfig.of(Map.of()).fingerprintHash());
  }

  /** Or each change of the file would be read, and told, twice. */
  @Test
  void shouldShareTheOverridesThatAProcessFollows() {
    SieveConfig config = SieveConfig.of(Map.of());
    SieveConfig advertised = config.sharing(Map.of("streams.application.server", "a.example:8080"));
    assertThat(advertised.liveOverrides()).isSameAs(config.liveOverrides());
  }
}
