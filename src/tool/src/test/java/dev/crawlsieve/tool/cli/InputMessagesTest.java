package dev.crawlsieve.tool.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a newcomer gives in place of pages, and what they are told. */
class InputMessagesTest {

  private static final String URLS = "https://a.example/1\n\n# more\nHTTP://b.example/2?x=y z\n";

  @TempDir Path dir;

  private CommandRun sieve(Object... inputs) {
    Object[] command = Arrays.copyOf(new Object[] {"sieve"}, inputs.length + 4);
    System.arraycopy(inputs, 0, command, 1, inputs.length);
    command[inputs.length + 1] = "--force";
    command[inputs.length + 2] = "--out";
    command[inputs.length + 3] = dir.resolve("out");
    return CommandRun.of(command);
  }

  @Test
  void shouldSayThatATextLooksLikeAListOfUrls() throws IOException {
    Path list = Files.writeString(dir.resolve("urls.txt"), URLS.replace(" z", ""));
    CommandRun run = sieve(list);
    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).contains(list + " looks like a list of URLs", "--warc-file");
    assertThat(CommandRun.of("extract", list).err()).contains("looks like a list of URLs");
    Path folder = Files.createDirectory(dir.resolve("folder"));
    Files.copy(list, folder.resolve("urls.txt"));
    assertThat(sieve(folder).err()).contains("urls.txt looks like a list of URLs");
    Path prose = Files.writeString(dir.resolve("prose.txt"), URLS);
    assertThat(sieve(prose).err()).doesNotContain("list of URLs");
    Path noEnding = Files.copy(list, dir.resolve("urls"));
    assertThat(sieve(noEnding).err()).contains("looks like a list of URLs");
  }

  @ParameterizedTest
  @ValueSource(strings = {"https://a.example/1", "\"http://a.example/1\"", "HTTPS://A.EXAMPLE"})
  void shouldSayThatALineIsAUrlAlone(String line) throws IOException {
    Path list = Files.writeString(dir.resolve("urls.jsonl"), line + "\n" + line + "\n");
    CommandRun run = sieve(list);
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .contains(
            list
                + ": none of its 2 records is a page; of the first one, the value is a URL alone,"
                + " must be a page event: crawlsieve fetches no pages");
  }

  @Test
  void shouldSayWhichFieldsAnEventHas() throws IOException {
    Path rows =
        Files.writeString(
            dir.resolve("rows.jsonl"),
            "{\"link\":\"http://a.example/\",\"meta\":{\"url\":1},\"%s\":[2],\"content\":\"x\"}"
                .formatted("n".repeat(99)));
    CommandRun run = sieve(rows);
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .contains(
            "the event has no field 'url' and the record no key; it has 'link', 'meta', 'nnnn")
        .contains("…', 'content': --fields (page.fields) says which is meant")
        .doesNotContain("n".repeat(30));
    assertThat(sieve(rows, "--fields", "url=link,text=content").exitCode()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "docs.tgz, a tar",
    "docs.tar, a tar",
    "docs, a tar",
    "docs.7z, a 7z",
    "docs.bin, a RAR"
  })
  void shouldSayOnceThatAnArchiveIsNotRead(String name, String kind) throws IOException {
    byte[] archive = new byte[1024];
    String magic =
        kind.equals("a 7z") ? "7z\u00bc\u00af'\u001c" : kind.equals("a RAR") ? "Rar!" : "";
    byte[] bytes = magic.getBytes(StandardCharsets.ISO_8859_1);
    System.arraycopy(bytes, 0, archive, 0, bytes.length);
    if (magic.isEmpty()) {
      System.arraycopy("ustar".getBytes(StandardCharsets.ISO_8859_1), 0, archive, 257, 5);
    }
    Path file = Files.write(dir.resolve(name), archive);
    CommandRun run = sieve(file);
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .isEqualToIgnoringNewLines(
            "crawlsieve: "
                + file
                + " is "
                + kind
                + " archive, which is not read: unpack it, and name the folder");
    Path page = Files.writeString(dir.resolve("page.html"), "<p>Some words on a page");
    CommandRun both = sieve(file, page);
    assertThat(both.exitCode()).isEqualTo(1);
    assertThat(both.err())
        .containsOnlyOnce("which is not read")
        .contains("everything else was read")
        .doesNotContain("its only record");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"clusters.enabled=true", "clusters.policy=newest", "mirrors.enabled=true"})
  void shouldRefuseSettingsThatHaveNoEffectOnFiles(String setting) throws IOException {
    Path page = Files.writeString(dir.resolve("page.html"), "<p>Some words on a page");
    CommandRun run = sieve(page, "--set", setting);
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains(setting.substring(0, setting.indexOf('=')), "'run'");
    assertThat(dir.resolve("out")).doesNotExist();
    assertThat(
            sieve(page, "--set", "clusters.enabled=true", "--set", "dedup.keep=policy").exitCode())
        .isZero();
  }

  @Test
  void shouldSayWhichOverridesAppliedToNoPage() throws IOException {
    Path pages =
        Files.writeString(
            dir.resolve("pages.jsonl"),
            "{\"url\":\"https://a.example/de/1\",\"text\":\"Some words on a page\"}\n"
                + "{\"url\":\"https://a.example/at/1\",\"text\":\"Some words on a page\"}\n");
    Path overrides =
        Files.writeString(
            dir.resolve("overrides.jsonl"),
            "{\"keep\":{\"host\":\"a.example\"}}\n"
                + "{\"separate\":{\"urls\":[\"https://a.example/de/\",\"https://a.example/at/\"]}}\n");
    CommandRun run = sieve(pages, "--set", "overrides.file=" + overrides);
    assertThat(run.exitCode()).isZero();
    assertThat(run.err())
        .containsOnlyOnce(
            "overrides.file: 2 of 3 names applied to no page: line 2: separate url"
                + " https://a.example/de/; line 2: separate url https://a.example/at/. A url is one"
                + " page, not those below it");
    Files.writeString(overrides, "{\"keep\":{\"host\":\"a.example\"}}\n");
    assertThat(sieve(pages, "--set", "overrides.file=" + overrides).err())
        .doesNotContain("overrides");
  }

  @ParameterizedTest
  @CsvSource({"newest, no page has a fetchTime", "score, no page has a header score"})
  void shouldSayThatNoPageHasWhatThePolicyCompares(String criterion, String why)
      throws IOException {
    Path page = Files.writeString(dir.resolve("page.html"), "<p>Some words on a page");
    String policy = "clusters.policy=https," + criterion;
    Object[] settings = {
      page, "--set", policy, "--set", "clusters.enabled=true", "--set", "dedup.keep=policy"
    };
    CommandRun run = sieve(settings);
    assertThat(run.exitCode()).isZero();
    assertThat(run.err())
        .containsOnlyOnce(
            "clusters.policy names " + criterion + ", but " + why + ": it prefers none");
    settings[2] = "clusters.policy=canonical,https,score,oldest,shorter-url";
    assertThat(sieve(settings).err()).doesNotContain("clusters.policy");
  }

  @Test
  void shouldSayHowManyPagesLackWhatThePolicyCompares() throws IOException {
    Path pages =
        Files.writeString(
            dir.resolve("pages.jsonl"),
            "{\"url\":\"https://a.example/1\",\"text\":\"words\",\"fetchTime\":\"2026-01-31\"}\n"
                + "{\"url\":\"https://a.example/2\",\"text\":\"others\"}\n");
    String[] settings = {"clusters.policy=newest", "clusters.enabled=true", "dedup.keep=policy"};
    assertThat(sieve(pages, "--set", settings[0], "--set", settings[1], "--set", settings[2]).err())
        .contains(
            "clusters.policy names newest, but 1 of 2 pages have no fetchTime: any time beats none");
  }

  @Test
  void shouldSayWhyAFolderOrFileCannotBeMade() throws IOException {
    Path page = Files.writeString(dir.resolve("page.html"), "<p>Some words on a page");
    CommandRun below = CommandRun.of("sieve", page, "--out", page.resolve("out"));
    assertThat(below.exitCode()).isEqualTo(1);
    assertThat(below.err())
        .contains("the folder " + page.resolve("out") + " cannot be made: " + page)
        .contains(" is not a folder");
    CommandRun proc = CommandRun.of("sieve", page, "--out", "/proc/x");
    assertThat(proc.err()).contains("the folder /proc/x cannot be made: /proc takes none");
    assertThat(sieve(page).exitCode()).isZero();
    CommandRun report =
        CommandRun.of(
            "replay", "--from", dir.resolve("out"), "--report", dir.resolve("none/report.html"));
    assertThat(report.err())
        .contains("cannot be written: there is no folder " + dir.resolve("none"));
  }
}
