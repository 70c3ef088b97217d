package dev.crawlsieve.watch.group;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.reading.RecordJson;
import dev.crawlsieve.stream.topology.PartitionChoice;
import dev.crawlsieve.watch.http.HttpAddress;
import dev.crawlsieve.watch.http.HttpToken;
import dev.crawlsieve.watch.http.RefusedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsMetadata;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.state.HostInfo;
import org.jspecify.annotations.Nullable;

/**
 * The instances that share the work, as their group knows them, for queries over HTTP. A request
 * that is forwarded on behalf of a client is marked by a header. Its receiver answers or refuses
 * it, but never forwards it again. Thread-safe.
 */
public final class Instances {

  private static final long STATS_SECONDS = 2;

  private static final PartitionChoice<Integer, Object> BY_KEY = (key, value, partitions) -> key;

  private final SieveConfig config;
  private final InstanceClient client;
  private final KafkaStreams streams;
  private final String here;

  /**
   * @param token the token that all instances require; null for none
   * @param streams this instance
   * @param here the address at which other instances find this one
   */
  public Instances(
      SieveConfig config, @Nullable HttpToken token, KafkaStreams streams, String here) {
    this.config = config;
    this.client = new InstanceClient(token);
    this.streams = streams;
    this.here = here;
  }

  /** This instance. */
  public KafkaStreams streams() {
    return streams;
  }

  /** The address at which other instances find this one. */
  public String here() {
    return here;
  }

  /** The client that sends requests to other instances. */
  public InstanceClient client() {
    return client;
  }

  /**
   * The instance that has a partition of a store; empty if it is not known, or does not run with
   * --http.
   */
  public Optional<HostInfo> with(String store, int partition) {
    try {
      HostInfo active =
          streams.queryMetadataForKey(store, partition, BY_KEY.partitioner()).activeHost();
      return HostInfo.unavailable().equals(active) ? Optional.empty() : Optional.of(active);
    } catch (InvalidStateStoreException | IllegalStateException e) {
      return Optional.empty(); // not started, or being reassigned
    }
  }

  /**
   * The instance to which a question is forwarded that this one cannot answer.
   *
   * @param store the store that is needed
   * @param partition the partition of the store that is needed
   * @param task what the other instance has to do, for a message
   * @param forwarded whether the question has already been forwarded to this instance
   * @param missing what this instance lacks, for a message
   * @throws RefusedException if there is no other instance, or the question must not be forwarded
   *     again
   */
  public HostInfo instead(
      String store, int partition, String task, boolean forwarded, @Nullable String missing)
      throws RefusedException {
    Optional<HostInfo> known = with(store, partition);
    if (known.isEmpty()) {
      throw new RefusedException(
          503, missing + ", and no other instance with --http is known to " + task);
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

  public static HttpAddress address(HostInfo host) {
    return new HttpAddress(host.host(), host.port());
  }

  /**
   * Lists the instances by address, and what each does.
   *
   * @param own the counts of this instance; null to leave out all counts
   */
  public ArrayNode list(@Nullable ObjectNode own) {
    ArrayNode list = RecordJson.JSON.createArrayNode();
    List<CompletableFuture<Void>> asked = new ArrayList<>();
    for (StreamsMetadata instance : known()) {
      ObjectNode node = list.addObject();
      boolean hidden = HostInfo.unavailable().equals(instance.hostInfo());
      String address = hidden ? null : address(instance.hostInfo()).toString();
      node.put("address", address).put("here", here.equals(address));
      String lanes = config.topics().fingerprints();
      put(node, "partitions", instance.topicPartitions(), config.topics().verdicts());
      put(node, "lanes", instance.topicPartitions(), lanes);
      put(node, "standbys", instance.standbyTopicPartitions(), lanes);
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

  private static void put(
      ObjectNode json, String name, Set<TopicPartition> partitions, String topic) {
    ArrayNode numbers = json.putArray(name);
    partitions.stream()
        .filter(at -> at.topic().equals(topic))
        .map(TopicPartition::partition)
        .sorted()
        .forEach(numbers::add);
  }

  /** Returns a future that completes whether or not the request succeeds. */
  private CompletableFuture<Void> ask(HostInfo host, ObjectNode into) {
    return client
        .send(client.get(host, "", "/api/stats"))
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
    into.set("totals", (ObjectNode) stats.path("totals"));
    into.put("pagesPerSecond", stats.path("pagesPerSecond").asDouble());
  }
}
