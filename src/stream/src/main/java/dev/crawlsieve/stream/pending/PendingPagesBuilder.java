package dev.crawlsieve.stream.pending;

import java.util.Map;
import org.apache.kafka.streams.state.StoreBuilder;

/**
 * Builds the store of a task's pending pages. It has no changelog: the input topic serves as one.
 */
public record PendingPagesBuilder(
    String name, PendingBudget budget, PendingBudget windowBudget, PageCursor.Factory cursors)
    implements StoreBuilder<PendingPages> {

  @Override
  public PendingPages build() {
    return new PendingPages(name, budget, windowBudget, cursors);
  }

  @Override
  public StoreBuilder<PendingPages> withCachingEnabled() {
    throw new UnsupportedOperationException("the pending pages are a cache themselves");
  }

  @Override
  public StoreBuilder<PendingPages> withCachingDisabled() {
    return this;
  }

  @Override
  public StoreBuilder<PendingPages> withLoggingEnabled(Map<String, String> config) {
    throw new UnsupportedOperationException("the pending pages have no changelog");
  }

  @Override
  public StoreBuilder<PendingPages> withLoggingDisabled() {
    return this;
  }

  @Override
  public Map<String, String> logConfig() {
    return Map.of();
  }

  @Override
  public boolean loggingEnabled() {
    return false;
  }
}
