package dev.crawlsieve.tool.terminal;

import dev.crawlsieve.files.input.Damages;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import picocli.CommandLine.ExitCode;

/** Reports what was skipped in the inputs, and what could not be read. */
public final class InputReport {

  private static final int SHOWN = 6;

  private InputReport() {}

  /**
   * Reports the most common reasons, and the number of other ones.
   *
   * @param counts number of files and records skipped, by reason
   */
  public static void tellSkipped(Map<String, Long> counts, Console console) {
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

  /**
   * Reports inputs that could not be read completely.
   *
   * @param whereabouts where a list of the damages can be found, or the empty string
   * @param each whether to list the damages, and not only count them
   * @return the exit code: 1 if there are any, since pages are missing from the result
   */
  public static int tell(Damages damages, Console console, String whereabouts, boolean each) {
    if (damages.none()) {
      return ExitCode.OK;
    }
    if (each) {
      damages.first().forEach(console::note);
      long others = damages.count() - damages.first().size();
      if (others > 0) {
        console.note(
            String.format(Locale.ROOT, others == 1 ? "and %d other" : "and %,d others", others));
      }
    }
    console.note(
        String.format(
            Locale.ROOT,
            "crawlsieve: the input could not be read in %,d %s%s; everything else was read",
            damages.count(),
            damages.count() == 1 ? "place" : "places",
            whereabouts.isEmpty() ? "" : ", see " + whereabouts));
    return ExitCode.SOFTWARE;
  }

  /**
   * Reports inputs without a single page.
   *
   * @param exitCode the exit code if there is no such input
   * @return the exit code: 1 if there is such an input, since its pages may be missing
   */
  public static int tellEmpty(Damages empty, Console console, int exitCode) {
    empty.first().forEach(console::note);
    return empty.none() ? exitCode : ExitCode.SOFTWARE;
  }
}
