package dev.crawlsieve.tool.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.failure.ReasonCounts;
import dev.crawlsieve.tool.terminal.Console;
import dev.crawlsieve.watch.http.Health;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class RunStatusTest {

  private static final Health REBALANCING =
      new Health(true, false, "rebalancing", "tasks are being assigned");
  private static final Health RUNNING = new Health(true, true, "running", null);
  private static final Health AWAY = new Health(true, false, "no broker", "no broker answers");

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private Health health = REBALANCING;
  private final ReasonCounts reasons = new ReasonCounts();
  private Map<String, Long> counts = counts(0, 0, 0, 0);
  private long underWay;
  private String behind = "";
  private String overrides = "";
  private long seconds;

  @Test
  void shouldWriteALineWhenTheStateChangesAndASummary() {
    RunStatus status = status(false);
    status.begin();
    look(status, 0, REBALANCING);
    look(status, 1, REBALANCING);
    look(status, 4, RUNNING);
    counts = counts(1_200, 300, 0, 2);
    reasons.add("there is no URL at 7");
    reasons.add("there is no URL at 9");
    look(status, 30, RUNNING);
    look(status, 40, AWAY);
    look(status, 60, AWAY);
    look(status, 70, REBALANCING);
    look(status, 105, RUNNING);
    look(status, 106, new Health(true, false, "stopping", "the instance was told to stop"));
    seconds = 110;
    overrides = "overrides.file: 1 of 2 names applied to no page: line 1";
    status.close();
    status.close();
    look(status, 111, AWAY);
    assertThat(err.toString(UTF_8).lines())
        .containsExactly(
            "not ready, rebalancing: tasks are being assigned",
            "ready",
            "running, 50 pages/s, 1,200 unique, 300 duplicate, 2 dead letters",
            "not ready, no broker: no broker answers",
            "not ready, rebalancing: tasks are being assigned",
            "ready again after 1:05",
            "1,502 pages in 1:50: 1,200 unique, 300 duplicate, 2 dead letters",
            Summary.REASONS,
            "        2  there is no URL at #",
            overrides);
  }

  @Test
  void shouldWriteALineNowAndThenWhilePagesComeOut() {
    RunStatus status = status(false);
    status.begin();
    look(status, 0, RUNNING);
    for (int second = 1; second <= 600; second++) {
      counts = counts(Math.min(second, 190), 0, 0, 0);
      behind = second < 190 ? "lag " + (190 - second) : "";
      look(status, second, RUNNING);
    }
    assertThat(err.toString(UTF_8).lines())
        .containsExactly(
            "ready",
            "running, 1 pages/s, lag 180, 10 unique, 0 duplicate, 0 dead letters",
            "running, 1 pages/s, lag 170, 20 unique, 0 duplicate, 0 dead letters",
            "running, 1 pages/s, lag 160, 30 unique, 0 duplicate, 0 dead letters",
            "running, 1 pages/s, lag 150, 40 unique, 0 duplicate, 0 dead letters",
            "running, 1 pages/s, lag 140, 50 unique, 0 duplicate, 0 dead letters",
            "running, 1 pages/s, lag 130, 60 unique, 0 duplicate, 0 dead letters",
            "running, 1 pages/s, lag 70, 120 unique, 0 duplicate, 0 dead letters",
            "running, 1 pages/s, lag 10, 180 unique, 0 duplicate, 0 dead letters",
            "running, 0 pages/s, 190 unique, 0 duplicate, 0 dead letters");
  }

  @Test
  void shouldRewriteALineOnATerminal() {
    RunStatus status = status(true);
    status.begin();
    look(status, 1, RUNNING);
    counts = counts(1_000, 500, 20, 1);
    behind = "lag 7";
    look(status, 11, RUNNING);
    assertThat(err.toString(UTF_8))
        .isEqualTo(
            "\r\u001b[Kready\n"
                + "\r\u001b[K\u001b[?7lrunning, 0 pages/s, 0 unique, 0 duplicate, 0 dead letters"
                + "\u001b[?7h\r\u001b[K\u001b[?7lrunning, 152 pages/s, lag 7, 1,000 unique,"
                + " 500 duplicate, 20 not judged, 1 dead letter\u001b[?7h");
    err.reset();
    behind = "lag 7,100 (7,000 before shard 2 of lane 0)";
    look(status, 13, RUNNING);
    assertThat(err.toString(UTF_8))
        .contains("running, 152 pages/s, lag 7,100 (7,000 before shard 2 of lane 0), 1,000 unique");
  }

  @Test
  void shouldBeginLinesWithTheTimeWhereNobodyLooks() {
    Console log =
        new Console(OutputStream.nullOutputStream(), new PrintStream(err, true, UTF_8), false);
    log.timed();
    log.note("ready");
    log.error("no broker");
    assertThat(err.toString(UTF_8).lines())
        .allMatch(line -> line.matches("\\d{4}-\\d\\d-\\d\\dT[\\d:]{8}\\.\\d{3}Z .*"))
        .map(line -> line.substring(25))
        .containsExactly("ready", "crawlsieve: no broker");
  }

  /**
   * Found: a run that was stopped after seconds said "0 pages", as if those it had read were lost.
   */
  @Test
  void shouldSayAtTheEndWhichPagesAreStillUnderWay() {
    RunStatus status = status(false);
    status.begin();
    underWay = 1_207;
    status.close();
    assertThat(err.toString(UTF_8).lines())
        .containsExactly(
            "0 pages in 0:00: 0 unique, 0 duplicate, 0 dead letters",
            "1,207 more pages were read here than came out here; none is lost: the next 'run', or"
                + " another instance, goes on with those that are under way");
    err.reset();
    status = status(false);
    status.begin();
    underWay = 1;
    status.close();
    assertThat(err.toString(UTF_8)).contains("1 more page was read here than came out here;");
  }

  @Test
  void shouldSayNothingOfOverridesBeforeThereWasAPage() {
    RunStatus status = status(false);
    status.begin();
    overrides = "overrides.file: 2 of 2 names applied to no page";
    status.close();
    assertThat(err.toString(UTF_8)).contains("0 pages in").doesNotContain("overrides");
  }

  @Test
  void shouldNotSumUpWhatHasNotStarted() {
    status(false).close();
    assertThat(err.size()).isZero();
  }

  private void look(RunStatus status, long at, Health now) {
    seconds = at;
    health = now;
    status.look();
  }

  private RunStatus status(boolean terminal) {
    Console console =
        new Console(OutputStream.nullOutputStream(), new PrintStream(err, true, UTF_8), terminal);
    return new RunStatus(
        console,
        () -> health,
        () -> counts,
        () -> underWay,
        () -> behind,
        reasons,
        () -> overrides,
        () -> Duration.ofSeconds(seconds).toNanos());
  }

  private static Map<String, Long> counts(
      long unique, long duplicate, long unjudged, long deadLetters) {
    return Map.of(
        "unique", unique, "duplicate", duplicate, "unjudged", unjudged, "deadLetters", deadLetters);
  }
}
