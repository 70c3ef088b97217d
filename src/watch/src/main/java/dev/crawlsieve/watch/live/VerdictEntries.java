package dev.crawlsieve.watch.live;

import com.fasterxml.jackson.databind.JsonNode;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.failure.UnreadableRecordException;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.sites.mirror.Finding;
import dev.crawlsieve.stream.config.MirrorsConfig;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.reading.RecordJson;
import dev.crawlsieve.stream.kafka.reading.TopicTail;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lists each verdict under its URL and under the form to which the declared rules reduce it. With
 * {@code mirrors.enabled}, it follows the topic of mirrors for these rules; if that may not be
 * read, there are none.
 */
final class VerdictEntries implements EntryReader {

  private static final Logger LOG = LoggerFactory.getLogger(VerdictEntries.class);
  private static final Duration POLL = Duration.ofMillis(200);

  /** Maximum number of polls of the topic before the first verdict is read. */
  private static final int FIRST_POLLS = 50;

  private final DeclaredRules rules;
  private @Nullable TopicTail mirrors;

  VerdictEntries(SieveConfig config, DeclaredRules rules) {
    this.rules = rules;
    if (config.uses(MirrorsConfig.WING)) {
      follow(
          () -> {
            mirrors = new TopicTail(config, config.topics().found(MirrorsConfig.WING));
            for (int i = 0; i < FIRST_POLLS && mirrors.behind() != 0; i++) {
              poll(POLL);
            }
          });
    }
  }

  @Override
  public void prepare() {
    if (mirrors != null) {
      follow(() -> poll(Duration.ZERO));
    }
  }

  private void follow(Runnable work) {
    try {
      work.run();
    } catch (SieveException e) {
      LOG.warn("URLs are searched without URL rules: {}", e.getMessage());
      close();
    }
  }

  private void poll(Duration patience) {
    boolean unused = Objects.requireNonNull(mirrors).poll(patience, this::take);
  }

  private void take(ConsumerRecord<byte[], byte[]> record) {
    if (record.value() == null) {
      return; // it was withdrawn before its site was forgotten
    }
    try {
      JsonNode json = RecordJson.JSON.readTree(record.value());
      rules.take(Finding.of(json));
    } catch (IOException | IllegalArgumentException e) {
      LOG.warn("mirrors {}@{}: {}", record.partition(), record.offset(), e.getMessage());
    }
  }

  @Override
  public VerdictPlaces.Entry read(ConsumerRecord<byte[], byte[]> record, UrlKey urls)
      throws UnreadableRecordException {
    Verdict verdict = VerdictCodec.decode(record.value());
    return new VerdictPlaces.Entry(
        urls.hash(verdict.url()),
        urls.hash(urls.form(verdict.url(), rules.rules())),
        verdict.leader().source(),
        verdict.decision() == Verdict.Decision.UNIQUE,
        verdict.timestamp(),
        EntryReader.place(record));
  }

  @Override
  public void close() {
    if (mirrors != null) {
      mirrors.close();
      mirrors = null;
    }
  }
}
