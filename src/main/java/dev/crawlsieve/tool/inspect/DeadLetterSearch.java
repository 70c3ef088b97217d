package dev.crawlsieve.tool.inspect;

import dev.crawlsieve.core.fingerprint.PageFingerprinter;
import dev.crawlsieve.core.work.SieveException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.DeadPage;
import dev.crawlsieve.stream.kafka.TopicReader;
import dev.crawlsieve.stream.topology.HeaderValues;
import dev.crawlsieve.stream.topology.PageMap;
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
    new TopicReader(config)
        .records(
            config.topics().deadLetters(),
            true,
            false,
            next -> {
              DeadPage page =
                  DeadPage.of(reader, next.key(), next.value(), HeaderValues.of(next.headers()));
              if (page.isOf(reader, url)) {
                found.add(page);
              }
              return true;
            });
    return found;
  }
}
