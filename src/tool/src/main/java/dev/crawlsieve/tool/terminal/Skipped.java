package dev.crawlsieve.tool.terminal;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What was skipped in the inputs.
 *
 * @param counts how much, by reason
 */
public record Skipped(Map<String, Long> counts) {

  private static final int SHOWN = 6;

  /** Reports the most common reasons, and how many others there were. */
  public void tell(Console console) {
    if (counts.isEmpty()) {
      return;
    }
    List<Map.Entry<String, Long>> commonest =
        new TreeMap<>(counts)
            .entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .toList();
    long others = commonest.stream().skip(SHOWN).mapToLong(Map.Entry::getValue).sum();
    console.note(
        "skipped: "
            + commonest.stream()
                .limit(SHOWN)
                .map(entry -> entry.getValue() + " × " + entry.getKey())
                .collect(Collectors.joining(", "))
            + (others == 0 ? "" : ", and " + others + (others == 1 ? " other" : " others")));
  }
}
