package dev.crawlsieve.watch.ask;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.engine.Lane;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.store.TableIndex;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.UnjudgedPageException;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.stream.config.IndexTasks;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.index.LaneNotHereException;
import dev.crawlsieve.stream.index.StoreView;
import dev.crawlsieve.stream.kafka.reading.RecordJson;
import dev.crawlsieve.watch.group.InstanceClient;
import dev.crawlsieve.watch.group.Instances;
import dev.crawlsieve.watch.http.Question;
import dev.crawlsieve.watch.http.RefusedException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.apache.kafka.streams.state.HostInfo;
import org.jspecify.annotations.Nullable;

/**
 * Finds the verdicts that pages would get now, by the rule of the lanes that would decide on them.
 * Nothing is written.
 */
public final class Ask {

  private static final int MOST_PAGES = 500;
  private static final long MOST_SECONDS = 10;

  private final SieveConfig config;
  private final Instances instances;
  private final AskedPages reader;
  private final SharedLanes shared;

  Ask(SieveConfig config, Instances instances, AskedPages reader, SharedLanes shared) {
    this.config = config;
    this.instances = instances;
    this.reader = reader;
    this.shared = shared;
  }

  /** A request of a client, and when it must be answered. */
  private record Request(Question asked, long end) {

    void ensureTime() throws RefusedException {
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
   * The answers about all pages of a request, in their order.
   *
   * @throws RefusedException if a lane cannot be asked now, or the only record is not a page
   */
  public List<ObjectNode> of(Question asked) throws RefusedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(MOST_SECONDS);
    Request request = new Request(asked, end);
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
        if (asked.form() != Question.Form.LINES) {
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

  private static List<byte[]> pages(Question asked) throws RefusedException {
    if (asked.form() != Question.Form.LINES) {
      return List.of(asked.body());
    }
    // This encoding maps each byte to one character and back, so lines may be in any character set.
    List<byte[]> lines =
        Stream.of(new String(asked.body(), ISO_8859_1).split("\n"))
            .filter(line -> !line.isBlank())
            .map(line -> line.getBytes(ISO_8859_1))
            .toList();
    if (lines.size() > MOST_PAGES) {
      throw new RefusedException(
          413,
          "there are " + lines.size() + " lines: send at most " + MOST_PAGES + " in a request");
    }
    return lines;
  }

  private AskedPages.Asked page(Question asked, byte[] sent)
      throws BadPageException, UnjudgedPageException {
    return asked.form() == Question.Form.BYTES
        ? reader.stored(sent, asked.parameter("scope"))
        : reader.json(sent, asked.parameter("scope"));
  }

  private static ObjectNode undecided(String decision, @Nullable String reason) {
    return RecordJson.JSON.createObjectNode().put("decision", decision).put("reason", reason);
  }

  private void answer(
      int lane, Map<Integer, AskedPages.Asked> pages, Request request, ObjectNode[] answers)
      throws RefusedException {
    Question asked = request.asked();
    try {
      for (Map.Entry<Integer, AskedPages.Asked> page : pages.entrySet()) {
        request.ensureTime();
        AskedVerdict found = decided(lane, page.getValue().page(config.liveOverrides().now()));
        answers[page.getKey()] = VerdictCodec.answer(found.verdict(), found.asOf());
      }
    } catch (LaneNotHereException e) {
      String store = IndexTasks.INDEX_STORE;
      HostInfo other = instances.instead(store, lane, "have it", asked.forwarded(), e.getMessage());
      String path = "/api/ask" + InstanceClient.query("scope", asked.parameter("scope"));
      InstanceClient.Call call =
          instances
              .client()
              .post(other, "has lane " + lane, path, Question.Form.LINES, lines(pages));
      Iterator<ObjectNode> found = instances.client().lines(call, pages.size()).iterator();
      pages.keySet().forEach(i -> answers[i] = found.next());
    }
  }

  /**
   * The verdict that a page would get now, from the index on this instance or from the tasks that
   * share the lane, on any instance.
   *
   * @throws LaneNotHereException if the lane has one task, which is not on this instance
   */
  private AskedVerdict decided(int lane, ComparedPage page)
      throws LaneNotHereException, RefusedException {
    if (!config.indexTasks().areLanes()) {
      return shared.ask(instances, lane, page);
    }
    Verdict.Basis basis = config.basis();
    return new StoreView(instances.streams(), IndexTasks.INDEX_STORE, lane, "lane " + lane)
        .ofIndex((index, decided) -> decided(lane, index, decided, page, basis));
  }

  private AskedVerdict decided(
      int number, TableIndex index, LongSupplier decided, ComparedPage page, Verdict.Basis basis) {
    long asOf = decided.getAsLong(); // read before the lookup, which knows at least these pages
    Lane lane = new Lane(number, index, basis);
    return new AskedVerdict(lane.ask(index, page), asOf);
  }

  private static byte[] lines(Map<Integer, AskedPages.Asked> pages) {
    StringBuilder lines = new StringBuilder();
    for (AskedPages.Asked page : pages.values()) {
      String stored = Base64.getEncoder().encodeToString(page.fingerprint());
      lines.append("{\"").append(AskedPages.FINGERPRINT).append("\":\"").append(stored);
      lines.append("\"}\n");
    }
    return lines.toString().getBytes(UTF_8);
  }
}
