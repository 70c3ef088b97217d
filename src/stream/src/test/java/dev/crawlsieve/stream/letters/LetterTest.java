package dev.crawlsieve.stream.letters;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.failure.ReasonGroup;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.reading.RecordJson;
import dev.crawlsieve.stream.topology.DeadLetters;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class LetterTest {

  private static final SieveConfig CONFIG =
      SieveConfig.of(Map.of("bootstrap.servers", "unused:1", "page.max.bytes", "100000"));

  @Test
  void shouldMakeThePageAsItWasProduced() {
    RecordHeaders headers = TestLetters.headers("fingerprint", "pages", "bad");
    TestLetters.put(headers, Letter.RESENT_FROM, "0@4");
    TestLetters.put(headers, "crawlsieve.mine", "kept");

    ProducerRecord<byte[], byte[]> page =
        TestLetters.read("value".getBytes(UTF_8), headers).page("pages", 2);

    List<String> left = new ArrayList<>();
    page.headers().forEach(next -> left.add(next.key() + "=" + new String(next.value(), UTF_8)));
    assertThat(left)
        .containsExactly(
            "crawler=one", "crawler=two", "crawlsieve.mine=kept", "crawlsieve.resent.from=3@17");
    assertThat(page.topic()).isEqualTo("pages");
    assertThat(page.partition()).isEqualTo(1);
    assertThat(page.timestamp()).isNull();
    assertThat(page.key()).isEqualTo("url".getBytes(UTF_8));
    assertThat(page.value()).isEqualTo("value".getBytes(UTF_8));
  }

  @Test
  void shouldLeaveThePartitionOpenWhereThereIsNoneLikeIt() {
    assertThat(TestLetters.read("fingerprint", "pages", "bad").page("pages", 1).partition())
        .isNull();
  }

  @ParameterizedTest
  @EnumSource
  void shouldSendWhatIsAPageOnWhichNothingWasDecided(DeadLetterStage stage) {
    boolean sent = stage == DeadLetterStage.FINGERPRINT || stage == DeadLetterStage.PRODUCE;
    Optional<String> refusal = TestLetters.read(stage.toString(), "pages", "bad").refusal(CONFIG);
    assertThat(refusal.isEmpty()).isEqualTo(sent);
  }

  @ParameterizedTest
  @CsvSource({
    "unheard, pages, 2, false, has no stage",
    "fingerprint, other, 2, false, comes from another topic",
    "fingerprint, pages, 2, true, lacks parts",
    "fingerprint, pages, 100001, false, must be at most # (page.max.bytes)",
    "fingerprint, pages, 100000, false, ",
    "produce, pages, 65536, false, holds only the beginning",
    "produce, pages, 65535, false, ",
  })
  void shouldSayWhyALetterCannotBeSent(
      String stage, String topic, int bytes, boolean omitted, String why) {
    RecordHeaders headers = TestLetters.headers(stage, topic, "bad");
    if (omitted) {
      TestLetters.put(headers, DeadLetters.OMITTED, "value");
    }
    Optional<String> refusal = TestLetters.read(new byte[bytes], headers).refusal(CONFIG);
    if (why == null) {
      assertThat(refusal).isEmpty();
    } else {
      assertThat(refusal).get().asString().contains(why);
    }
  }

  @Test
  void shouldShowNoMoreThanIsWanted() {
    RecordHeaders headers = TestLetters.headers("fingerprint", "pages", "bad \u001b[31m");
    ShownLetter shown =
        ShownLetter.of(TestLetters.read("0123456789".getBytes(UTF_8), headers), true, CONFIG, 4);
    assertThat(List.of(shown.body(), shown.cut(), shown.bytes()))
        .containsExactly("0123", true, 10L);
    assertThat(shown.headers()).contains(new ShownLetter.Header("crawlsieve.reason", "bad "));
    assertThat(ShownLetter.of(TestLetters.read(null, headers), false, CONFIG, 4).body()).isEmpty();
  }

  /** As it is, such a page would be a dead letter again. */
  @Test
  void shouldKnowWhetherTheCauseIsInThePage() {
    RecordHeaders headers = TestLetters.headers("fingerprint", "pages", "bad");
    String page = "{\"url\":\"%s\",\"html\":\"<p>some words\"}";
    assertThat(shown(page.formatted("http://a.example/"), headers).cause()).isNull();
    assertThat(shown(page.formatted("no URL"), headers).cause()).contains("no URL");
    assertThat(shown("no page", headers).cause()).contains("not JSON");
    assertThat(RecordJson.JSON.valueToTree(shown("no page", headers)).has("cause")).isFalse();
  }

  private static ShownLetter shown(String value, RecordHeaders headers) {
    return ShownLetter.of(TestLetters.read(value.getBytes(UTF_8), headers), false, CONFIG, 4);
  }

  @Test
  void shouldSelectByStageAndReason() {
    String reason = "the field 'status' is 'a b', must be at most 7";
    Letter letter = TestLetters.read("fingerprint", "pages", reason);
    assertThat(LetterFilter.ALL.selects(letter)).isTrue();
    assertThat(filter(DeadLetterStage.FINGERPRINT, "").selects(letter)).isTrue();
    assertThat(filter(DeadLetterStage.PRODUCE, "").selects(letter)).isFalse();
    assertThat(filter(DeadLetterStage.FINGERPRINT, "IS 'A B'").selects(letter)).isTrue();
    assertThat(filter(DeadLetterStage.FINGERPRINT, "'…', must be at most #").selects(letter))
        .isTrue();
    assertThat(filter(DeadLetterStage.FINGERPRINT, "at most 8").selects(letter)).isFalse();
  }

  private static LetterFilter filter(DeadLetterStage stage, String reason) {
    return new LetterFilter(Optional.of(stage), reason);
  }

  @Test
  void shouldGroupReasonsThatDifferInNumbersAndQuotes() {
    assertThat(ReasonGroup.of("the field 'bodyBase64' is 'a b', doesn't end\n at 1234 of 'x'"))
        .isEqualTo("the field 'bodyBase64' is '…', doesn't end at # of '…'");
    assertThat(ReasonGroup.of("not JSON: Unrecognized token 'abc', byte 7"))
        .isEqualTo("not JSON: Unrecognized token '…', byte #");
    assertThat(
            ReasonGroup.of(
                "the event has no URL, must have 'url' or 'id'; it has 'a b', 'Größe…', '7': 'x'"))
        .isEqualTo(
            "the event has no URL, must have 'url' or 'id'; it has 'a b', 'Größe…', '#': '…'");
    for (String excerpt : List.of("l", "BY", "don't $1", "", "{'url': 'x'}")) {
      assertThat(ReasonGroup.of("the value is not JSON at byte 1, after '" + excerpt + "'"))
          .isEqualTo("the value is not JSON at byte #, after '…'");
    }
    assertThat(ReasonGroup.of("the event has no field 'url' and no key; it has 'Addr', 'x' and"))
        .isEqualTo("the event has no field 'url' and no key; it has 'Addr', 'x' and");
    for (String advice :
        List.of(
            "pipe the output of 'bzip2 -dc' into the command",
            "convert it with 'iconv -f UTF-16 -t UTF-8'",
            "the field 'bodyRef.url' must be text")) {
      assertThat(ReasonGroup.of(advice)).isEqualTo(advice);
    }
    String list = "the event has no body, must have 'html', 'text', 'bodyBase64' or 'bodyRef'";
    assertThat(ReasonGroup.of(list)).isEqualTo(list);
    assertThat(ReasonGroup.of("it is 'a', must be 'b', or 'c'")).doesNotContain("a'", "c'");
    assertThat(ReasonGroup.of("a".repeat(200))).isEqualTo("a".repeat(160) + "…");
  }
}
