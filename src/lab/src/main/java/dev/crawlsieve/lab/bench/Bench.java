package dev.crawlsieve.lab.bench;

/**
 * A benchmark, which measures once.
 *
 * @param <R> what it finds, which can be written as JSON
 */
public interface Bench<R> extends AutoCloseable {

  /**
   * Measures.
   *
   * @throws dev.crawlsieve.core.failure.SieveException if anything stops the work
   */
  R run();

  /** Ends the work; may be called from another thread. */
  @Override
  void close();
}
