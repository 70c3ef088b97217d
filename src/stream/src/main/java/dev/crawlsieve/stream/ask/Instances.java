package dev.crawlsieve.stream.ask;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.http.AskedPage;
import dev.crawlsieve.stream.http.Asker;
import dev.crawlsieve.stream.http.HttpAddress;
import dev.crawlsieve.stream.http.HttpToken;
import dev.crawlsieve.stream.http.RefusedException;
import dev.crawlsieve.stream.kafka.RecordJson;
import dev.crawlsieve.stream.topology.PartitionChoice;
import dev.crawlsieve.stream.topology.SieveTopology;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsMetadata;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.state.HostInfo;

/**
 * The instances that share the work, as the group knows them, queried over HTTP. A request
 * forwarded on behalf of a client is marked by a header; its receiver answers or refuses it, but
 * never forwards it again. Thread-safe.
 */
final class Instances {

  private static final long STATS_SECONDS = 2;
  private static final List<String> SUMMED =
      Stream.concat(
              Stream.of("fingerprinted", "decided", "unique", "duplicate"),
              Stream.of(Verdict.Kind.values()).map(Verdict.Kind::text))
          .toList();

  private static final PartitionChoice<Integer, Object> BY_KEY = (key, value, partitions) -> key;

  private final SieveConfig config;
  private final InstanceClient client;
  private final KafkaStreams streams;
  private final String here;

  /**
   * @param token that they want, as this one does; null for none
   * @param streams this instance
   * @param here the address at which others find it
   */
  Instances(SieveConfig config, HttpToken token, KafkaStreams streams, String here) {
    this.config = config;
    this.client = new InstanceClient(token);
    this.streams = streams;
    this.here = here;
  }

  /** This instance. */
  KafkaStreams streams() {
    return streams;
  }

  /** The address at which others find this instance. */
  String here() {
    return here;
  }

  /** The instance that works on a lane, if it is known and runs with --http. */
  Optional<HostInfo> withLane(int lane) {
    return with(SieveTopology.INDEX_STORE, lane);
  }

  /** The instance that has a shard of a lane, if it is known and runs with --http. */
  Optional<HostInfo> withShard(int lane, int shard) {
    return with(SieveTopology.INDEX_STORE, lane * config.shards() + shard);
  }

  /** The instance that decides on a lane with shards, if it is known and runs with --http. */
  Optional<HostInfo> withDecider(int lane) {
    return with(SieveTopology.RECENT_STORE, lane);
  }

  /** The instance that has the clusters of a lane, if it is known and runs with --http. */
  Optional<HostInfo> withClusters(int lane) {
    return with(SieveTopology.CLUSTERS_STORE, lane);
  }

  /** The instance that learns mirrors, if it is known and runs with --http. */
  Optional<HostInfo> withMirrors() {
    return with(SieveTopology.MIRRORS_STORE, 0);
  }

  private Optional<HostInfo> with(String store, int partition) {
    try {
      HostInfo active =
          streams.queryMetadataForKey(store, partition, BY_KEY.partitioner()).activeHost();
      return HostInfo.unavailable().equals(active) ? Optional.empty() : Optional.of(active);
    } catch (InvalidStateStoreException | IllegalStateException e) {
      return Optional.empty(); // not started, or being reassigned
    }
  }

  /**
   * The instance to ask for what is not here.
   *
   * @param known the instance that has it, if one is known
   * @param does what that instance would have to do, for a message
   * @param forwarded whether another instance has asked already
   * @param missing what is not here, for a message
   * @throws RefusedException if there is no other instance, or it must not be asked again
   */
  HostInfo instead(Optional<HostInfo> known, String does, boolean forwarded, String missing)
      throws RefusedException {
    if (known.isEmpty()) {
      throw new RefusedException(
          503, missing + ", and no other instance with --http is known to " + does);
    }
    String address = address(known.get()).toString();
    if (address.equals(here)) {
      throw new RefusedException(503, missing + " yet");
    }
    if (forwarded) {
      throw new RefusedException(421, missing + ": ask " + address);
    }
    return known.get();
  }

  /**
   * Another instance's answer to a question.
   *
   * @throws RefusedException as it refuses, or with 502 or 504 if it does not answer
   */
  ObjectNode neighbours(HostInfo of, int lane, AskedPage page, Asker asker)
      throws RefusedException {
    String type =
        switch (page.form()) {
          case EVENT -> "application/json";
          case HTML -> "text/html";
          case TEXT -> "text/plain";
        };
    String query =
        page.url() == null ? "" : "?url=" + URLEncoder.encode(page.url(), StandardCharsets.UTF_8);
    HttpRequest request =
        client
            .request(of, "/api/neighbours" + query)
            .header("Content-Type", type)
            .POST(BodyPublishers.ofByteArray(page.body()))
            .build();
    return client.answer(
        request, asker, "the instance at " + address(of) + ", which has lane " + lane + ",");
  }

  /**
   * Another instance's answers about pages of its lane, in their order.
   *
   * @param lines a fingerprint each
   * @param scope names the scope where a record header does; else null
   * @param count number of lines
   * @throws RefusedException as it refuses, or with 502 or 504 if it does not answer
   */
  List<ObjectNode> ask(HostInfo of, int lane, String lines, String scope, int count, Asker asker)
      throws RefusedException {
    String query =
        scope == null ? "" : "?scope=" + URLEncoder.encode(scope, StandardCharsets.UTF_8);
    HttpRequest request =
        client
            .request(of, "/api/ask" + query)
            .header("Content-Type", "application/x-ndjson")
            .POST(BodyPublishers.ofString(lines))
            .build();
    return client.lines(
        request, count, asker, "the instance at " + address(of) + ", which has lane " + lane + ",");
  }

  /**
   * Another instance's answer to a question about mirrors.
   *
   * @param parameter {@code site} or {@code url}
   * @throws RefusedException as it refuses, or with 502 or 504 if it does not answer
   */
  ObjectNode mirrors(HostInfo of, String parameter, String place) throws RefusedException {
    String query = "?" + parameter + "=" + URLEncoder.encode(place, StandardCharsets.UTF_8);
    return client.answer(
        client.request(of, "/api/mirrors" + query).GET().build(),
        Asker.PATIENT,
        "the instance at " + address(of) + ", which learns mirrors,");
  }

  /**
   * Another instance's answer to a question about a cluster.
   *
   * @throws RefusedException as it refuses, or with 502 or 504 if it does not answer
   */
  ObjectNode cluster(HostInfo of, int lane, Coordinates leader, Asker asker)
      throws RefusedException {
    return client.answer(
        client.request(of, "/api/cluster?lane=" + lane + "&leader=" + leader).GET().build(),
        asker,
        "the instance at " + address(of) + ", which has the clusters of lane " + lane + ",");
  }

  static HttpAddress address(HostInfo host) {
    return new HttpAddress(host.host(), host.port());
  }

  /**
   * Other instances' answers about parts of a lane, in the order of the questions.
   *
   * @throws RefusedException with 503 if one of them does not answer, or refuses
   */
  List<ObjectNode> parts(List<InstanceClient.PartsQuestion> questions, Asker asker)
      throws RefusedException {
    return client.parts(questions, asker);
  }

  /**
   * Lists which instance does what, by address.
   *
   * @param own this instance's counts, or null to leave out all counts
   */
  ArrayNode list(ObjectNode own) {
    ArrayNode list = RecordJson.JSON.createArrayNode();
    List<CompletableFuture<Void>> asked = new ArrayList<>();
    for (StreamsMetadata instance : known()) {
      ObjectNode node = list.addObject();
      boolean hidden = HostInfo.unavailable().equals(instance.hostInfo());
      String address = hidden ? null : address(instance.hostInfo()).toString();
      node.put("address", address).put("here", here.equals(address));
      partitions(node.putArray("partitions"), instance, config.topics().verdicts());
      partitions(node.putArray("lanes"), instance, config.topics().fingerprints());
      ArrayNode standbys = node.putArray("standbys");
      instance.standbyTopicPartitions().stream()
          .filter(at -> at.topic().equals(config.topics().fingerprints()))
          .map(TopicPartition::partition)
          .sorted()
          .forEach(standbys::add);
      if (own == null) {
        continue;
      }
      if (here.equals(address)) {
        counts(node, own);
      } else if (hidden) {
        node.put("error", "runs without --http");
      } else {
        asked.add(ask(instance.hostInfo(), node));
      }
    }
    CompletableFuture.allOf(asked.toArray(new CompletableFuture<?>[0])).join();
    return list;
  }

  private List<StreamsMetadata> known() {
    try {
      return streams.metadataForAllStreamsClients().stream()
          .sorted(Comparator.comparing(client -> client.hostInfo().toString()))
          .toList();
    } catch (InvalidStateStoreException | IllegalStateException e) {
      return List.of();
    }
  }

  private static void partitions(ArrayNode json, StreamsMetadata instance, String topic) {
    instance.topicPartitions().stream()
        .filter(at -> at.topic().equals(topic))
        .map(TopicPartition::partition)
        .sorted()
        .forEach(json::add);
  }

  /** Returns a future that completes whether or not the request succeeds. */
  private CompletableFuture<Void> ask(HostInfo host, ObjectNode into) {
    return client
        .send(client.request(host, "/api/stats").GET().build())
        .orTimeout(STATS_SECONDS, TimeUnit.SECONDS)
        .handle(
            (answer, failure) -> {
              try {
                if (failure == null && answer.statusCode() == 200 && answer.body() != null) {
                  counts(into, (ObjectNode) RecordJson.JSON.readTree(answer.body()));
                } else {
                  into.put("error", "does not answer");
                }
              } catch (IOException | ClassCastException e) {
                into.put("error", "gives an unexpected answer");
              }
              return null;
            });
  }

  static void counts(ObjectNode into, ObjectNode stats) {
    into.put("state", stats.at("/health/state").asText());
    ObjectNode totals = into.putObject("totals");
    SUMMED.forEach(name -> totals.put(name, stats.at("/totals/" + name).asLong()));
    totals.put("unjudged", sum(stats.at("/totals/unjudged")));
    totals.put("deadLetters", sum(stats.at("/totals/deadLetters")));
    into.put("pagesPerSecond", stats.path("pagesPerSecond").asDouble());
  }

  private static long sum(JsonNode counts) {
    long sum = 0;
    for (JsonNode count : counts) {
      sum += count.asLong();
    }
    return sum;
  }
}
