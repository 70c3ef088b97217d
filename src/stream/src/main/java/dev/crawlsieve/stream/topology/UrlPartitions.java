package dev.crawlsieve.stream.topology;

import dev.crawlsieve.core.verdict.Verdict;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.LoggerFactory;

/**
 * Warns, once, of a URL whose fetches are on two partitions of {@code pages}: their order is lost
 * then, and an earlier fetch can be a revisit of a later one. It happens where two producers choose
 * partitions in different ways: librdkafka does not as Java does.
 */
final class UrlPartitions {

  /** Said once, however many lanes there are. */
  private static final AtomicBoolean TOLD = new AtomicBoolean();

  private final AtomicBoolean told;
  private final Consumer<String> log;

  UrlPartitions() {
    this(TOLD, LoggerFactory.getLogger(UrlPartitions.class)::warn);
  }

  /**
   * @param told whether it was said already
   * @param log receives the warning, a sentence
   */
  UrlPartitions(AtomicBoolean told, Consumer<String> log) {
    this.told = told;
    this.log = log;
  }

  /** Looks at a verdict. */
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
