package dev.crawlsieve.stream.feed;

import java.util.List;

/**
 * What could not be read of some inputs. Each stretch became a dead letter; all else was read.
 *
 * @param count how many stretches
 * @param first place and reason of the first ones
 */
public record Damages(long count, List<String> first) {

  /** So many are told one by one. */
  static final int TOLD = 10;

  public Damages {
    first = List.copyOf(first);
  }

  /** Whether all could be read. */
  public boolean none() {
    return count == 0;
  }
}
