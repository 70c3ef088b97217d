package dev.crawlsieve.stream.passage;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.sites.passage.Passage;
import dev.crawlsieve.sites.passage.Passages;
import dev.crawlsieve.stream.config.PassagesConfig;
import dev.crawlsieve.stream.index.LaneNotHereException;
import dev.crawlsieve.stream.topology.StoredByteMap;
import java.util.List;
import org.apache.kafka.streams.KafkaStreams;

/**
 * Answers queries about the passages of sites from outside the topology, if they are counted on
 * this instance.
 */
public record PassagesView(KafkaStreams streams) {

  /**
   * The partition in which a site is counted.
   *
   * @return the partition; less than 0 if it is not known yet
   * @throws IllegalStateException if the instance does not run
   * @throws org.apache.kafka.streams.errors.InvalidStateStoreException if tasks are moving
   */
  public int partition(String site) {
    return streams
        .queryMetadataForKey(
            PassagesConfig.WING.store(),
            site.getBytes(UTF_8),
            PassagesTopology.BY_SITE.partitioner())
        .partition();
  }

  /**
   * The passages of a site as they were last published, those on the most pages first.
   *
   * @param partition the site's partition
   * @throws LaneNotHereException if they are not counted here
   */
  public List<Passage> of(String site, int partition) throws LaneNotHereException {
    return Passages.told(
        StoredByteMap.reader(
            streams,
            PassagesConfig.WING.store(),
            partition,
            "passages of " + site + " are not counted here"),
        site);
  }
}
