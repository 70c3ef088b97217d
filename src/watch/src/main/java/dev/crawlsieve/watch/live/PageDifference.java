package dev.crawlsieve.watch.live;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.PageFingerprinter;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.Page;
import dev.crawlsieve.core.page.PageText;
import dev.crawlsieve.files.bodies.Bodies;
import dev.crawlsieve.measure.diff.TextDiff;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.RecordJson;
import dev.crawlsieve.stream.topology.HeaderValues;
import dev.crawlsieve.watch.http.ConcurrencyLimit;
import dev.crawlsieve.watch.http.RefusedException;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Finds the differences between the texts of two pages, which it reads again from the topic of
 * pages. Thread-safe.
 */
final class PageDifference implements AutoCloseable {

  private static final int MAX_TEXT = 200_000;
  private static final int MAX_SHOWN = 60_000;
  private static final int AT_A_TIME = 2;
  private static final Pattern PLACE = Pattern.compile("(\\d{1,5})@(\\d{1,15})");

  private final SieveConfig config;
  private final PlaceReaders readers;
  private final ConcurrencyLimit turns = new ConcurrencyLimit(AT_A_TIME);

  PageDifference(SieveConfig config) {
    this.config = config;
    this.readers = new PlaceReaders(config, config.topics().pages());
  }

  private record Side(String url, PageText text) {

    String lines() {
      String all = text.text();
      return all.length() > MAX_TEXT ? all.substring(0, MAX_TEXT) : all;
    }
  }

  ObjectNode of(String page, String with) throws RefusedException {
    Coordinates placeA = place(page);
    Coordinates placeB = place(with);
    return turns.within(() -> of(placeA, placeB));
  }

  private ObjectNode of(Coordinates placeA, Coordinates placeB) throws RefusedException {
    Map<Coordinates, ConsumerRecord<byte[], byte[]>> found = readers.fetch(List.of(placeA, placeB));
    Side a = side(placeA, found.get(placeA));
    Side b = side(placeB, found.get(placeB));
    TextDiff diff = TextDiff.of(a.lines(), b.lines());
    ObjectNode json = RecordJson.JSON.createObjectNode();
    about(json.putObject("page"), placeA, a, diff.linesA());
    about(json.putObject("with"), placeB, b, diff.linesB());
    json.put("linesInCommon", diff.common());
    json.put("similarity", Math.round(diff.similarity() * 1e4) / 1e4);
    changes(json, diff);
    return json;
  }

  static Coordinates place(String text) throws RefusedException {
    Matcher place = PLACE.matcher(text);
    if (!place.matches()) {
      throw new RefusedException(
          400, "a page's place is partition@offset, for example 0@17, not '" + text + "'");
    }
    return new Coordinates(Integer.parseInt(place.group(1)), Long.parseLong(place.group(2)));
  }

  private Side side(Coordinates at, @Nullable ConsumerRecord<byte[], byte[]> record)
      throws RefusedException {
    if (record == null) {
      throw new RefusedException(
          404, "the page at " + at + " is not or no longer on " + config.topics().pages());
    }
    try {
      PageFingerprinter reader = Bodies.steps(config.fingerprinting(), config.bodyRefs());
      Page page = reader.read(record.key(), record.value(), HeaderValues.of(record.headers()));
      return new Side(page.url(), reader.text(page));
    } catch (BadPageException e) {
      throw new RefusedException(404, "the record at " + at + " is not a page: " + e.getMessage());
    } catch (RuntimeException | StackOverflowError e) {
      // As in the stream: if a library fails on a page, the page is at fault.
      throw new RefusedException(404, "the page at " + at + " cannot be processed: " + e);
    }
  }

  private static void about(ObjectNode json, Coordinates at, Side side, int lines) {
    json.put("url", side.url())
        .put("partition", at.partition())
        .put("offset", at.offset())
        .put("title", side.text().title())
        .put("lines", lines)
        .put("cut", side.text().text().length() > MAX_TEXT);
  }

  /** Adds the changed lines, word by word, up to a display limit. */
  private static void changes(ObjectNode json, TextDiff diff) {
    ArrayNode changes = json.putArray("changes");
    int shown = 0;
    boolean more = false;
    for (TextDiff.Change change : diff.changes()) {
      ObjectNode node = changes.addObject();
      node.put("lineA", change.lineA()).put("lineB", change.lineB());
      ArrayNode runs = node.putArray("runs");
      for (TextDiff.Run run : change.runs()) {
        int left = MAX_SHOWN - shown;
        if (left <= 0) {
          more = true;
          break;
        }
        String words = run.words().length() > left ? run.words().substring(0, left) : run.words();
        more |= words.length() < run.words().length();
        runs.addArray().add(run.op().sign()).add(words);
        shown += words.length();
      }
      if (more) {
        break;
      }
    }
    json.put("more", more);
  }

  @Override
  public void close() {
    readers.close();
  }
}
