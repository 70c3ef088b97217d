package dev.crawlsieve.core.index;

import java.util.Iterator;

/**
 * Leaders in the order of their ordinals, as they were when the cursor was opened.
 *
 * <p>Must be closed. Closing the index closes it too, after which it throws {@link IndexException}.
 */
public interface LeaderCursor extends Iterator<Leader>, AutoCloseable {

  @Override
  void close();
}
