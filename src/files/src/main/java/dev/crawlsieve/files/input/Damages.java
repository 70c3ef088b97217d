package dev.crawlsieve.files.input;

import java.util.List;

/**
 * The parts of inputs that could not be read. Each became a dead letter; everything else was read.
 *
 * @param count number of unreadable parts
 * @param first position and reason of the first of them
 */
public record Damages(long count, List<String> first) {

  /** Number of damaged parts that are listed one by one. */
  public static final int TOLD = 10;

  public Damages {
    first = List.copyOf(first);
  }

  /** Whether everything could be read. */
  public boolean none() {
    return count == 0;
  }
}
