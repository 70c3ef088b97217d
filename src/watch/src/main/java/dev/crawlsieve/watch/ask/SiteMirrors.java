package dev.crawlsieve.watch.ask;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.sites.mirror.Finding;
import dev.crawlsieve.sites.mirror.KnownMirrors;
import dev.crawlsieve.sites.mirror.Mirror;
import dev.crawlsieve.sites.mirror.SameAs;
import dev.crawlsieve.sites.mirror.VerdictObserver;
import dev.crawlsieve.stream.config.MirrorsConfig;
import dev.crawlsieve.stream.index.LaneNotHereException;
import dev.crawlsieve.stream.kafka.reading.RecordJson;
import dev.crawlsieve.stream.topology.StoredByteMap;
import dev.crawlsieve.watch.group.InstanceClient;
import dev.crawlsieve.watch.group.Instances;
import dev.crawlsieve.watch.http.RefusedException;
import java.util.List;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.state.HostInfo;

/** Finds the mirrors and URL rules that hold for a site or a URL now. */
public final class SiteMirrors {

  private final Instances instances;
  private final VerdictObserver urls = new VerdictObserver();

  SiteMirrors(Instances instances) {
    this.instances = instances;
  }

  /**
   * The answer of the store on this instance, or of the instance that learns mirrors.
   *
   * @param url whether {@code place} is a URL to look up, and not just a site
   */
  public ObjectNode of(String place, boolean url, boolean forwarded) throws RefusedException {
    String normal = normalize(place);
    try {
      return answer(known(), normal, url).put("answeredBy", instances.here());
    } catch (LaneNotHereException e) {
      return elsewhere(place, url, forwarded, e);
    } catch (InvalidStateStoreException e) {
      throw new RefusedException(503, "the mirrors task is moving to another instance");
    }
  }

  private KnownMirrors known() throws LaneNotHereException {
    String missing = "mirrors are not learned here";
    return new KnownMirrors(
        StoredByteMap.reader(instances.streams(), MirrorsConfig.WING.store(), 0, missing));
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
      boolean contradicted = known.contradicted(normal);
      json.put(AskedGroup.CONTRADICTED, contradicted);
      ArrayNode same = json.putArray(AskedGroup.SAME_AS);
      for (SameAs other : known.sameAs(normal, contradicted)) {
        ArrayNode by = same.addObject().put("url", other.url()).putArray("by");
        other.by().forEach(finding -> by.add(finding.json()));
      }
    }
    return json;
  }

  private ObjectNode elsewhere(
      String place, boolean url, boolean forwarded, LaneNotHereException cause)
      throws RefusedException {
    HostInfo other =
        instances.instead(
            MirrorsConfig.WING.store(), 0, "learn them", forwarded, cause.getMessage());
    String path = "/api/mirrors" + InstanceClient.query(url ? "url" : "site", place);
    InstanceClient client = instances.client();
    return client
        .answer(client.get(other, "learns mirrors", path))
        .put("answeredBy", Instances.address(other).toString());
  }
}
