package dev.crawlsieve.stream.watch;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.PageFingerprinter;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.http.RefusedException;
import dev.crawlsieve.stream.kafka.DeadPage;
import dev.crawlsieve.stream.kafka.RecordJson;
import dev.crawlsieve.stream.kafka.UnjudgedPage;
import dev.crawlsieve.stream.topology.HeaderValues;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Finds the pages of a URL on which there is no verdict. Thread-safe. */
final class PagesApart implements AutoCloseable {

  private static final int PAGES = 10;

  private final SieveConfig config;
  private final PlaceFollower follower;
  private final String name;
  private final Shower shower;

  /** Shows a record as JSON, with its {@code url} if that is known. */
  private interface Shower {
    ObjectNode json(PageFingerprinter reader, ConsumerRecord<byte[], byte[]> record);
  }

  private PagesApart(SieveConfig config, PlaceFollower follower, String name, Shower shower) {
    this.config = config;
    this.follower = follower;
    this.name = name;
    this.shower = shower;
  }

  /** Those that were not judged, as {@code unjudged}. */
  static PagesApart unjudged(SieveConfig config) {
    PlaceFollower follower =
        new PlaceFollower(
            config,
            config.topics().unjudged(),
            "unjudged",
            () -> EntryReader.ofUnjudged(new PageFingerprinter(config.fingerprinting())));
    return new PagesApart(config, follower, "unjudged", PagesApart::unjudged);
  }

  /** Those that are dead letters, as {@code deadLetters}. */
  static PagesApart dead(SieveConfig config) {
    PlaceFollower follower =
        new PlaceFollower(
            config,
            config.topics().deadLetters(),
            "dead-letters",
            () -> EntryReader.ofDeadLetters(new PageFingerprinter(config.fingerprinting())));
    return new PagesApart(
        config,
        follower,
        "deadLetters",
        (reader, record) ->
            RecordJson.JSON.valueToTree(
                DeadPage.of(
                    reader, record.key(), record.value(), HeaderValues.of(record.headers()))));
  }

  private static ObjectNode unjudged(
      PageFingerprinter reader, ConsumerRecord<byte[], byte[]> record) {
    try {
      return RecordJson.JSON.valueToTree(
          UnjudgedPage.of(reader, record.key(), record.value(), HeaderValues.of(record.headers())));
    } catch (BadPageException e) {
      throw new IllegalStateException("a page that was listed cannot be read", e);
    }
  }

  /** Starts to list them; the topic must exist. */
  void start() {
    follower.start();
  }

  /**
   * Adds the URL's pages under their name, newest first, and under {@code …Behind} the approximate
   * number of records not listed yet. If none are listed, or the topic may not be read, the name is
   * null and {@code …Unknown} says why.
   *
   * @throws RefusedException with 503 if too many ask at once
   */
  void put(ObjectNode json, String url) throws RefusedException {
    VerdictPlaces places;
    try {
      places = follower.places();
    } catch (RefusedException e) {
      json.putNull(name).put(name + "Unknown", e.getMessage());
      return;
    }
    UrlKey keys = new UrlKey(config.page());
    String form = keys.form(url);
    List<Coordinates> found = places.ofUrl(keys.hash(url), PAGES);
    Map<Coordinates, ConsumerRecord<byte[], byte[]>> records = follower.fetch(found);
    PageFingerprinter reader = new PageFingerprinter(config.fingerprinting());
    ArrayNode pages = json.put(name + "Behind", follower.behind()).putArray(name);
    for (Coordinates at : found) {
      ConsumerRecord<byte[], byte[]> record = records.get(at);
      if (record != null) {
        ObjectNode page = shower.json(reader, record);
        if (form.equals(keys.form(page.path("url").asText()))) {
          pages.add(page);
        }
      }
    }
  }

  @Override
  public void close() {
    follower.close();
  }
}
