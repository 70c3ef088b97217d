package dev.crawlsieve.stream.ask;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.http.Asker;
import dev.crawlsieve.stream.http.HttpToken;
import dev.crawlsieve.stream.http.Question;
import dev.crawlsieve.stream.http.RefusedException;
import java.time.InstantSource;
import java.util.List;
import org.apache.kafka.streams.KafkaStreams;

/**
 * What the lanes of a group know, and its mirrors: asked on this instance, or on the one that has
 * what is asked for. Thread-safe.
 */
public final class Lanes {

  /** In the answer about a URL: the other URLs of its page, and the findings that say so. */
  public static final String SAME_AS = "sameAs";

  private final Instances instances;
  private final Ask ask;
  private final PartSearch parts;
  private final ClusterSearch clusters;
  private final SiteMirrors mirrors;

  /**
   * The lanes of a group.
   *
   * @param token that other instances want, as this one does; null for none
   * @param streams this instance
   * @param here the address at which others find it
   */
  public Lanes(SieveConfig config, HttpToken token, KafkaStreams streams, String here) {
    instances = new Instances(config, token, streams, here);
    AskedPages reader = new AskedPages(config, InstantSource.system());
    parts = new PartSearch(config, streams);
    ask = new Ask(config, instances, reader, parts);
    clusters = new ClusterSearch(config, instances);
    mirrors = new SiteMirrors(instances);
  }

  /**
   * Lists which instance does what, by address.
   *
   * @param own this instance's counts, or null to leave out all counts
   */
  public ArrayNode instances(ObjectNode own) {
    return instances.list(own);
  }

  /**
   * Which verdicts pages would get now, in their order.
   *
   * @throws RefusedException if a lane cannot be asked now, or the only page is none
   */
  public List<ObjectNode> ask(Question pages) throws RefusedException {
    return ask.of(pages);
  }

  /**
   * Answers another instance about the parts of a lane that are here.
   *
   * @throws RefusedException if the question is malformed, the two instances have different
   *     settings, or one of the parts is not here
   */
  public ObjectNode parts(Question asked) throws RefusedException {
    return parts.of(asked);
  }

  /**
   * The cluster of a kept page.
   *
   * @param lane the lane that decided on it
   * @throws RefusedException with 404 if there is no such cluster
   */
  public ObjectNode cluster(int lane, Coordinates leader, boolean forwarded, Asker asker)
      throws RefusedException {
    return clusters.of(lane, leader, forwarded, asker);
  }

  /** Adds what its lane knows to the cluster of an explained page. */
  public void addCluster(ObjectNode explained, Asker asker) {
    clusters.put(explained, asker);
  }

  /**
   * The mirrors and URL rules of a site.
   *
   * @param url whether {@code place} is a URL to look up, rather than just a site
   * @throws RefusedException if it is not a URL, or they cannot be asked for now
   */
  public ObjectNode mirrors(String place, boolean url, boolean forwarded) throws RefusedException {
    return mirrors.of(place, url, forwarded);
  }
}
