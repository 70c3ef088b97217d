package dev.crawlsieve.measure.sweep.report;

import dev.crawlsieve.Approved;
import dev.crawlsieve.measure.sweep.SweepReport;
import dev.crawlsieve.measure.sweep.SweepReports;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Made-up sweeps as their whole pages, texts and JSON. */
final class ApprovedSweepTest {

  static Stream<Arguments> reports() {
    return Stream.of(
        Arguments.of("few", SweepReports.few().withTruth().notes("A note.").build()),
        Arguments.of(
            "undecided",
            SweepReports.few().withoutVerdicts().withoutBytes().notes("A note.").build()),
        Arguments.of(
            "hostile",
            SweepReports.few().at(SweepHtmlTest.HOSTILE).notes(SweepHtmlTest.HOSTILE).build()),
        Arguments.of("no-settings", SweepReports.empty().build()),
        Arguments.of("no-pages", SweepReports.ofNothing()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("reports")
  void shouldBeAsApproved(String name, SweepReport report) {
    Approved.check(getClass(), name + ".html", SweepHtml.of(report, SweepReports::text));
    Approved.check(getClass(), name + ".txt", SweepTable.summary(report));
    Approved.check(getClass(), name + ".json", SweepJson.of(report).toPrettyString() + "\n");
  }
}
