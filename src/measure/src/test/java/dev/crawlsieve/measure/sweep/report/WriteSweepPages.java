package dev.crawlsieve.measure.sweep.report;

import dev.crawlsieve.measure.sweep.SweepReport;
import dev.crawlsieve.measure.sweep.SweepReports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes synthetic sweeps as pages and as text, for inspection; run by hand with a folder. */
final class WriteSweepPages {

  private WriteSweepPages() {}

  public static void main(String[] args) throws IOException {
    Path folder = Files.createDirectories(Path.of(args[0]));
    write(folder, "usual", SweepReports.usual().notes("Lanes were replayed one by one.").build());
    write(folder, "truth", SweepReports.usual().withTruth().build());
    write(folder, "one", SweepReports.empty().with(SweepReports.DEFAULT).build());
    write(folder, "nothing", SweepReports.ofNothing());
    write(folder, "undecided", SweepReports.usual().withoutVerdicts().withoutBytes().build());
  }

  private static void write(Path folder, String name, SweepReport report) {
    try {
      Files.writeString(folder.resolve(name + ".html"), SweepHtml.of(report, SweepReports::text));
      Files.writeString(folder.resolve(name + ".txt"), SweepTable.summary(report));
      Files.writeString(folder.resolve(name + ".json"), SweepJson.of(report).toPrettyString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
