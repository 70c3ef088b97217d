package dev.crawlsieve.tool.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Words in results are explained where one looks for them, and refusals say what is wrong. */
class PrintedWordsTest {

  @TempDir Path dir;

  @ParameterizedTest
  @CsvSource({
    "extract, mainFallback",
    "extract, charsetFound",
    "extract, main part",
    "extract, class or id",
    "fingerprint, nearEligible",
    "fingerprint, contentHash",
    "mirrors, support",
    "mirrors, confidence",
    "mirrors, alias",
    "compare, edit similarity"
  })
  void shouldExplainInHelpWhatIsPrinted(String command, String word) {
    assertThat(CommandRun.of(command, "--help").out())
        .containsPattern("(?m)^  " + word + " +[a-z]")
        .doesNotContain("${")
        .doesNotContainPattern("(?m)^.{81}");
  }

  /** As git and Maven have it; in 'help sieve' the options of sieve are not missing. */
  @Test
  void shouldTakeHelpAsACommand() {
    assertThat(CommandRun.of("help", "sieve").out())
        .isEqualTo(CommandRun.of("sieve", "--help").out())
        .contains("--out");
    assertThat(CommandRun.of("help").out()).isEqualTo(CommandRun.of("--help").out());
    assertThat(CommandRun.of("help", "siev").exitCode()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "compare a b c | 'c' is an argument too many: 'compare' takes only A and B",
        "quickstart here | 'here' is an argument too many: 'quickstart' takes options only",
        "explain a b | 'b' is an argument too many: 'explain' takes only URL",
        "extract a --limit x | Invalid value for option '--limit': 'x' is not a whole number",
        "broker --port x | Invalid value for option '--port': 'x' is not a whole number",
        "topics | 'topics' needs one of its commands: create, describe, delete",
        "topics list | 'list' is not a command; 'topics' needs one of its commands: create,",
        "siev x | 'siev' is not a command; 'crawlsieve --help' lists them all",
        "topics --set a=b | Unknown options: '--set'",
        "topics --sett a=b | Unknown options: '--sett'",
        "explain x --from | Missing required parameter for option '--from' (DIR)",
        "explain x --from a --from b | option '--from' (DIR) should be specified only once"
      })
  void shouldSayWhichArgumentIsTooMany(String line, String sentence) {
    CommandRun run = CommandRun.of((Object[]) line.split(" "));
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains(sentence).doesNotContain("Unmatched");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "explain x --verdicts y | '--verdicts FILE' was removed: it is '--from DIR'",
        "evaluate --kinds a.tsv | '--kinds' was removed: give the pairs of each kind",
        "replay --overrides=o | '--overrides FILE' was removed: it is '--try overrides.file=FILE'"
      })
  void shouldSuggestOnlyWhatIsInPlaceOfARemovedOption(String line, String sentence) {
    CommandRun run = CommandRun.of((Object[]) line.split(" "));
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err().lines()).hasSize(2).first().asString().contains(sentence);
  }

  @Test
  void shouldSayWhatIsWrongWithFilesThatUsersWrite() throws IOException {
    Path page = Files.writeString(dir.resolve("page.html"), "<p>Words");
    Path overrides = dir.resolve("o.jsonl");
    Files.writeString(overrides, "{\"keep\": {\"host\": \"a.example\"}}\n{'keep': 7}\n");
    assertThat(
            CommandRun.of(
                    "sieve",
                    page,
                    "--out",
                    dir.resolve("out"),
                    "--set",
                    "overrides.file=" + overrides)
                .err())
        .contains(
            overrides + " line 2: it is not JSON at character 2; a line is one object such as")
        .doesNotContain("Unexpected character", "Source");
    Path settings = Files.writeString(dir.resolve("s.properties"), "state.dir=C:\\users\\x");
    assertThat(CommandRun.of("extract", page, "--config", settings).err())
        .contains(settings + " has a \\u without four hexadecimal digits: write \\\\ for");
    Path passages = Files.writeString(dir.resolve("p.jsonl"), "{\"site\":\n");
    assertThat(CommandRun.of("extract", page, "--without", passages).err())
        .contains("line 1 cannot be read as passages, which 'sieve --passages' writes: it ends in")
        .doesNotContain("Source", "Unexpected end");
  }

  @Test
  void shouldSayThatPartOfAnInputIsNoPage() throws IOException {
    Path cut = dir.resolve("page.html.gz");
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(whole)) {
      gzip.write(("<p>" + "Some words that differ, ".repeat(99) + dir).getBytes(UTF_8));
    }
    Files.write(cut, Arrays.copyOf(whole.toByteArray(), whole.size() / 2));
    CommandRun run = CommandRun.of("sieve", cut, "--out", dir.resolve("out"));
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out())
        .containsPattern("unique +0 ")
        .containsPattern("dead letters +1 +100.0 %\n  damaged input +1 ");
    assertThat(run.err()).contains("page.html.gz ended early, after 0 pages: the last gzip member");
    assertThat(dir.resolve("out/dead-letters.jsonl")).content().contains("ended early");
  }
}
