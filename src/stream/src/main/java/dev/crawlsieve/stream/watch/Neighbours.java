package dev.crawlsieve.stream.watch;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.config.Overrides;
import dev.crawlsieve.core.config.PageSettings;
import dev.crawlsieve.core.config.Scope;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.fingerprint.FingerprintedPage;
import dev.crawlsieve.core.fingerprint.PageFingerprinter;
import dev.crawlsieve.core.index.LeaderIndex;
import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.index.Lookup;
import dev.crawlsieve.core.index.Nearness;
import dev.crawlsieve.core.index.ScopeKeys;
import dev.crawlsieve.core.index.store.NearestLeaders;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.BodyRef;
import dev.crawlsieve.core.page.ReferredBody;
import dev.crawlsieve.core.page.UnjudgedPageException;
import dev.crawlsieve.core.shard.ShardRule;
import dev.crawlsieve.core.verdict.Decider;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.http.AskedPage;
import dev.crawlsieve.stream.http.Asker;
import dev.crawlsieve.stream.http.RefusedException;
import dev.crawlsieve.stream.index.LaneNotHereException;
import dev.crawlsieve.stream.index.LaneView;
import dev.crawlsieve.stream.neighbours.LaneParts;
import dev.crawlsieve.stream.neighbours.LocalParts;
import dev.crawlsieve.stream.neighbours.NearPage;
import dev.crawlsieve.stream.neighbours.Neighbourhood;
import dev.crawlsieve.stream.neighbours.ShardedNeighbours;
import dev.crawlsieve.stream.topology.SieveTopology;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.List;
import org.apache.kafka.streams.KafkaStreams;
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

  Neighbours(SieveConfig config, Instances instances) {
    this.config = config;
    this.instances = instances;
  }

  /**
   * Asks the local index, or the instance that has the page's lane; if the lane is in shards, all
   * instances that have a part of it.
   *
   * @param here the address at which others find this instance
   */
  ObjectNode of(AskedPage page, KafkaStreams streams, String here, Asker asker)
      throws RefusedException {
    FingerprintedPage asked = fingerprint(page);
    int lane = asked.lane(config.lanes());
    LeaderRecord record = record(asked);
    if (config.shards() > 0) {
      LaneParts parts = new InstanceParts(config, instances, streams, here, lane, asker);
      Neighbourhood found = inShards().of(lane, record, parts);
      return answer(lane, asked.fingerprint(), found).put("answeredBy", here);
    }
    LaneView view = new LaneView(streams, SieveTopology.INDEX_STORE, lane, "lane " + lane);
    try {
      Lookup match = view.bestMatch(record);
      NearestLeaders near = view.nearest(record, NearPage.MOST, LocalParts.COMPARED, asker::gone);
      asker.ensureThere();
      Neighbourhood found =
          new Neighbourhood(
              decide(lane, record, match), NearPage.of(near), near.leaders(), near.compared());
      return answer(lane, asked.fingerprint(), found).put("answeredBy", here);
    } catch (LaneNotHereException e) {
      return elsewhere(lane, page, streams, here, asker, e);
    }
  }

  private ShardedNeighbours inShards() {
    Verdict.Basis basis = new Verdict.Basis(config.detector().name(), config.verdictHash());
    return new ShardedNeighbours(ShardRule.of(config.shards(), config.index()), basis);
  }

  private FingerprintedPage fingerprint(AskedPage page) throws RefusedException {
    PageSettings given = config.page();
    PageSettings events =
        new PageSettings(
            PageSettings.Format.JSON,
            given.maxBytes(),
            given.ignoreScheme(),
            given.ignoreWww(),
            given.trackingParameters());
    boolean urlMatters =
        config.scope().kind() == Scope.Kind.HOST || config.scope().kind() == Scope.Kind.DOMAIN;
    if (page.form() != AskedPage.Form.EVENT && page.url() == null && urlMatters) {
      throw new RefusedException(
          400, "pages are compared within a host or domain: name this page's URL with ?url=");
    }
    try {
      return new PageFingerprinter(config.fingerprinting(), events, 0, Neighbours::refuseReference)
          .fingerprint(null, event(page), name -> null, new Coordinates(0, 0), 0);
    } catch (BadPageException e) {
      throw new RefusedException(400, e.getMessage());
    } catch (UnjudgedPageException e) {
      throw new RefusedException(400, "this page would not be judged: " + e.getMessage());
    } catch (RuntimeException | StackOverflowError e) {
      // As in the stream: if a library fails on a page, the page is at fault.
      throw new RefusedException(400, "this page cannot be processed: " + e);
    }
  }

  /** Whoever asks need not be one who may have files and addresses read. */
  private static ReferredBody refuseReference(BodyRef ref, String url) throws BadPageException {
    throw new BadPageException("the event refers to a body, must hold it");
  }

  private static byte[] event(AskedPage page) throws RefusedException {
    if (page.form() == AskedPage.Form.EVENT) {
      return page.body();
    }
    ObjectNode event = StatsJson.JSON.createObjectNode();
    event.put("url", page.url() == null || page.url().isBlank() ? NOWHERE : page.url().strip());
    event.put(page.form() == AskedPage.Form.HTML ? "html" : "text", text(page.body()));
    return event.toString().getBytes(UTF_8);
  }

  private static String text(byte[] body) throws RefusedException {
    try {
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
    } catch (CharacterCodingException e) {
      throw new RefusedException(400, "the body is not UTF-8");
    }
  }

  /** The page as a record to query an index with; it is not in a lane and so has no position. */
  private static LeaderRecord record(FingerprintedPage asked) {
    return LeaderRecord.of(
        new ScopeKeys().of(asked.scope()), -1, FingerprintCodec.encode(asked.fingerprint()));
  }

  /** Applies the rule itself, to an index that knows only this match and keeps nothing. */
  private Verdict decide(int lane, LeaderRecord asked, Lookup match) {
    return new Decider(
            new Matched(match, config.rule().overrides()),
            config.detector().name(),
            config.verdictHash())
        .decide(lane, asked);
  }

  private record Matched(Lookup match, Overrides overrides) implements LeaderIndex {

    @Override
    public Lookup lookup(LeaderRecord page) {
      return match;
    }

    @Override
    public void put(long ordinal, LeaderRecord leader) {
      // The page is only queried, not kept.
    }

    @Override
    public LeaderRecord get(long ordinal) {
      return ordinal == match.ordinal() ? match.leader() : null;
    }

    @Override
    public long nextOrdinal() {
      return match.ordinal() + 1;
    }

    @Override
    public void close() {}
  }

  private static ObjectNode answer(int lane, Fingerprint page, Neighbourhood found) {
    ObjectNode json = StatsJson.JSON.createObjectNode();
    json.put("lane", lane);
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

  private ObjectNode elsewhere(
      int lane,
      AskedPage page,
      KafkaStreams streams,
      String here,
      Asker asker,
      LaneNotHereException cause)
      throws RefusedException {
    HostInfo other =
        Instances.instead(
            instances.withLane(lane, streams),
            "have it",
            here,
            page.forwarded(),
            cause.getMessage());
    return instances
        .neighbours(other, lane, page, asker)
        .put("answeredBy", Instances.address(other).toString());
  }
}
