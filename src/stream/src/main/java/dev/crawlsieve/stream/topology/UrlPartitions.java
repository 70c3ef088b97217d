package dev.crawlsieve.stream.topology;

import dev.crawlsieve.core.verdict.Verdict;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.LoggerFactory;

/**
 * Warns, once, of a URL whose fetches are on two partitions of {@code pages}. Their order is then
 * lost, and an earlier fetch can become a revisit of a later one. This happens if two producers
 * choose partitions in different ways, as librdkafka and the Java client do.
 */
final class UrlPartitions {

  /** The warning is logged once per process, not once per lane. */
  private static final AtomicBoolean TOLD = new AtomicBoolean();

  private final AtomicBoolean told;
  private final Consumer<String> log;

  UrlPartitions() {
    this(TOLD, LoggerFactory.getLogger(UrlPartitions.class)::warn);
  }

  /**
   * @param told whether the warning was already logged
   * @param log receives the warning, a sentence
   */
  UrlPartitions(AtomicBoolean told, Consumer<String> log) {
    this.told = told;
    this.log = log;
  }

  /** Called for each verdict. */
  void decided(Verdict verdict) {
    Verdict.Original kept = verdict.duplicateOf();
    if (kept != null
        && verdict.kind() == Verdict.Kind.REVISIT
        && kept.source().partition() != verdict.source().partition()
        && kept.url().equals(verdict.url())
        && told.compareAndSet(false, true)) {
      log.accept(
          ("%s is on two partitions of pages (%s and %s), so the order of its fetches is lost:"
                  + " have all producers use the URL as key and choose the partition as Java's do,"
                  + " with librdkafka partitioner=murmur2_random (see docs/recipes.md)")
              .formatted(verdict.url(), kept.source(), verdict.source()));
    }
  }
}
