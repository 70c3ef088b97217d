package dev.crawlsieve.stream.watch;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.mirror.Finding;
import dev.crawlsieve.core.mirror.KnownMirrors;
import dev.crawlsieve.core.mirror.Mirror;
import dev.crawlsieve.core.mirror.SameAs;
import dev.crawlsieve.core.mirror.VerdictObserver;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.http.RefusedException;
import dev.crawlsieve.stream.index.LaneNotHereException;
import dev.crawlsieve.stream.kafka.RecordJson;
import dev.crawlsieve.stream.topology.MirrorsView;
import java.util.List;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.state.HostInfo;

/** Shows which mirrors and URL rules hold for a site or a URL now. */
final class SiteMirrors {

  /** In the answer about a URL: the other URLs of its page, and the findings that say so. */
  static final String SAME_AS = "sameAs";

  private final SieveConfig config;
  private final Instances instances;
  private final VerdictObserver urls = new VerdictObserver();

  SiteMirrors(SieveConfig config, Instances instances) {
    this.config = config;
    this.instances = instances;
  }

  /**
   * Checks that mirrors are learned at all.
   *
   * @throws RefusedException with 404 if mirrors are not learned
   */
  void ensureLearned() throws RefusedException {
    if (!config.mirrorsEnabled()) {
      throw new RefusedException(404, "mirrors are not learned: mirrors.enabled is false");
    }
  }

  /**
   * Asks the local store, or the instance that learns mirrors.
   *
   * @param url whether {@code place} is a URL to look up, rather than just a site
   * @param here the address at which others find this instance
   */
  ObjectNode of(String place, boolean url, boolean forwarded, KafkaStreams streams, String here)
      throws RefusedException {
    String normal = normalize(place);
    try {
      return answer(new MirrorsView(streams).known(), normal, url).put("answeredBy", here);
    } catch (LaneNotHereException e) {
      return elsewhere(place, url, forwarded, streams, here, e);
    } catch (InvalidStateStoreException e) {
      throw new RefusedException(503, "the mirrors task is moving to another instance");
    }
  }

  private String normalize(String place) throws RefusedException {
    try {
      return urls.normalize(place);
    } catch (BadPageException e) {
      throw new RefusedException(400, e.getMessage());
    }
  }

  private static ObjectNode answer(KnownMirrors known, String normal, boolean url) {
    String site = KnownMirrors.site(normal);
    ObjectNode json = RecordJson.JSON.createObjectNode().put("site", site);
    ArrayNode mirrors = json.putArray("mirrors");
    ArrayNode rules = json.putArray("rules");
    for (Finding finding : known.of(site)) {
      (finding instanceof Mirror ? mirrors : rules).add(finding.json());
    }
    if (url) {
      json.put("url", normal);
      ArrayNode alternates = json.putArray("alternates");
      List<String> others = known.alternates(normal);
      others.forEach(alternates::add);
      json.put("same", known.apply(normal));
      ArrayNode same = json.putArray(SAME_AS);
      for (SameAs other : known.sameAs(normal)) {
        ArrayNode by = same.addObject().put("url", other.url()).putArray("by");
        other.by().forEach(finding -> by.add(finding.json()));
      }
      if (known.linksSeen()) {
        inlinks(json.putObject("inlinks"), known, normal, others);
      }
    }
    return json;
  }

  private static void inlinks(
      ObjectNode json, KnownMirrors known, String url, List<String> alternates) {
    long combined = known.inlinks(url);
    json.put("own", combined);
    ObjectNode each = json.putObject("alternates");
    for (String alternate : alternates) {
      long count = known.inlinks(alternate);
      each.put(alternate, count);
      combined += count;
    }
    json.put("combined", combined);
  }

  private ObjectNode elsewhere(
      String place,
      boolean url,
      boolean forwarded,
      KafkaStreams streams,
      String here,
      LaneNotHereException cause)
      throws RefusedException {
    HostInfo other =
        Instances.instead(
            instances.withMirrors(streams), "learn them", here, forwarded, cause.getMessage());
    return instances
        .mirrors(other, url ? "url" : "site", place)
        .put("answeredBy", Instances.address(other).toString());
  }
}
