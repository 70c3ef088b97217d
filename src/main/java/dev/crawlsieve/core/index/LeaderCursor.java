package dev.crawlsieve.core.index;

import java.util.Iterator;

/**
 * Leaders in the order of their ordinals, as they were when the cursor was opened.
 *
 * <p>To be closed; closing the index closes it too, and it then throws {@link IndexException}.
 */
public interface LeaderCursor extends Iterator<Leader>, AutoCloseable {

  @Override
  void close();
}
