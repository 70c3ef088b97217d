package dev.crawlsieve.watch.live;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.failure.UnreadableRecordException;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.UrlNormalizer;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.sites.mirror.UrlRules;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.reading.RecordJson;
import dev.crawlsieve.watch.http.RefusedException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** Explains what was decided on a URL and why, and which other pages copy the same page. */
final class Explainer {

  private static final int VERDICTS = 10;
  private static final int COPIES = 10;
  private static final int COUNTED = 10_000;

  private final SieveConfig config;
  private final PlaceFollower follower;
  private final List<PagesApart> apart;

  /**
   * @param apart finders of pages without a verdict
   */
  Explainer(SieveConfig config, PlaceFollower follower, List<PagesApart> apart) {
    this.config = config;
    this.apart = apart;
    this.follower = follower;
  }

  /**
   * The verdicts on a URL, its cluster, and its pages without a verdict.
   *
   * @throws RefusedException with status 400 if nothing is known of it and it is no URL, or 404 if
   *     it is one; 503 if the verdicts cannot be searched now
   */
  ObjectNode explain(String url) throws RefusedException {
    VerdictPlaces places = follower.places();
    UrlKey key = new UrlKey(config.page());
    List<Coordinates> found = places.ofUrl(key.hash(url), VERDICTS);
    Map<Coordinates, ConsumerRecord<byte[], byte[]>> records = follower.fetch(found);
    ObjectNode json = RecordJson.JSON.createObjectNode().put("url", url);
    json.putObject("searched")
        .put("topic", config.topics().verdicts())
        .put("behind", follower.behind())
        .put("unreadable", follower.unreadable());
    List<Verdict> verdicts = on(key.form(url), key::form, found, records);
    ArrayNode list = json.putArray("verdicts");
    verdicts.forEach(verdict -> list.add(VerdictCodec.tree(verdict)));
    putOverrides(json, url);
    boolean grouped = !verdicts.isEmpty() && verdicts.get(0).overridden() == null;
    json.set("cluster", !grouped ? null : cluster(verdicts.get(0), places));
    boolean known = !verdicts.isEmpty();
    for (PagesApart pages : apart) {
      known |= pages.put(json, url);
    }
    if (!known) {
      throw unknown(url);
    }
    return json;
  }

  private RefusedException unknown(String url) {
    try {
      UrlNormalizer.of(config.page()).normalize(url);
    } catch (BadPageException e) {
      return new RefusedException(400, e.getMessage());
    }
    long behind = follower.behind();
    return new RefusedException(
        404,
        "there is no verdict on "
            + url
            + (behind == 0
                ? ""
                : "; " + (behind < 0 ? "some" : behind) + " verdicts are not indexed yet"));
  }

  /** Adds the overrides that name a URL, if there are any. */
  void putOverrides(ObjectNode json, String url) {
    List<String> overrides = config.liveOverrides().now().of(url).words();
    if (!overrides.isEmpty()) {
      overrides.forEach(json.putArray("overrides")::add);
    }
  }

  /**
   * The verdicts at some positions that are on URLs with this normal form, in the order of the
   * positions.
   */
  private static List<Verdict> on(
      String form,
      UnaryOperator<String> forms,
      Collection<Coordinates> found,
      Map<Coordinates, ConsumerRecord<byte[], byte[]>> records) {
    return found.stream()
        .map(at -> verdict(records.get(at)))
        .filter(verdict -> verdict != null && form.equals(forms.apply(verdict.url())))
        .toList();
  }

  /**
   * What is known of a URL.
   *
   * @param own the newest verdict on the URL
   * @param alike the newest verdict on any URL that the rules reduce to the same form; if verdicts
   *     on these URLs show that their pages differ, equal to {@code own}
   */
  record Known(@Nullable Verdict own, @Nullable Verdict alike) {}

  /**
   * The newest verdicts on some URLs, and on URLs that rules make equal to them.
   *
   * @throws RefusedException if the verdicts cannot be searched now
   */
  Map<String, Known> newest(List<String> urls, UrlRules rules) throws RefusedException {
    VerdictPlaces places = follower.places();
    UrlKey key = new UrlKey(config.page());
    UnaryOperator<String> left = url -> key.form(url, rules);
    Map<String, Set<Coordinates>> found = new LinkedHashMap<>();
    for (String url : urls) {
      Set<Coordinates> at = new LinkedHashSet<>(places.ofUrl(key.hash(url), VERDICTS));
      long hash = key.hash(left.apply(url));
      at.addAll(places.ofUrl(hash, VERDICTS));
      at.addAll(places.alike(hash, VERDICTS));
      found.put(url, at);
    }
    Map<Coordinates, ConsumerRecord<byte[], byte[]>> records =
        follower.fetch(found.values().stream().flatMap(Set::stream).distinct().toList());
    Map<String, Known> known = new HashMap<>();
    found.forEach(
        (url, at) -> {
          Verdict own = newest(on(key.form(url), key::form, at, records));
          List<Verdict> alike = on(left.apply(url), left, at, records);
          known.put(url, new Known(own, differ(alike, key) ? own : newest(alike)));
        });
    return known;
  }

  /** Whether the newest verdicts on some URLs are about different kept pages. */
  static boolean differ(List<Verdict> verdicts, UrlKey key) {
    Map<String, Verdict> newest = new HashMap<>();
    for (Verdict verdict : verdicts) {
      if (verdict.overridden() == null) {
        newest.merge(key.form(verdict.url()), verdict, Explainer::newer);
      }
    }
    return newest.values().stream().map(verdict -> verdict.leader().source()).distinct().count()
        > 1;
  }

  private static @Nullable Verdict newest(List<Verdict> verdicts) {
    return verdicts.stream().reduce(Explainer::newer).orElse(null);
  }

  private static Verdict newer(Verdict one, Verdict other) {
    return other.timestamp() > one.timestamp() ? other : one;
  }

  /** The approximate number of verdicts that cannot be found yet. */
  long behind() {
    return follower.behind();
  }

  /** The kept page, its verdict, and the newest pages that copy it. */
  private ObjectNode cluster(Verdict newest, VerdictPlaces places) throws RefusedException {
    boolean copy = newest.evidence() != null;
    Verdict.Original leader = newest.leader();
    Coordinates page = leader.source();
    VerdictPlaces.Copies copies = places.copiesOf(page, COPIES, COUNTED);
    List<Coordinates> wanted = new ArrayList<>(copies.newest());
    List<Coordinates> own = copy ? places.ofKept(page) : List.of();
    wanted.addAll(own);
    Map<Coordinates, ConsumerRecord<byte[], byte[]>> records = follower.fetch(wanted);
    ObjectNode json = RecordJson.JSON.createObjectNode();
    json.putObject("leader")
        .put("url", leader.url())
        .put("partition", page.partition())
        .put("offset", page.offset());
    Verdict verdict = copy ? own.isEmpty() ? null : verdict(records.get(own.get(0))) : newest;
    if (verdict != null && !verdict.url().equals(leader.url())) {
      verdict = null; // on another page, which was at this position before
    }
    json.set("verdict", verdict == null ? null : VerdictCodec.tree(verdict));
    json.put("copies", copies.count()).put("more", copies.more());
    ArrayNode list = json.putArray("newest");
    for (Coordinates at : copies.newest()) {
      Verdict one = verdict(records.get(at));
      if (one != null && one.leader().url().equals(leader.url())) {
        list.add(VerdictCodec.tree(one));
      }
    }
    return json;
  }

  /** The verdict in a record of its topic; null if retention has just removed the record. */
  private static @Nullable Verdict verdict(@Nullable ConsumerRecord<byte[], byte[]> record) {
    if (record == null) {
      return null;
    }
    try {
      return VerdictCodec.decode(record.value());
    } catch (UnreadableRecordException e) {
      throw new SieveException(e.getMessage(), e);
    }
  }
}
