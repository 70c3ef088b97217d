package dev.crawlsieve.cli;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What was passed over in the inputs.
 *
 * @param counts how much, by the reason why
 */
record Skipped(Map<String, Long> counts) {

  void tell(Console console) {
    if (!counts.isEmpty()) {
      console.note(
          "passed over: "
              + new TreeMap<>(counts)
                  .entrySet().stream()
                      .map(entry -> entry.getValue() + " × " + entry.getKey())
                      .collect(Collectors.joining(", ")));
    }
  }
}
