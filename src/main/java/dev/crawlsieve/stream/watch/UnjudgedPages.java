package dev.crawlsieve.stream.watch;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.PageFingerprinter;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.http.Asker;
import dev.crawlsieve.stream.http.RefusedException;
import dev.crawlsieve.stream.kafka.PlaceReader;
import dev.crawlsieve.stream.kafka.UnjudgedPage;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Finds the pages of a URL that were not judged. Thread-safe. */
final class UnjudgedPages implements AutoCloseable {

  private static final int PAGES = 10;
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final SieveConfig config;
  private final PlaceFollower follower;
  private final PlaceReaders readers;

  UnjudgedPages(SieveConfig config, PlaceFollower follower) {
    this.config = config;
    this.follower = follower;
    this.readers = new PlaceReaders(config, config.topics().unjudged(), PATIENCE);
  }

  /**
   * Adds {@code unjudged}, the URL's pages that were not judged, newest first, and {@code
   * unjudgedBehind}, the approximate number of records not listed yet. If none are listed, or the
   * topic may not be read, {@code unjudged} is null and {@code unjudgedUnknown} says why.
   *
   * @throws RefusedException with 503 if too many ask at once
   */
  void put(ObjectNode json, String url, Asker asker) throws RefusedException {
    VerdictPlaces places;
    try {
      places = follower.places();
    } catch (RefusedException e) {
      json.putNull("unjudged").put("unjudgedUnknown", e.getMessage());
      return;
    }
    UrlKey keys = new UrlKey(config.page());
    String form = keys.form(url);
    List<Coordinates> found = places.ofUrl(keys.hash(url), PAGES);
    Map<Coordinates, PlaceReader.Fetched> records = readers.fetch(found, asker);
    PageFingerprinter reader = new PageFingerprinter(config.fingerprinting());
    ArrayNode pages = json.put("unjudgedBehind", follower.behind()).putArray("unjudged");
    for (Coordinates at : found) {
      PlaceReader.Fetched record = records.get(at);
      if (record != null) {
        UnjudgedPage page = page(reader, record);
        if (form.equals(keys.form(page.url()))) {
          pages.add(page.json());
        }
      }
    }
  }

  private static UnjudgedPage page(PageFingerprinter reader, PlaceReader.Fetched record) {
    try {
      return UnjudgedPage.of(reader, record.key(), record.value(), record.headers()::get);
    } catch (BadPageException e) {
      throw new IllegalStateException("a page that was listed cannot be read", e);
    }
  }

  @Override
  public void close() {
    readers.close();
  }
}
