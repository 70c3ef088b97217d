package dev.crawlsieve.stream.ask;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.index.Lookup;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.UnjudgedPageException;
import dev.crawlsieve.core.shard.ShardRule;
import dev.crawlsieve.core.verdict.Decider;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.http.AskedVerdicts;
import dev.crawlsieve.stream.http.Asker;
import dev.crawlsieve.stream.http.RefusedException;
import dev.crawlsieve.stream.index.LaneNotHereException;
import dev.crawlsieve.stream.index.LaneView;
import dev.crawlsieve.stream.index.StoreView;
import dev.crawlsieve.stream.kafka.RecordJson;
import dev.crawlsieve.stream.topology.SieveTopology;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.streams.state.HostInfo;

/**
 * Says which verdicts pages would get now, by the rule of the lanes that would decide on them.
 * Nothing is written.
 */
final class Ask {

  private static final int MOST_PAGES = 500;
  private static final long MOST_SECONDS = 10;

  private final SieveConfig config;
  private final Instances instances;
  private final AskedPages reader;

  Ask(SieveConfig config, Instances instances, AskedPages reader) {
    this.config = config;
    this.instances = instances;
    this.reader = reader;
  }

  /** One request. */
  private record Request(AskedVerdicts asked, Asker asker, long end) {

    void ensureTime() throws RefusedException {
      asker.ensureThere();
      if (System.nanoTime() - end > 0) {
        throw new RefusedException(
            503,
            "the pages took longer than "
                + MOST_SECONDS
                + " s: send fewer at a time, or try again when the instance is less busy");
      }
    }
  }

  /**
   * The answers about all pages, in their order.
   *
   * @throws RefusedException if a lane cannot be asked now, or the only page is none
   */
  List<ObjectNode> of(AskedVerdicts asked, Asker asker) throws RefusedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(MOST_SECONDS);
    Request request = new Request(asked, asker, end);
    List<byte[]> sent = pages(asked);
    ObjectNode[] answers = new ObjectNode[sent.size()];
    Map<Integer, Map<Integer, AskedPages.Asked>> lanes = new LinkedHashMap<>();
    for (int i = 0; i < answers.length; i++) {
      request.ensureTime();
      try {
        AskedPages.Asked page = page(asked, sent.get(i));
        lanes
            .computeIfAbsent(page.lane(config.lanes()), lane -> new LinkedHashMap<>())
            .put(i, page);
      } catch (UnjudgedPageException e) {
        answers[i] = undecided("unjudged", e.getMessage()).put("trait", e.trait().toString());
      } catch (BadPageException e) {
        if (asked.form() != AskedVerdicts.Form.LINES) {
          throw new RefusedException(400, e.getMessage());
        }
        answers[i] = undecided("dead-letter", e.getMessage());
      }
    }
    for (Map.Entry<Integer, Map<Integer, AskedPages.Asked>> lane : lanes.entrySet()) {
      answer(lane.getKey(), lane.getValue(), request, answers);
    }
    return Arrays.asList(answers);
  }

  private static List<byte[]> pages(AskedVerdicts asked) throws RefusedException {
    if (asked.form() != AskedVerdicts.Form.LINES) {
      return List.of(asked.body());
    }
    List<byte[]> lines = new ArrayList<>();
    byte[] body = asked.body();
    for (int from = 0; from < body.length; ) {
      int to = from;
      while (to < body.length && body[to] != '\n') {
        to++;
      }
      byte[] line = Arrays.copyOfRange(body, from, to);
      if (!new String(line, UTF_8).isBlank()) {
        lines.add(line);
      }
      from = to + 1;
    }
    if (lines.size() > MOST_PAGES) {
      throw new RefusedException(
          413,
          "there are " + lines.size() + " lines: send at most " + MOST_PAGES + " in a request");
    }
    return lines;
  }

  private AskedPages.Asked page(AskedVerdicts asked, byte[] sent)
      throws BadPageException, UnjudgedPageException {
    return asked.form() == AskedVerdicts.Form.FINGERPRINT
        ? reader.stored(sent, asked.scope())
        : reader.json(sent, asked.scope());
  }

  private static ObjectNode undecided(String decision, String reason) {
    return RecordJson.JSON.createObjectNode().put("decision", decision).put("reason", reason);
  }

  private void answer(
      int lane, Map<Integer, AskedPages.Asked> pages, Request request, ObjectNode[] answers)
      throws RefusedException {
    try {
      for (Map.Entry<Integer, AskedPages.Asked> page : pages.entrySet()) {
        request.ensureTime();
        LeaderRecord record = page.getValue().page();
        answers[page.getKey()] =
            config.shards() > 0 ? inShards(lane, record, request) : here(lane, record);
      }
    } catch (LaneNotHereException e) {
      HostInfo other =
          instances.instead(
              instances.withLane(lane), "have it", request.asked().forwarded(), e.getMessage());
      List<ObjectNode> found =
          instances.ask(
              other, lane, lines(pages), request.asked().scope(), pages.size(), request.asker());
      int next = 0;
      for (int i : pages.keySet()) {
        answers[i] = found.get(next++);
      }
    }
  }

  private ObjectNode here(int lane, LeaderRecord page) throws LaneNotHereException {
    LaneView view =
        new LaneView(
            new StoreView(instances.streams(), SieveTopology.INDEX_STORE, lane, "lane " + lane));
    long asOf = view.asOf(); // asked first: the lookup knows these at least
    Lookup match = view.bestMatch(page);
    return VerdictCodec.answer(
        Decider.verdict(lane, page, match, config.rule().overrides(), basis(config)), asOf);
  }

  private ObjectNode inShards(int lane, LeaderRecord page, Request request)
      throws RefusedException {
    InstanceParts parts = new InstanceParts(config, instances, lane, false, request.asker());
    Neighbourhood found = shards(config).of(lane, page, parts);
    return VerdictCodec.answer(found.verdict(), found.asOf());
  }

  static ShardedNeighbours shards(SieveConfig config) {
    return new ShardedNeighbours(ShardRule.of(config.shards(), config.index()), basis(config));
  }

  static Verdict.Basis basis(SieveConfig config) {
    return new Verdict.Basis(config.detector().name(), config.verdictHash());
  }

  private static String lines(Map<Integer, AskedPages.Asked> pages) {
    StringBuilder lines = new StringBuilder();
    for (AskedPages.Asked page : pages.values()) {
      String stored = Base64.getEncoder().encodeToString(page.fingerprint());
      lines.append("{\"").append(AskedPages.FINGERPRINT).append("\":\"").append(stored);
      lines.append("\"}\n");
    }
    return lines.toString();
  }
}
