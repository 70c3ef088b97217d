package dev.crawlsieve.stream.topology;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.sites.passage.Passage;
import dev.crawlsieve.sites.passage.Passages;
import dev.crawlsieve.stream.config.Wing;
import dev.crawlsieve.stream.index.LaneNotHereException;
import java.util.List;
import org.apache.kafka.streams.KafkaStreams;

/** Passages of sites, queried from outside while they are counted. */
public record PassagesView(KafkaStreams streams) {

  /**
   * The partition that a site is counted in.
   *
   * @return less than 0 if it is not known yet
   * @throws IllegalStateException if the instance does not run
   * @throws org.apache.kafka.streams.errors.InvalidStateStoreException if tasks are moving
   */
  public int partition(String site) {
    return streams
        .queryMetadataForKey(
            Wing.PASSAGES.store(), site.getBytes(UTF_8), PassagesTopology.BY_SITE.partitioner())
        .partition();
  }

  /**
   * The passages of a site as they were published last, those on the most pages first.
   *
   * @param partition the site's
   * @throws LaneNotHereException if they are not counted here
   */
  public List<Passage> of(String site, int partition) throws LaneNotHereException {
    return Passages.told(
        StoredByteMap.reader(
            streams,
            Wing.PASSAGES.store(),
            partition,
            "passages of " + site + " are not counted here"),
        site);
  }
}
