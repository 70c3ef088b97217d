package dev.crawlsieve.tool.inspect;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.core.input.InputException;
import dev.crawlsieve.core.input.InputPage;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.Page;
import dev.crawlsieve.core.page.PageText;
import dev.crawlsieve.core.work.SieveException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.feed.Damages;
import dev.crawlsieve.stream.feed.InputGroup;
import dev.crawlsieve.stream.feed.PageFeatureReader;
import dev.crawlsieve.stream.feed.PageFeed;
import dev.crawlsieve.stream.kafka.FingerprintJson;
import dev.crawlsieve.stream.kafka.RecordJson;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Shows what the sieve extracts from the pages of some inputs, one JSON object per page. */
public final class PageLines {

  /** What to show of a page. */
  public enum Show {
    /** Its fingerprint. */
    FINGERPRINT,
    /** Its title and text. */
    TEXT,
    /** Its title and text, and the blocks that the text was chosen from. */
    BLOCKS
  }

  /**
   * What has been shown.
   *
   * @param pages records processed, including bad ones
   * @param bad records that are not pages
   * @param skipped what was skipped because it is not a page, by reason
   * @param damages the parts of the inputs that could not be read
   * @param empty the inputs that had no page
   */
  public record Shown(
      long pages, long bad, Map<String, Long> skipped, Damages damages, Damages empty) {}

  private final SieveConfig config;
  private final PageFeatureReader reader;

  public PageLines(SieveConfig config) {
    this.config = config;
    this.reader = new PageFeatureReader(config);
  }

  /**
   * Processes all pages in input order.
   *
   * @param line receives one line of JSON for each page
   * @param badPage receives origin and reason of each record that is not a page
   * @throws SieveException if an input is missing
   */
  public Shown show(
      Show what, InputGroup inputs, Consumer<String> line, BiConsumer<String, String> badPage) {
    try (PageFeed feed = PageFeed.open(List.of(inputs), config.page().maxBytes())) {
      long pages = 0;
      long bad = 0;
      for (InputPage next = feed.nextOrDamage(); next != null; next = feed.nextOrDamage()) {
        pages++;
        try {
          line.accept(line(what, next, pages - 1).toString());
        } catch (BadPageException e) {
          bad++;
          badPage.accept(next.origin(), e.getMessage());
        }
      }
      return new Shown(pages, bad, feed.skipped(), feed.damages(), feed.empty());
    } catch (InputException e) {
      throw new SieveException(e.getMessage(), e);
    }
  }

  private ObjectNode line(Show what, InputPage next, long number) throws BadPageException {
    Page page = reader.page(next);
    PageText text = reader.steps().text(page);
    String normalizedUrl = reader.steps().normalized(page.url());
    if (what != Show.FINGERPRINT) {
      ObjectNode object =
          RecordJson.JSON
              .createObjectNode()
              .put("url", page.url())
              .put("title", text.title())
              .put("text", text.text())
              .put("mainFallback", text.mainFallback());
      FingerprintJson.putCharset(object, text.charset());
      return what == Show.TEXT
          ? object
          : object.set("blocks", RecordJson.JSON.valueToTree(reader.steps().blocks(page)));
    }
    Fingerprint fingerprint =
        reader.steps().fingerprint(page, text, normalizedUrl, new Coordinates(0, number), 0);
    ObjectNode object =
        RecordJson.JSON
            .createObjectNode()
            .put("url", page.url())
            .put("normalizedUrl", normalizedUrl);
    FingerprintJson.putFeatures(object, fingerprint);
    return object.put("fingerprint", fingerprint.toBytes());
  }
}
