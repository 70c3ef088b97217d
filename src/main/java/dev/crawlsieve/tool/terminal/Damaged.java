package dev.crawlsieve.tool.terminal;

import dev.crawlsieve.stream.feed.Damages;
import java.util.Locale;
import picocli.CommandLine.ExitCode;

/** Reports inputs that could not be read completely. */
public record Damaged(Damages damages) {

  /**
   * Tells of them.
   *
   * @param whereabouts where what could not be read is to be found, or the empty string
   * @param each whether each is told, rather than only how many there were
   * @return the exit code: 1 if there were any, since something is missing in what was done
   */
  public int tell(Console console, String whereabouts, boolean each) {
    if (damages.none()) {
      return ExitCode.OK;
    }
    if (each) {
      damages.first().forEach(console::note);
      long others = damages.count() - damages.first().size();
      if (others > 0) {
        console.note(String.format(Locale.ROOT, "and %,d others", others));
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
}
