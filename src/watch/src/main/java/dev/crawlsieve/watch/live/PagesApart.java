package dev.crawlsieve.watch.live;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.PageFingerprinter;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.reading.DeadPage;
import dev.crawlsieve.stream.kafka.reading.RecordJson;
import dev.crawlsieve.stream.kafka.reading.UnjudgedPage;
import dev.crawlsieve.stream.topology.HeaderValues;
import dev.crawlsieve.watch.http.RefusedException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** Finds pages of a URL that have no verdict. Thread-safe. */
final class PagesApart implements AutoCloseable {

  private static final int PAGES = 10;

  private final SieveConfig config;
  private final PlaceFollower follower;
  private final String name;
  private final Reader reader;

  /** Makes the JSON that is shown for a record, with its {@code url} if that is known. */
  private interface Reader {
    Object read(
        PageFingerprinter pages,
        byte[] key,
        byte[] value,
        Function<String, byte @Nullable []> headers)
        throws BadPageException;
  }

  private PagesApart(SieveConfig config, String topic, String group, String name, Reader reader) {
    this.config = config;
    this.follower = new PlaceFollower(config, topic, group, () -> entries(config, reader));
    this.name = name;
    this.reader = reader;
  }

  /** Finds pages that were not judged; they are shown as {@code unjudged}. */
  static PagesApart unjudged(SieveConfig config) {
    return new PagesApart(
        config, config.topics().unjudged(), "unjudged", "unjudged", UnjudgedPage::of);
  }

  /** Finds pages that are dead letters; they are shown as {@code deadLetters}. */
  static PagesApart dead(SieveConfig config) {
    return new PagesApart(
        config, config.topics().deadLetters(), "dead-letters", "deadLetters", DeadPage::of);
  }

  /**
   * Makes entries in which each page counts as kept. A letter whose URL is unknown is found under
   * no URL.
   */
  private static EntryReader entries(SieveConfig config, Reader reader) {
    PageFingerprinter pages = new PageFingerprinter(config.fingerprinting());
    return (record, urls) -> {
      Coordinates place = EntryReader.place(record);
      long hash = urls.hash(json(reader, pages, record).path("url").asText(""));
      return new VerdictPlaces.Entry(hash, hash, place, true, record.timestamp(), place);
    };
  }

  private static ObjectNode json(
      Reader reader, PageFingerprinter pages, ConsumerRecord<byte[], byte[]> record)
      throws BadPageException {
    return RecordJson.JSON.valueToTree(
        reader.read(pages, record.key(), record.value(), HeaderValues.of(record.headers())));
  }

  /** Starts to list the pages; the topic must exist. */
  void start() {
    follower.start();
  }

  /**
   * Adds the URL's pages under the name of this list, newest first, and under the name with {@code
   * Behind} the approximate number of records not listed yet. If pages are not listed, or the topic
   * may not be read, the pages are null and the field with {@code Unknown} says why.
   *
   * @return whether there are any, or that is unknown
   * @throws RefusedException with status 503 if there are too many requests at once
   */
  boolean put(ObjectNode json, String url) throws RefusedException {
    VerdictPlaces places;
    try {
      places = follower.places();
    } catch (RefusedException e) {
      json.putNull(name).put(name + "Unknown", e.getMessage());
      return true;
    }
    UrlKey keys = new UrlKey(config.page());
    String form = keys.form(url);
    List<Coordinates> found = places.ofUrl(keys.hash(url), PAGES);
    Map<Coordinates, ConsumerRecord<byte[], byte[]>> records = follower.fetch(found);
    PageFingerprinter pages = new PageFingerprinter(config.fingerprinting());
    ArrayNode shown = json.put(name + "Behind", follower.behind()).putArray(name);
    for (Coordinates at : found) {
      ConsumerRecord<byte[], byte[]> record = records.get(at);
      if (record != null) {
        ObjectNode page = listed(pages, record);
        if (form.equals(keys.form(page.path("url").asText()))) {
          shown.add(page);
        }
      }
    }
    return !shown.isEmpty();
  }

  private ObjectNode listed(PageFingerprinter pages, ConsumerRecord<byte[], byte[]> record) {
    try {
      return json(reader, pages, record);
    } catch (BadPageException e) {
      throw new IllegalStateException("a page that was listed cannot be read", e);
    }
  }

  @Override
  public void close() {
    follower.close();
  }
}
