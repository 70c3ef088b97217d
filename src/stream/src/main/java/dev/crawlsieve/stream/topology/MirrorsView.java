package dev.crawlsieve.stream.topology;

import dev.crawlsieve.sites.mirror.KnownMirrors;
import dev.crawlsieve.stream.index.LaneNotHereException;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StoreQueryParameters;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.state.QueryableStoreTypes;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;

/** Mirrors and URL rules, queried from outside while they are learned on this instance. */
public record MirrorsView(KafkaStreams streams) {

  /**
   * What is known now. Do not keep the result: the task may move to another instance.
   *
   * @throws LaneNotHereException if mirrors are not learned here
   */
  public KnownMirrors known() throws LaneNotHereException {
    try {
      ReadOnlyKeyValueStore<Bytes, byte[]> store =
          streams.store(
              StoreQueryParameters.fromNameAndType(
                  SieveTopology.MIRRORS_STORE, QueryableStoreTypes.keyValueStore()));
      KnownMirrors known = new KnownMirrors(StoredByteMap.reader(store));
      // Kafka Streams also returns a store that is not here, and fails only when it is read.
      boolean unused = known.linksSeen();
      return known;
    } catch (InvalidStateStoreException e) {
      throw new LaneNotHereException("mirrors are not learned here", e);
    }
  }
}
