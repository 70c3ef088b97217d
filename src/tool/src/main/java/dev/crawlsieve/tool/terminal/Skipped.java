package dev.crawlsieve.tool.terminal;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Reports what was skipped in the inputs.
 *
 * @param counts number of files and records skipped, by reason
 */
public record Skipped(Map<String, Long> counts) {

  private static final int SHOWN = 6;

  /** Reports the most common reasons, and the number of other ones. */
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
