package dev.crawlsieve.tool.inspect;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.crawlsieve.core.fingerprint.PageFingerprinter;
import dev.crawlsieve.core.work.SieveException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.config.SieveFolder;
import dev.crawlsieve.stream.kafka.DeadPage;
import dev.crawlsieve.stream.kafka.RecordJson;
import dev.crawlsieve.stream.kafka.TopicSpan;
import dev.crawlsieve.stream.topology.HeaderValues;
import dev.crawlsieve.stream.topology.PageMap;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Finds the pages of a URL that are dead letters. */
public final class DeadLetterSearch {

  private DeadLetterSearch() {}

  /**
   * Those on the topic.
   *
   * @param url the URL as produced, or another form of it that means the same page
   * @throws SieveException if no broker answers, or there is no such topic
   */
  public static List<DeadPage> onTopic(SieveConfig config, String url) {
    PageFingerprinter reader = PageMap.fingerprinter(config);
    List<DeadPage> found = new ArrayList<>();
    TopicSpan.required(config, config.topics().deadLetters())
        .read(
            next -> {
              DeadPage page =
                  DeadPage.of(reader, next.key(), next.value(), HeaderValues.of(next.headers()));
              if (page.isOf(reader, url)) {
                found.add(page);
              }
            });
    return found;
  }

  /**
   * Those in the file that {@code sieve} wrote next to its verdicts.
   *
   * @param url the URL as produced, or another form of it that means the same page
   * @throws SieveException if it cannot be read
   */
  public static List<DeadPage> beside(SieveConfig config, String url, Path verdicts) {
    Path file = new SieveFolder(verdicts.resolveSibling("")).deadLetters();
    PageFingerprinter reader = PageMap.fingerprinter(config);
    List<DeadPage> found = new ArrayList<>();
    FileLines.each(
        file,
        line -> {
          JsonNode letter = RecordJson.JSON.readTree(line);
          DeadPage page =
              new DeadPage(
                  DeadPage.of(reader, bytes(letter, "url"), bytes(letter, "value"), name -> null)
                      .url(),
                  letter.path("origin").asText(),
                  letter.path("stage").asText(),
                  letter.path("reason").asText());
          if (page.isOf(reader, url)) {
            found.add(page);
          }
        });
    return found;
  }

  private static byte[] bytes(JsonNode letter, String name) {
    String text = letter.path(name).textValue();
    return text == null ? null : text.getBytes(UTF_8);
  }
}
