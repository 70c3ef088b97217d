package dev.crawlsieve.stream.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.stream.run.Standstill.Cause;
import dev.crawlsieve.stream.run.StandstillJudge.Look;
import dev.crawlsieve.stream.topology.BegunRecords.Begun;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The judgement on a series of looks; the clock is set by hand. */
final class StandstillJudgeTest {

  private static final TopicPartition PAGES = new TopicPartition("pages", 0);

  private final StandstillJudge judge = new StandstillJudge(Duration.ofSeconds(60));
  private long seconds;

  @Test
  void shouldFindNothingWrongWithWorkThatGetsOnOrHasNothingToDo() {
    for (int i = 0; i < 100; i++) {
      assertThat(after(30, at(i, 5))).isNull();
    }
    for (int i = 0; i < 100; i++) {
      assertThat(after(30, at(100, 0))).isNull();
    }
    // Nothing was ever committed, as in a partition with only aborted records.
    Look empty =
        new Look(
            null, null, null, false, 0, 0, Set.of(PAGES), Map.of(), Map.of(), Map.of(), Map.of());
    for (int i = 0; i < 100; i++) {
      assertThat(after(30, empty)).isNull();
    }
  }

  @Test
  void shouldTellOfRecordsThatWaitAndAreNotCommitted() {
    after(0, at(17, 5));
    assertThat(after(59, at(17, 5))).isNull();
    Standstill found = after(1, at(17, 900));
    assertThat(found.cause()).isEqualTo(Cause.COMMIT);
    assertThat(found.reason()).contains("pages-0").contains("offset 17");
    assertThat(found.length()).isEqualTo(Duration.ofSeconds(60));
    assertThat(found.live()).isTrue();
    assertThat(after(239, at(17, 900)).live()).isTrue();
    assertThat(after(1, at(17, 900)).live()).isFalse();
    assertThat(after(1, at(18, 900))).isNull();
  }

  @Test
  void shouldNameTheRecordWhoseWorkDoesNotEnd() {
    // It is the last of its partition, so no other record is known to be waiting.
    Begun atWork = new Begun(17, 17, 1, true);
    after(0, look(16, 0, 0, atWork));
    Standstill found = after(60, look(16, 0, 0, atWork));
    assertThat(found.cause()).isEqualTo(Cause.RECORD);
    assertThat(found.reason()).isEqualTo("the work on record 0@17 of pages does not end");
    assertThat(after(240, look(16, 0, 0, atWork)).live()).isFalse();
    assertThat(after(5, look(18, 0, 0, new Begun(17, 17, 1, false)))).isNull();
  }

  @Test
  void shouldNameTheRecordThatIsMetAgainAndNotAskForARestart() {
    for (int times = 1; times < 100; times++) {
      // Each time, tasks are closed, the partition is lost and assigned again, and state is
      // restored.
      after(4, look(16, 0, times, new Begun(17, 17, times, true)));
      after(4, lost(16, times));
      after(4, restoring(16, times, new Begun(16, 17, times, false)));
    }
    Standstill found = after(4, look(16, 0, 100, new Begun(17, 17, 100, true)));
    assertThat(found.cause()).isEqualTo(Cause.RECORD_AGAIN);
    assertThat(found.reason()).startsWith("record 0@17 of pages was started 100 times");
    assertThat(found.length()).isBetween(Duration.ofSeconds(300), Duration.ofSeconds(1_300));
    assertThat(found.live()).isTrue();
  }

  @Test
  void shouldTellOfATransactionThatStaysOpen() {
    after(0, shut(17, 18, 0));
    assertThat(after(59, shut(17, 18, 0))).isNull();
    Standstill found = after(1, shut(17, 18, 0));
    assertThat(found.cause()).isEqualTo(Cause.TRANSACTION);
    assertThat(found.reason())
        .startsWith("nothing of pages-0 from offset 18 on can be read")
        .contains("describe-producers --topic pages --partition 0'")
        .contains("'abort --topic pages --partition 0 --start-offset 18'");
    assertThat(after(1_000, shut(17, 18, 0)).live()).isTrue();
    assertThat(after(1, at(40, 0))).isNull();
    // Other transactions come and go, of which nothing has to be committed if they are aborted.
    for (int i = 0; i < 100; i++) {
      assertThat(after(30, shut(40, 40 + i, 0))).isNull();
    }
    // They do not hide that what could be read is not.
    for (int i = 0; i < 3; i++) {
      found = after(30, shut(40, 140 + i, 5));
    }
    assertThat(found.cause()).isEqualTo(Cause.COMMIT);
  }

  private static Look shut(long committed, long open, long lag) {
    return new Look(
        null,
        null,
        null,
        false,
        0,
        0,
        Set.of(PAGES),
        Map.of(PAGES, committed),
        Map.of(PAGES, lag),
        Map.of(PAGES, open),
        Map.of());
  }

  @Test
  void shouldTellOfTasksThatAreClosedAgainAndAgain() {
    after(0, look(16, 5, 0, null));
    Standstill found = after(60, look(16, 5, 12, null));
    assertThat(found.cause()).isEqualTo(Cause.FENCED);
    assertThat(found.reason())
        .contains("closed 12 times")
        .contains("or a transaction takes too long");
    assertThat(StandstillWatch.delayed(found, 0, 999)).isEqualTo(found);
    assertThat(StandstillWatch.delayed(found, 11_000, 12_000).reason())
        .contains("closed 12 times")
        .contains("by up to 11000 ms, as its quota says")
        .contains("producer.transaction.timeout.ms");
  }

  @Test
  void shouldSayThatBrokersTakeLongToWrite() {
    after(0, look(16, 5, 0, null));
    Standstill found = after(60, look(16, 5, 3, null));
    assertThat(StandstillWatch.delayed(found, 0, 6_000).reason())
        .contains("closed 3 times")
        .contains("Brokers take up to 6000 ms to write")
        .contains("producer.transaction.timeout.ms")
        .doesNotContain("quota");
  }

  @ParameterizedTest
  @EnumSource(Cause.class)
  void shouldNameAQuotaWhereItMayBeTheReason(Cause cause) {
    Standstill found = new Standstill(cause, "nothing is committed", Duration.ofSeconds(60), true);
    boolean other =
        Set.of(Cause.BROKER, Cause.CONNECTION, Cause.TOPIC, Cause.TRANSACTION).contains(cause);
    assertThat(StandstillWatch.delayed(found, 4_000, 0).reason().contains("by up to 4000 ms"))
        .isEqualTo(!other);
  }

  @Test
  void shouldGiveTimeToRestore() {
    for (int i = 0; i < 100; i++) {
      assertThat(after(30, restoring(16, 100 - i, null))).isNull();
    }
    Standstill found = null;
    for (int i = 0; i < 20; i++) {
      found = after(30, restoring(16, 1, null));
    }
    assertThat(found).isNotNull();
  }

  @Test
  void shouldBlameBrokersAndTopicsFirstAndBeginAnewAfterwards() {
    after(0, at(17, 5));
    after(100, Look.without("no broker"));
    Standstill found = after(1_000, Look.without("no broker"));
    assertThat(found)
        .isEqualTo(new Standstill(Cause.BROKER, "no broker", Duration.ofSeconds(1_000), true));
    assertThat(after(1, at(17, 5))).isNull();
    assertThat(after(59, at(17, 5))).isNull();
    assertThat(after(1, at(17, 5)).cause()).isEqualTo(Cause.COMMIT);

    Look gone =
        new Look(
            null,
            null,
            "it is gone",
            false,
            0,
            0,
            Set.of(),
            Map.of(),
            Map.of(),
            Map.of(),
            Map.of());
    assertThat(after(1, gone)).isNull();
    assertThat(after(600, gone))
        .isEqualTo(new Standstill(Cause.TOPIC, "it is gone", Duration.ofMinutes(10), true));
    assertThat(after(1, at(17, 5))).isNull();
  }

  @Test
  void shouldNotBeLiveWhereTheConsumersReachNoBroker() {
    assertThat(after(0, Look.apart("no connection"))).isNull();
    Standstill found = after(60, Look.apart("no connection"));
    assertThat(found)
        .isEqualTo(new Standstill(Cause.CONNECTION, "no connection", Duration.ofMinutes(1), true));
    assertThat(after(240, Look.apart("no connection")).live()).isFalse();
    assertThat(after(1, at(17, 5))).isNull();
  }

  @Test
  void shouldTellOfTasksThatAreNotAssigned() {
    Look assigning =
        new Look(null, null, null, true, 0, 0, Set.of(), Map.of(), Map.of(), Map.of(), Map.of());
    after(0, assigning);
    assertThat(after(59, assigning)).isNull();
    assertThat(after(1, assigning).cause()).isEqualTo(Cause.ASSIGNMENT);
    assertThat(after(240, assigning).live()).isFalse();
    assertThat(after(1, at(1, 0))).isNull();
    assertThat(after(1, assigning)).isNull();
  }

  /** Of an instance at work, it is another transaction at each look. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldNameATransactionThatIsLeftOpenInAChangelog(boolean same) {
    TopicPartition changelog = new TopicPartition("crawlsieve-index-changelog", 0);
    Standstill found = null;
    for (int i = 0; i < 3; i++) {
      Map<TopicPartition, Long> open = Map.of(changelog, same ? 2178L : 2178L + i);
      found =
          after(
              30,
              new Look(null, null, null, true, 0, 0, Set.of(), Map.of(), Map.of(), open, Map.of()));
    }
    assertThat(found.cause()).isEqualTo(same ? Cause.TRANSACTION : Cause.ASSIGNMENT);
    assertThat(
            found
                .reason()
                .contains("--topic crawlsieve-index-changelog --partition 0 --start-offset 2178"))
        .isEqualTo(same);
  }

  private Standstill after(int more, Look look) {
    seconds += more;
    return judge.judge(look, Duration.ofSeconds(seconds).toNanos());
  }

  private static Look at(long committed, long lag) {
    return look(committed, lag, 0, null);
  }

  private static Look look(long committed, long lag, long closed, Begun begun) {
    return look(false, 0, Set.of(PAGES), committed, lag, closed, begun);
  }

  private static Look lost(long committed, long closed) {
    return look(true, 0, Set.of(), committed, 0, closed, new Begun(17, 17, 1, true));
  }

  private static Look restoring(long committed, long left, Begun begun) {
    return look(true, left, Set.of(PAGES), committed, 5, left, begun);
  }

  private static Look look(
      boolean assigning,
      long restoring,
      Set<TopicPartition> work,
      long committed,
      long lag,
      long closed,
      Begun begun) {
    return new Look(
        null,
        null,
        null,
        assigning,
        restoring,
        closed,
        work,
        Map.of(PAGES, committed),
        Map.of(PAGES, lag),
        Map.of(),
        begun == null ? Map.of() : Map.of(PAGES, begun));
  }
}
