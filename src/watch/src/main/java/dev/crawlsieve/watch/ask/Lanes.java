package dev.crawlsieve.watch.ask;

import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.watch.group.Instances;
import dev.crawlsieve.watch.http.HttpToken;
import dev.crawlsieve.watch.shard.PartSearch;
import java.time.InstantSource;
import org.apache.kafka.streams.KafkaStreams;
import org.jspecify.annotations.Nullable;

/**
 * What the lanes of a group know, and its wings: from this instance, or from the one that has it.
 * Thread-safe.
 *
 * @param instances which instance does what
 * @param ask which verdicts pages would get
 * @param parts answers other instances about the parts of a lane that are here
 * @param clusters the clusters of kept pages
 * @param mirrors the mirrors and URL rules of sites
 * @param passages what sites say on many pages
 */
public record Lanes(
    Instances instances,
    Ask ask,
    PartSearch parts,
    ClusterSearch clusters,
    SiteMirrors mirrors,
    SitePassages passages) {

  /** In the answer about a URL: the other URLs of its page, and the findings that say so. */
  public static final String SAME_AS = "sameAs";

  /** In the answer about a URL: whether pages that the rules make equal to it differ. */
  public static final String CONTRADICTED = "contradicted";

  /**
   * The lanes of a group.
   *
   * @param token that all instances require
   * @param streams this instance
   * @param here the address at which others find it
   */
  public static Lanes of(
      SieveConfig config, @Nullable HttpToken token, KafkaStreams streams, String here) {
    Instances instances = new Instances(config, token, streams, here);
    AskedPages reader = new AskedPages(config, InstantSource.system());
    PartSearch parts = new PartSearch(config, streams);
    return new Lanes(
        instances,
        new Ask(config, instances, reader, parts),
        parts,
        new ClusterSearch(config, instances),
        new SiteMirrors(instances),
        new SitePassages(config, instances));
  }
}
