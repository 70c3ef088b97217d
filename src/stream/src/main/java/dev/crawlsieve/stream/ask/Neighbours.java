package dev.crawlsieve.stream.ask;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.config.Scope;
import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.index.Nearness;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.UnjudgedPageException;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.http.Question;
import dev.crawlsieve.stream.http.RefusedException;
import dev.crawlsieve.stream.index.LaneNotHereException;
import dev.crawlsieve.stream.kafka.RecordJson;
import dev.crawlsieve.stream.topology.SieveTopology;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.List;
import org.apache.kafka.streams.state.HostInfo;

/**
 * Shows what would be decided on a page now, and which kept pages are nearest to it.
 *
 * <p>The decision queries the index as the lane does, so it considers every leader. The nearest are
 * found by a bounded scan; the answer states the bound.
 */
final class Neighbours {

  private static final String NOWHERE = "http://asked.invalid/";

  private final SieveConfig config;
  private final Instances instances;
  private final AskedPages reader;
  private final LaneLookup lookup;

  Neighbours(SieveConfig config, Instances instances, AskedPages reader, LaneLookup lookup) {
    this.config = config;
    this.instances = instances;
    this.reader = reader;
    this.lookup = lookup;
  }

  /**
   * Asks the local index, or the instance that has the page's lane; if the lane is in shards, all
   * instances that have a part of it.
   */
  ObjectNode of(Question page) throws RefusedException {
    AskedPages.Asked asked = asked(page);
    int lane = asked.lane(config.lanes());
    LeaderRecord record = asked.page();
    try {
      return answer(record, lookup.of(lane, record, true, page.asker()))
          .put("answeredBy", instances.here());
    } catch (LaneNotHereException e) {
      String store = SieveTopology.INDEX_STORE;
      HostInfo other = instances.instead(store, lane, "have it", page.forwarded(), e.getMessage());
      String path = "/api/neighbours" + InstanceClient.query("url", page.parameter("url"));
      InstanceClient client = instances.client();
      return client
          .answer(
              client.post(other, "has lane " + lane, path, page.form(), page.body()), page.asker())
          .put("answeredBy", Instances.address(other).toString());
    }
  }

  private AskedPages.Asked asked(Question page) throws RefusedException {
    boolean urlMatters =
        config.scope().kind() == Scope.Kind.HOST || config.scope().kind() == Scope.Kind.DOMAIN;
    if (page.form() != Question.Form.JSON && page.parameter("url") == null && urlMatters) {
      throw new RefusedException(
          400, "pages are compared within a host or domain: name this page's URL with ?url=");
    }
    try {
      return reader.event(event(page), null);
    } catch (BadPageException e) {
      throw new RefusedException(400, e.getMessage());
    } catch (UnjudgedPageException e) {
      throw new RefusedException(400, "this page would not be judged: " + e.getMessage());
    }
  }

  private static byte[] event(Question page) throws RefusedException {
    if (page.form() == Question.Form.JSON) {
      return page.body();
    }
    ObjectNode event = RecordJson.JSON.createObjectNode();
    String url = page.parameter("url");
    event.put("url", url == null || url.isBlank() ? NOWHERE : url.strip());
    event.put(page.form() == Question.Form.HTML ? "html" : "text", text(page.body()));
    return event.toString().getBytes(UTF_8);
  }

  private static String text(byte[] body) throws RefusedException {
    try {
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
    } catch (CharacterCodingException e) {
      throw new RefusedException(400, "the body is not UTF-8");
    }
  }

  private static ObjectNode answer(LeaderRecord page, Neighbourhood found) {
    ObjectNode json = RecordJson.JSON.createObjectNode();
    json.put("lane", found.verdict().lane());
    json.putObject("page").put("tokens", page.tokens()).put("nearEligible", page.nearEligible());
    ObjectNode decided = VerdictCodec.tree(found.verdict());
    decided.remove(List.of("url", "partition", "offset", "timestamp", "lane", "laneOffset"));
    json.set("wouldBe", decided);
    json.putObject("searched")
        .put("leaders", found.leaders())
        .put("forNearest", found.compared())
        .put(
            "how",
            "the decision through the index, which knows all leaders; the nearest by comparing"
                + " with the newest");
    ArrayNode leaders = json.putArray("nearest");
    for (NearPage near : found.nearest()) {
      ObjectNode node =
          leaders
              .addObject()
              .put("url", near.url())
              .put("partition", near.source().partition())
              .put("offset", near.source().offset())
              .put("distance", near.nearness().distance());
      Nearness nearness = near.nearness();
      if (nearness.equal() < 0) {
        node.putNull("similarity").putNull("agreeing").putNull("contained");
      } else {
        node.put("similarity", Math.round(nearness.similarity() * 1e4) / 1e4)
            .put("agreeing", nearness.agreeing())
            .put("contained", (double) nearness.contained() / Nearness.ALL);
      }
      node.put("identity", nearness.identity().text());
    }
    return json;
  }
}
