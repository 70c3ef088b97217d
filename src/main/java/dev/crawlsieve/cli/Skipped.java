package dev.crawlsieve.cli;

import java.util.Map;

/**
 * What was passed over in the inputs.
 *
 * @param counts how much, by the reason why
 */
record Skipped(Map<String, Long> counts) {

  void tell(Console console) {
    counts.forEach((reason, count) -> console.note("passed over, " + reason + ": " + count));
  }
}
