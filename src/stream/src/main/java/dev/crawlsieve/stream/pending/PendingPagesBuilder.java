package dev.crawlsieve.stream.pending;

import java.util.Map;
import org.apache.kafka.streams.state.StoreBuilder;

/**
 * Builds the pending pages of a task; they have no changelog, since the input topic serves as one.
 */
public final class PendingPagesBuilder implements StoreBuilder<PendingPages> {

  private final String name;
  private final PendingBudget budget;
  private final PendingBudget windowBudget;
  private final PageCursor.Factory cursors;

  public PendingPagesBuilder(
      String name, PendingBudget budget, PendingBudget windowBudget, PageCursor.Factory cursors) {
    this.name = name;
    this.budget = budget;
    this.windowBudget = windowBudget;
    this.cursors = cursors;
  }

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

  @Override
  public String name() {
    return name;
  }
}
