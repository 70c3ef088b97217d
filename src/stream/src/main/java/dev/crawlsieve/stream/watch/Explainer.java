package dev.crawlsieve.stream.watch;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.verdict.UnreadableVerdictException;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.core.work.SieveException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.http.Asker;
import dev.crawlsieve.stream.http.RefusedException;
import dev.crawlsieve.stream.kafka.RecordJson;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Explains what was decided on a URL, on what grounds, and what else copies the same page. */
final class Explainer {

  private static final int VERDICTS = 10;
  private static final int COPIES = 10;
  private static final int COUNTED = 10_000;

  private final SieveConfig config;
  private final PlaceFollower follower;
  private final List<PagesApart> apart;

  /**
   * @param apart find pages without a verdict
   */
  Explainer(SieveConfig config, PlaceFollower follower, List<PagesApart> apart) {
    this.config = config;
    this.apart = apart;
    this.follower = follower;
  }

  ObjectNode explain(String url, Asker asker) throws RefusedException {
    VerdictPlaces places = follower.places();
    UrlKey key = new UrlKey(config.page());
    List<Coordinates> found = places.ofUrl(key.hash(url), VERDICTS);
    Map<Coordinates, ConsumerRecord<byte[], byte[]>> records = follower.fetch(found, asker);
    ObjectNode json = RecordJson.JSON.createObjectNode().put("url", url);
    json.putObject("searched")
        .put("topic", config.topics().verdicts())
        .put("behind", follower.behind())
        .put("unreadable", follower.unreadable());
    List<Verdict> verdicts = on(url, key, found, records);
    ArrayNode list = json.putArray("verdicts");
    verdicts.forEach(verdict -> list.add(VerdictCodec.tree(verdict)));
    putOverrides(json, url);
    boolean grouped = !verdicts.isEmpty() && verdicts.get(0).overridden() == null;
    json.set("cluster", !grouped ? null : cluster(verdicts.get(0), places, asker));
    for (PagesApart pages : apart) {
      pages.put(json, url, asker);
    }
    return json;
  }

  /** Adds the overrides that name a URL, if there are any. */
  void putOverrides(ObjectNode json, String url) {
    List<String> overrides = config.rule().overrides().of(url).words();
    if (!overrides.isEmpty()) {
      overrides.forEach(json.putArray("overrides")::add);
    }
  }

  /** The verdicts that are on a URL, of those at some positions and in their order. */
  private static List<Verdict> on(
      String url,
      UrlKey key,
      List<Coordinates> found,
      Map<Coordinates, ConsumerRecord<byte[], byte[]>> records) {
    String form = key.form(url);
    return found.stream()
        .map(at -> verdict(records.get(at)))
        .filter(verdict -> verdict != null && form.equals(key.form(verdict.url())))
        .toList();
  }

  /**
   * The newest verdict on each of some URLs, for those that have one.
   *
   * @throws RefusedException if the verdicts cannot be searched now
   */
  Map<String, Verdict> newest(List<String> urls, Asker asker) throws RefusedException {
    VerdictPlaces places = follower.places();
    UrlKey key = new UrlKey(config.page());
    Map<String, List<Coordinates>> found = new LinkedHashMap<>();
    urls.forEach(url -> found.put(url, places.ofUrl(key.hash(url), VERDICTS)));
    Map<String, Verdict> newest = new HashMap<>();
    Map<Coordinates, ConsumerRecord<byte[], byte[]>> records =
        follower.fetch(found.values().stream().flatMap(List::stream).toList(), asker);
    found.forEach(
        (url, at) ->
            on(url, key, at, records).stream()
                .findFirst()
                .ifPresent(verdict -> newest.put(url, verdict)));
    return newest;
  }

  /** How many verdicts cannot be found yet. */
  long behind() {
    return follower.behind();
  }

  /** The page that was kept, what its verdict says, and the newest pages that copy it. */
  private ObjectNode cluster(Verdict newest, VerdictPlaces places, Asker asker)
      throws RefusedException {
    boolean copy = newest.evidence() != null;
    Verdict.Original leader = newest.leader();
    Coordinates page = leader.source();
    VerdictPlaces.Copies copies = places.copiesOf(page, COPIES, COUNTED);
    List<Coordinates> wanted = new ArrayList<>(copies.newest());
    List<Coordinates> own = copy ? places.ofKept(page) : List.of();
    wanted.addAll(own);
    Map<Coordinates, ConsumerRecord<byte[], byte[]>> records = follower.fetch(wanted, asker);
    ObjectNode json = RecordJson.JSON.createObjectNode();
    json.putObject("leader")
        .put("url", leader.url())
        .put("partition", page.partition())
        .put("offset", page.offset());
    Verdict verdict = copy ? own.isEmpty() ? null : verdict(records.get(own.get(0))) : newest;
    json.set("verdict", verdict == null ? null : VerdictCodec.tree(verdict));
    json.put("copies", copies.count()).put("more", copies.more());
    ArrayNode list = json.putArray("newest");
    for (Coordinates at : copies.newest()) {
      Verdict one = verdict(records.get(at));
      if (one != null) {
        list.add(VerdictCodec.tree(one));
      }
    }
    return json;
  }

  /** A verdict as stored on its topic; null if retention has just removed it. */
  private static Verdict verdict(ConsumerRecord<byte[], byte[]> record) {
    if (record == null) {
      return null;
    }
    try {
      return VerdictCodec.decode(record.value());
    } catch (UnreadableVerdictException e) {
      throw new SieveException(e.getMessage(), e);
    }
  }
}
