package dev.crawlsieve.watch.ask;

import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.watch.group.Instances;
import dev.crawlsieve.watch.http.HttpToken;
import java.time.InstantSource;
import org.apache.kafka.streams.KafkaStreams;
import org.jspecify.annotations.Nullable;

/**
 * Asks a group's lanes, mirrors and passages, on this instance or the one that has them.
 * Thread-safe.
 *
 * @param instances the instances of the group
 * @param ask finds the verdicts that pages would get
 * @param clusters finds the clusters of kept pages
 * @param mirrors finds the mirrors and URL rules of sites
 * @param passages finds the passages of sites
 */
public record AskedGroup(
    Instances instances,
    Ask ask,
    ClusterSearch clusters,
    SiteMirrors mirrors,
    SitePassages passages) {

  /**
   * Field of the answer about a URL: the other URLs of its page, each with the findings from which
   * this follows.
   */
  public static final String SAME_AS = "sameAs";

  /**
   * Field of the answer about a URL: whether pages differ whose URLs become equal under the rules.
   */
  public static final String CONTRADICTED = "contradicted";

  /**
   * The lanes of a group.
   *
   * @param token the token that all instances require; null for none
   * @param streams this instance
   * @param here the address at which other instances find this one
   * @param shared asks lanes that several tasks share
   */
  public static AskedGroup of(
      SieveConfig config,
      @Nullable HttpToken token,
      KafkaStreams streams,
      String here,
      SharedLanes shared) {
    Instances instances = new Instances(config, token, streams, here);
    AskedPages reader = new AskedPages(config, InstantSource.system());
    return new AskedGroup(
        instances,
        new Ask(config, instances, reader, shared),
        new ClusterSearch(config, instances),
        new SiteMirrors(instances),
        new SitePassages(config, instances));
  }
}
