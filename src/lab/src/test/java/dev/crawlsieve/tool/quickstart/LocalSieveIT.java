package dev.crawlsieve.tool.quickstart;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.files.input.InputGroup;
import dev.crawlsieve.files.sieve.SieveResult;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.reading.TopicReader;
import dev.crawlsieve.testkit.broker.EmbeddedBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalSieveIT {

  /** A busy machine may not answer within 8 seconds. */
  private static final Map<String, String> PATIENT =
      Map.of("streams.default.api.timeout.ms", "60000", "streams.request.timeout.ms", "30000");

  @TempDir Path dir;

  @Tag("slow")
  @Test
  void shouldRouteEveryPageOnce() throws IOException {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      // Every third page repeats the page three before it.
      lines.add(event(i, i % 3 == 0 ? "always the same words" : "words of its own " + i));
    }
    SieveResult result = sieve(lines, 1);
    assertThat(result.pages()).isEqualTo(300);
    assertThat(result.unique()).isEqualTo(201);
    assertThat(result.duplicate()).isEqualTo(99);
    assertThat(result.kinds()).containsEntry("exact", 99L);
    assertThat(result.deadLetters()).isZero();
    assertThat(result.seconds()).isPositive();
    assertThat(result.examples()).isNotEmpty();
  }

  @Test
  void shouldRouteEveryPageOfSeveralPartitionsOnce() throws IOException {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      lines.add(event(i, "words of its own " + i));
    }
    SieveResult result = sieve(lines, 3);
    assertThat(result.pages()).isEqualTo(300);
    assertThat(result.unique() + result.duplicate()).isEqualTo(300);
  }

  @Test
  void shouldCountWhatIsNoPageAsADeadLetter() throws IOException {
    SieveResult result =
        sieve(List.of(event(1, "some words"), "no page event", event(2, "more")), 1);
    assertThat(result.pages()).isEqualTo(3);
    assertThat(result.unique()).isEqualTo(2);
    assertThat(result.deadLetters()).isEqualTo(1);
  }

  @Test
  void shouldSetApartWhatIsNotJudged() throws IOException {
    String moved = "{\"url\":\"http://a.example/moved\",\"status\":301}";
    String image =
        "{\"url\":\"http://a.example/i\",\"contentType\":\"image/png\",\"bodyBase64\":\"AA==\"}";
    SieveResult result =
        sieve(List.of(moved, event(1, "some words"), image, moved, event(2, "more")), 1);
    assertThat(result.pages()).isEqualTo(5);
    assertThat(result.unique()).isEqualTo(2);
    assertThat(result.unjudged()).isEqualTo(3);
    assertThat(result.unjudgedBy()).containsOnly(Map.entry("status", 2L), Map.entry("type", 1L));
    assertThat(result.deadLetters()).isZero();
  }

  @Tag("slow")
  @Test
  void shouldCountReferencePagesApart() throws IOException {
    String reference =
        "{\"url\":\"http://corpus.example/\",\"text\":\"some words\",\"reference\":true}";
    SieveResult result =
        sieve(List.of(reference, event(1, "some words"), event(2, "more"), reference), 1);
    assertThat(result.pages()).isEqualTo(2);
    assertThat(result.unique()).isEqualTo(1);
    assertThat(result.duplicate()).isEqualTo(1);
    assertThat(result.corpus().pages()).isEqualTo(2);
    assertThat(result.corpus().compared()).isEqualTo(1);
    assertThat(result.corpus().copied()).isEqualTo(1);
    assertThat(result.examples()).hasSize(1);
  }

  @Test
  void shouldSieveAllThatCanBeReadWhenAFileIsBad() throws IOException {
    Path first = Files.writeString(dir.resolve("1.jsonl"), event(1, "some words") + "\n");
    Path bad = Files.write(dir.resolve("2.warc.gz"), new byte[] {0x1f, (byte) 0x8b, 8, 0, 1});
    Path last = Files.writeString(dir.resolve("3.jsonl"), event(3, "other words") + "\n");
    InputGroup all = new InputGroup(List.of(first, bad, last), null);
    SieveResult result;
    try (LocalSieve sieve = new LocalSieve(PATIENT, List.of(all), 1, null)) {
      result = sieve.sieve(progress -> {});
    }
    assertThat(result.unique()).isEqualTo(2);
    assertThat(result.deadLetters()).isEqualTo(1);
    assertThat(result.damages().count()).isEqualTo(1);
    assertThat(result.damages().first().get(0)).startsWith(bad + "#1: ").contains("byte 0");
  }

  @Test
  void shouldSieveNothing() throws IOException {
    SieveResult result = sieve(List.of(), 1);
    assertThat(result.pages()).isZero();
    assertThat(result.pagesPerSecond()).isZero();
  }

  @Tag("slow")
  @Test
  void shouldEndWhenStopped() throws IOException {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      lines.add(event(i, "words of its own ".repeat(100) + i));
    }
    Path pages = write(lines);
    LocalSieve sieve = new LocalSieve(PATIENT, List.of(group(pages)), 1, null);
    assertThatThrownBy(
            () ->
                sieve.sieve(
                    progress -> {
                      if (progress.pages() > 100) {
                        new Thread(sieve::close).start();
                      }
                    }))
        .isInstanceOf(SieveException.class)
        .hasMessage("stopped");
    sieve.close();
  }

  @Test
  void shouldSayWhichInputIsMissingBeforeAnythingStarts() {
    Path absent = dir.resolve("absent.jsonl");
    assertThatThrownBy(() -> new LocalSieve(PATIENT, List.of(group(absent)), 1, null))
        .isInstanceOf(SieveException.class)
        .hasMessageContaining(absent.toString());
  }

  @Tag("slow")
  @Test
  void shouldKeepTheBrokersDataWhereItIsAsked() throws IOException {
    Path pages = write(List.of(event(1, "some words")));
    Path keep = dir.resolve("kept");
    try (LocalSieve sieve = new LocalSieve(PATIENT, List.of(group(pages)), 1, keep)) {
      assertThat(sieve.sieve(progress -> {}).pages()).isEqualTo(1);
    }
    try (EmbeddedBroker broker = EmbeddedBroker.start(keep, 0)) {
      List<String> lines = new ArrayList<>();
      Map<String, String> settings = Map.of("bootstrap.servers", broker.bootstrapServers());
      new TopicReader(SieveConfig.of(settings))
          .read(
              new TopicReader.Reading("unique", false, true, false),
              line -> lines.add(new String(line, UTF_8)));
      assertThat(lines).containsExactly(event(1, "some words"));
    }
  }

  private SieveResult sieve(List<String> lines, int partitions) throws IOException {
    Path pages = write(lines);
    try (LocalSieve sieve = new LocalSieve(PATIENT, List.of(group(pages)), partitions, null)) {
      return sieve.sieve(progress -> {});
    }
  }

  private Path write(List<String> lines) throws IOException {
    return Files.write(dir.resolve("pages.jsonl"), lines);
  }

  private static InputGroup group(Path path) {
    return new InputGroup(List.of(path), null);
  }

  private static String event(int name, String text) {
    return "{\"url\":\"http://a.example/" + name + "\",\"text\":\"" + text + "\"}";
  }
}
