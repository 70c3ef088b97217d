package dev.crawlsieve.stream.topology;

import dev.crawlsieve.sites.mirror.KnownMirrors;
import dev.crawlsieve.stream.index.LaneNotHereException;
import org.apache.kafka.streams.KafkaStreams;

/**
 * Answers queries about mirrors and URL rules from outside the topology, if they are learned on
 * this instance.
 */
public record MirrorsView(KafkaStreams streams) {

  /**
   * The mirrors and rules known now. Do not keep the result: the task may move to another instance.
   *
   * @throws LaneNotHereException if mirrors are not learned here
   */
  public KnownMirrors known() throws LaneNotHereException {
    String store = SieveTopology.MIRRORS_STORE;
    return new KnownMirrors(
        StoredByteMap.reader(streams, store, 0, "mirrors are not learned here"));
  }
}
