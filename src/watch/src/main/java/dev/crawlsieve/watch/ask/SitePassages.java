package dev.crawlsieve.watch.ask;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.UrlNormalizer;
import dev.crawlsieve.sites.passage.Passage;
import dev.crawlsieve.stream.config.PassagesConfig;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.index.LaneNotHereException;
import dev.crawlsieve.stream.kafka.reading.RecordJson;
import dev.crawlsieve.stream.passage.PassagesView;
import dev.crawlsieve.watch.group.InstanceClient;
import dev.crawlsieve.watch.group.Instances;
import dev.crawlsieve.watch.http.RefusedException;
import java.util.List;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.state.HostInfo;

/** Finds the current passages of a site, on this instance or on the one that counts them. */
public final class SitePassages {

  /** Maximum number of passages in an answer. */
  private static final int MOST = 100;

  private final SieveConfig config;
  private final Instances instances;

  SitePassages(SieveConfig config, Instances instances) {
    this.config = config;
    this.instances = instances;
  }

  /**
   * The passages that are on the most pages, and the number of all passages.
   *
   * @param url any URL of the site
   * @throws RefusedException if passages are not learned, the URL is not one, or they cannot be
   *     found now
   */
  public ObjectNode of(String url, boolean forwarded) throws RefusedException {
    if (!config.uses(PassagesConfig.WING)) {
      throw new RefusedException(404, "passages are not learned: passages.enabled is false");
    }
    String site = site(url);
    PassagesView view = new PassagesView(instances.streams());
    int partition = -1;
    try {
      partition = view.partition(site);
      return answer(site, view.of(site, partition)).put("answeredBy", instances.here());
    } catch (LaneNotHereException e) {
      String store = PassagesConfig.WING.store();
      HostInfo other = instances.instead(store, partition, "count them", forwarded, e.getMessage());
      String path = "/api/passages" + InstanceClient.query("site", site);
      InstanceClient client = instances.client();
      return client.answer(client.get(other, "counts passages of " + site, path));
    } catch (InvalidStateStoreException | IllegalStateException e) {
      throw new RefusedException(503, "the task that counts " + site + " is moving");
    }
  }

  private String site(String url) throws RefusedException {
    try {
      return UrlNormalizer.host(UrlNormalizer.of(config.page()).normalize(url));
    } catch (BadPageException e) {
      throw new RefusedException(400, e.getMessage());
    }
  }

  private static ObjectNode answer(String site, List<Passage> all) {
    ObjectNode json = RecordJson.JSON.createObjectNode().put("site", site).put("all", all.size());
    ArrayNode passages = json.putArray("passages");
    all.stream().limit(MOST).forEach(passage -> passages.add(passage.json()));
    return json;
  }
}
