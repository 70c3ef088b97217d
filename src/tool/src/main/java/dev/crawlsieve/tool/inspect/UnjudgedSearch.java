package dev.crawlsieve.tool.inspect;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.FingerprintedPage;
import dev.crawlsieve.core.fingerprint.PageFingerprinter;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.UnjudgedPageException;
import dev.crawlsieve.core.work.SieveException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.config.SieveFolder;
import dev.crawlsieve.stream.kafka.RecordJson;
import dev.crawlsieve.stream.kafka.TopicSpan;
import dev.crawlsieve.stream.kafka.UnjudgedPage;
import dev.crawlsieve.stream.topology.HeaderValues;
import dev.crawlsieve.stream.topology.PageMap;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Finds the pages of a URL that were not judged, and why. */
public final class UnjudgedSearch {

  private final SieveConfig config;
  private final PageFingerprinter reader;
  private final String url;

  /**
   * @param url the URL as produced, or another form of it that means the same page
   */
  public UnjudgedSearch(SieveConfig config, String url) {
    this.config = config;
    this.reader = PageMap.fingerprinter(config);
    this.url = url;
  }

  /**
   * Those on the topic, each with its URL, position and reason; empty if this generation decides on
   * another's log.
   *
   * @throws SieveException if no broker answers, or there is no such topic
   */
  public List<ObjectNode> onTopic() {
    List<ObjectNode> found = new ArrayList<>();
    if (config.topics().ownLog()) {
      TopicSpan.required(config, config.topics().unjudged())
          .read(
              next -> {
                try {
                  UnjudgedPage page =
                      UnjudgedPage.of(
                          reader, next.key(), next.value(), HeaderValues.of(next.headers()));
                  if (isWanted(page.url())) {
                    found.add(page.json());
                  }
                } catch (BadPageException e) {
                  // Made under another generation's settings, or the URL searched for is invalid.
                }
              });
    }
    return found;
  }

  /**
   * Those in the file that {@code sieve} wrote next to its verdicts, each with its URL and the
   * reason under the current settings.
   *
   * @throws SieveException if it cannot be read
   */
  public List<ObjectNode> beside(Path verdicts) {
    Path file = new SieveFolder(verdicts.resolveSibling("")).unjudged();
    List<ObjectNode> found = new ArrayList<>();
    FileLines.each(
        file,
        line -> {
          byte[] value = line.getBytes(StandardCharsets.UTF_8);
          String about = about(value);
          if (about != null) {
            ObjectNode page = RecordJson.JSON.createObjectNode().put("url", about);
            putReason(page, value);
            found.add(page);
          }
        });
    return found;
  }

  private void putReason(ObjectNode page, byte[] value) {
    try {
      FingerprintedPage unused =
          reader.fingerprint(null, value, name -> null, new Coordinates(0, 0), 0);
      page.put("reason", "the settings of that run did not accept it; the current ones would");
    } catch (UnjudgedPageException e) {
      page.put("trait", e.trait().toString()).put("reason", e.getMessage());
    } catch (BadPageException e) {
      page.put("reason", "under the current settings it is not a page: " + e.getMessage());
    }
  }

  /** The URL of a page if it is the one searched for, else null. */
  private String about(byte[] value) {
    try {
      String about = reader.url(null, value, name -> null);
      return isWanted(about) ? about : null;
    } catch (BadPageException e) {
      // The same as on the topic.
      return null;
    }
  }

  private boolean isWanted(String about) throws BadPageException {
    return about.equals(url) || reader.normalized(about).equals(reader.normalized(url));
  }
}
