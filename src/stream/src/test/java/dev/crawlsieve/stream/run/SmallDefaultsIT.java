package dev.crawlsieve.stream.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.stream.kafka.topics.Topics;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Brokers whose own limits are too small: topics and changelogs bring limits of their own. */
final class SmallDefaultsIT {

  private static final int PAGES = 11;

  @TempDir static Path folder;

  @RegisterExtension
  static final OneBroker broker =
      new OneBroker(Map.of("message.max.bytes", "30000", "max.decompressed.message.bytes", "300"));

  @Test
  void shouldRunWithEveryWing() {
    Generation sieve =
        Generation.of(
            broker.settings(
                folder,
                Map.of(
                    "partitions", "1",
                    "clusters.enabled", "true",
                    "mirrors.enabled", "true",
                    "passages.enabled", "true",
                    "index.memory.bytes", "2000000")));
    Topics.create(sieve.config());
    List<byte[]> pages = Crawl.pages(PAGES, 61);
    assertThat(pages).allMatch(page -> page.length > 300);
    sieve.produce(pages);
    sieve.runUntilRouted(PAGES);
    assertThat(sieve.routedOnce()).isEqualTo(sieve.pages());
  }
}
