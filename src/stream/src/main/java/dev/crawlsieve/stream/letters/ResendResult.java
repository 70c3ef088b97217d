package dev.crawlsieve.stream.letters;

import java.util.Map;
import java.util.TreeMap;

/**
 * What became of the dead letters.
 *
 * @param letters how many there were
 * @param selected how many of them the filter selected
 * @param sent how many of the selected were sent; in a dry run, how many would be
 * @param sentBefore how many of the selected an earlier run had sent
 * @param refused how many of the selected cannot be sent, by why and what to do instead
 */
public record ResendResult(
    long letters, long selected, long sent, long sentBefore, Map<String, Long> refused) {

  public ResendResult {
    refused = new TreeMap<>(refused);
  }

  /** How many of the selected cannot be sent. */
  public long refusedLetters() {
    return refused.values().stream().mapToLong(Long::longValue).sum();
  }

  /** How many the filter left where they are. */
  public long left() {
    return letters - selected;
  }
}
