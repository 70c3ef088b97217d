package dev.crawlsieve.core.override;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.config.AppliedOverrides;
import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.HostThresholds;
import dev.crawlsieve.core.config.OverrideRule;
import dev.crawlsieve.core.config.Overrides;
import dev.crawlsieve.core.config.PageOverrides;
import dev.crawlsieve.core.config.PageSettings;
import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.config.Threshold;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class OverridesFileTest {

  private static final PageSettings PAGES =
      new PageSettings(PageSettings.Format.JSON, 1 << 20, Set.of("utm_*"));

  @TempDir Path folder;

  @Test
  void shouldNamePagesAsTheyAreNormalised() throws Exception {
    Overrides overrides = read("{\"keep\":{\"url\":\"http://WWW.Example.org:80/a/../b?utm_x=1\"}}");
    assertThat(overrides.of("https://example.org/b").decision())
        .isEqualTo(
            new OverrideRule(
                OverrideRule.Action.KEEP, OverrideRule.Subject.URL, "https://example.org/b", 1));
    assertThat(overrides.of("https://example.org/c")).isSameAs(PageOverrides.NONE);
    assertThat(overrides.of("mailto:nobody")).isSameAs(PageOverrides.NONE);
  }

  @Test
  void shouldNameHostsWithTheirSubdomains() throws Exception {
    Overrides overrides =
        read(
            "{\"drop\":{\"host\":\"www.Spam.example.\"}, \"note\":\"asked for on Monday\"}",
            "",
            "{\"drop\":{\"host\":\"bücher.example\"}}",
            "{\"drop\":{\"host\":\"192.0.2.7\"}}",
            "{\"drop\":{\"host\":\"[2001:DB8::1]\"}}");
    for (String url :
        List.of(
            "http://spam.example/",
            "https://a.b.SPAM.example:8443/x",
            "https://www.xn--bcher-kva.example/",
            "http://192.0.2.7/",
            "http://[2001:db8::1]/")) {
      assertThat(overrides.of(url).decision()).as(url).isNotNull();
    }
    for (String url :
        List.of(
            "http://notspam.example/",
            "http://spam.example.org/",
            "http://example/",
            "http://10.192.0.2.7/",
            "http://spam.example@other.example/")) {
      assertThat(overrides.of(url).decision()).as(url).isNull();
    }
  }

  @Test
  void shouldPreferTheNearestName() throws Exception {
    Overrides overrides =
        read(
            "{\"drop\":{\"host\":\"example.org\"}}",
            "{\"keep\":{\"host\":\"docs.example.org\"}}",
            "{\"drop\":{\"url\":\"https://docs.example.org/old\"}}",
            "{\"thresholds\":{\"host\":\"example.org\",\"sketch.min.similarity\":0.9}}",
            "{\"thresholds\":{\"host\":\"docs.example.org\",\"simhash.max.distance\":1,"
                + "\"near.alike.min.similarity\":0.95}}");
    assertThat(overrides.of("https://a.example.org/").words())
        .containsExactly("drop host example.org (line 1)", "thresholds sketch.min.similarity=0.9");
    assertThat(overrides.of("https://a.docs.example.org/").words())
        .containsExactly(
            "keep host docs.example.org (line 2)",
            "thresholds simhash.max.distance=1 near.alike.min.similarity=0.95");
    assertThat(overrides.of("https://docs.example.org/old").decision().text())
        .isEqualTo("drop url https://docs.example.org/old");
  }

  @Test
  void shouldSeparateMembersOfAGroupAndNoOthers() throws Exception {
    Overrides overrides =
        read(
            "{\"separate\":{\"hosts\":[\"a.example\",\"b.example\",\"c.example\"]}}",
            "{\"separate\":{\"hosts\":[\"a.example\",\"d.example\"]}}",
            "{\"separate\":{\"urls\":[\"https://e.example/1\",\"https://e.example/2\"]}}");
    assertThat(separates(overrides, "https://a.example/", "https://x.b.example/")).isTrue();
    assertThat(separates(overrides, "https://b.example/", "https://c.example/")).isTrue();
    assertThat(separates(overrides, "https://d.example/", "https://a.example/")).isTrue();
    assertThat(separates(overrides, "https://d.example/", "https://b.example/")).isFalse();
    assertThat(separates(overrides, "https://a.example/", "https://x.a.example/")).isFalse();
    assertThat(separates(overrides, "https://e.example/1", "https://e.example/2")).isTrue();
    assertThat(separates(overrides, "https://e.example/1", "https://e.example/1")).isFalse();
    assertThat(separates(overrides, "https://e.example/1", "https://e.example/3")).isFalse();
  }

  @Test
  void shouldSeparateThePagesBelowFolders() throws Exception {
    String line =
        "{\"separate\":{\"folders\":[\"http://www.a.example/de/\",\"https://a.example/at/\"]}}";
    Overrides overrides = read(line);
    assertThat(separates(overrides, "https://a.example/de/1?x=/at/", "https://a.example/at/b/2"))
        .isTrue();
    assertThat(separates(overrides, "https://a.example/de/", "https://a.example/at/")).isTrue();
    assertThat(separates(overrides, "https://a.example/de/1", "https://a.example/de/2")).isFalse();
    assertThat(separates(overrides, "https://a.example/de/1", "https://a.example/x/at/")).isFalse();
    assertThat(separates(overrides, "https://a.example/de/1", "https://a.example/at")).isFalse();
    assertThat(separates(overrides, "https://a.example/de/1", "https://a.example/?at/")).isFalse();
    assertThat(separates(overrides, "https://b.example/de/1", "https://b.example/at/1")).isFalse();
    assertThat(overrides.digest()).isNotEqualTo(read(line.replace("folders", "urls")).digest());
    AppliedOverrides applied = new AppliedOverrides(() -> overrides);
    apply(applied, overrides, "https://a.example/de/7", false);
    assertThat(applied.text())
        .isEqualTo(
            "overrides.file applied to 1 page, whether or not that changed a verdict; 1 of 2 names"
                + " applied to no page: line 1: separate folder https://a.example/at/ (as URLs are"
                + " compared: http is https)");
    Overrides deep = read(line.replace("/de/", "/de/de/"));
    assertThat(separates(deep, "https://a.example/de/de/1", "https://a.example/at/1")).isTrue();
    assertThat(separates(deep, "https://a.example/de/1", "https://a.example/at/1")).isFalse();
  }

  private static boolean separates(Overrides overrides, String a, String b) {
    boolean separates = overrides.of(a).separates(overrides.of(b));
    assertThat(overrides.of(b).separates(overrides.of(a))).isEqualTo(separates);
    return separates;
  }

  @Test
  void shouldHaveOneDigestForWhatSaysTheSame() throws Exception {
    String digest =
        read(
                "{\"drop\":{\"host\":\"a.example\"}}",
                "{\"separate\":{\"hosts\":[\"b.example\",\"c.example\"]}}")
            .digest();
    assertThat(digest).matches("sha256:[0-9a-f]{32}");
    assertThat(
            read(
                    "{\"separate\":{\"hosts\":[\"c.example\",\"www.b.example\"]},\"note\":\"n\"}",
                    "",
                    " {\"drop\" : {\"host\":\"A.example\"}}")
                .digest())
        .isEqualTo(digest);
    assertThat(
            read(
                    "{\"keep\":{\"host\":\"a.example\"}}",
                    "{\"separate\":{\"hosts\":[\"b.example\",\"c.example\"]}}")
                .digest())
        .as("what keep and drop say is in the log")
        .isEqualTo(digest);
    assertThat(read("{\"separate\":{\"hosts\":[\"b.example\",\"d.example\"]}}").digest())
        .isNotEqualTo(digest);
    assertThat(read("{\"drop\":{\"host\":\"a.example\"}}").digest()).isEmpty();
    assertThat(read("", " ")).isSameAs(Overrides.NONE);
  }

  /** The digest is of this text, so another order of thresholds would refuse recorded ones. */
  @Test
  void shouldWriteThresholdsInOneOrder() {
    Map<Threshold, Double> given =
        Map.of(
            Threshold.ALIKE, 0.95,
            Threshold.CONFIRMING, 0.8,
            Threshold.SIMILARITY, 0.9,
            Threshold.DISTANCE, 1.0);
    assertThat(new HostThresholds(given).text())
        .isEqualTo(
            "simhash.max.distance=1 sketch.min.similarity=0.9 combined.min.similarity=0.8"
                + " near.alike.min.similarity=0.95");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "[1] | is not a JSON object; a line is one object such as {\"keep\": {\"host\":",
        "{'keep':{'host':'a'}} x | it is not JSON at character 23; a line is one object such as {",
        "{'keep':{'host':'a'},'keep':{'host':'b'}} | it has the field 'keep' twice; a line is one",
        "{'keep':{'host':'a'} | it ends in the middle of its JSON; a line is one object such as {",
        "{keep:{'host':'a'}} | it is not JSON at character 2; a line is one object such as {",
        "{'note':'x'} | names no override, must be one of keep, drop, separate and thresholds",
        "{'kept':{'host':'a'}} | 'kept' is no override, must be one of keep",
        "{'keep':{'host':'a'},'drop':{'host':'a'}} | has keep and drop, must be one of keep, drop, separate",
        "{'keep':'a'} | keep must be an object with one field, url or host",
        "{'keep':{'host':'a','url':'b'}} | keep must be an object with one field, url or host",
        "{'keep':{'url':'a'}} | keep.url: the URL 'a' is not absolute",
        "{'keep':{'url':7}} | keep.url must be a string",
        "{'drop':{'host':'http://a.example/'}} | drop.host is 'http://a.example/', must be a host",
        "{'drop':{'host':'*.a.example'}} | drop.host is '*.a.example', must be a host",
        "{'drop':{'host':'a.example:80'}} | drop.host is 'a.example:80', must be a host",
        "{'drop':{'host':'a..example'}} | drop.host is 'a..example', must be a host",
        "{'drop':{'host':''}} | drop.host is '', must be a host",
        "{'drop':{'host':'first.example'}} | 'drop host first.example', but 'keep host"
            + " first.example' is on line 1 already",
        "{'separate':{'host':['a.example']}} | separate must be an object with one field, urls,"
            + " folders or hosts",
        "{'separate':{'folders':['https://a.example/de/','https://a.example/at']}} |"
            + " separate.folders is 'https://a.example/at', must be a URL that ends in '/'",
        "{'separate':{'folders':['https://a.example/?x=/','https://a.example/at/']}} | must be a"
            + " URL that ends in '/'",
        "{'separate':{'folders':['https://a.example/','https://a.example/at/']}} | separate.folders"
            + " has https://a.example/at/ and https://a.example/, which it lies in: list in its place each"
            + " other folder in it, or keep single pages with lines of keep",
        "{'separate':{'hosts':['a.example']}} | separate.hosts must be an array of 2 to 1000",
        "{'separate':{'hosts':['a.example','A.example']}} | separate.hosts has a.example twice",
        "{'separate':{'hosts':['a.example','b.a.example']}} | separate.hosts has b.a.example and"
            + " a.example, which stands for both",
        "{'thresholds':{'sketch.min.similarity':0.9}} | thresholds must be an object with a host",
        "{'thresholds':{'host':'a','min':0.9}} | thresholds.min is not a threshold, must be one of"
            + " simhash.max.distance",
        "{'thresholds':{'host':'a'}} | thresholds has no threshold that the detector combined uses",
        "{'thresholds':{'host':'a','sketch.min.similarity':0.6}} | thresholds.sketch.min.similarity"
            + " is 0.6, must be a number from 0.65 to 1: no looser than sketch.min.similarity,"
            + " which is 0.65",
        "{'thresholds':{'host':'a','simhash.max.distance':4}} | must be a whole number from 0 to 3:"
            + " no looser than simhash.max.distance, which is 3",
        "{'thresholds':{'host':'a','simhash.max.distance':1.5}} | must be a whole number",
        "{'thresholds':{'host':'a','combined.min.similarity':0.8}} | must be at most"
            + " sketch.min.similarity, which is 0.65 here",
        "{'thresholds':{'host':'a','near.alike.min.similarity':0.8}} | must be a number from 0.85"
            + " to 1: no looser than near.alike.min.similarity, which is 0.85",
        "{'sepparate':{'hosts':['a.example','b.example']}} | 'sepparate' is no override, must be"
            + " one of keep, drop, separate and thresholds",
        "{'keep':{'url':'https://a.example/*'}} | keep.url is 'https://a.example/*', must be the"
            + " URL of one page, without '*': 'host' stands for all pages of a host",
        "{'keep':{'url':'https://a.example/de/*'}} | and %2A for a '*' that belongs to the URL;"
            + " for a folder, write a line for each page (docs/overrides.md, \"A folder\")",
        "{'keep':{'folder':'https://a.example/de/'}} | keep must be an object with one field, url"
            + " or host; for a folder, write a line for each page",
        "{'separate':{'urls':['https://a.example/de/*','https://a.example/at/*']}} | 'folders'"
            + " takes URLs that end in '/', for all pages below them",
        "{'drop':{'url':'https://*.example/a'}} | must be the URL of one page, without '*'",
        "{'separate':{'urls':['https://a.example/','https://b.example/**/x']}} | separate.urls is"
            + " 'https://b.example/**/x', must be the URL of one page",
        "{'thresholds':{'host':'first.example','simhash.max.distance':1}} | thresholds for"
            + " first.example are on line 2 already",
      })
  void shouldNameFileLineAndField(String line, String message) throws IOException {
    Path file =
        write(
            "{\"keep\":{\"host\":\"first.example\"}}",
            "{\"thresholds\":{\"host\":\"first.example\",\"simhash.max.distance\":2}}",
            line.replace('\'', '"'));
    assertThatThrownBy(() -> OverridesFile.read(file, PAGES, DetectorSettings.DEFAULT))
        .isInstanceOf(SettingsException.class)
        .hasMessageStartingWith("overrides.file " + file + " line 3: ")
        .hasMessageContaining(message);
  }

  /** As Windows' editors write it. */
  @Test
  void shouldPassAByteOrderMark() throws Exception {
    String line = "{\"drop\":{\"host\":\"a.example\"}}";
    assertThat(read("\ufeff" + line).of("http://a.example/").decision()).isNotNull();
    assertThat(read("\ufeff" + line).digest()).isEqualTo(read(line).digest());
  }

  @Test
  void shouldRefuseWhatIsNoFileOfText() throws IOException {
    Path missing = folder.resolve("missing");
    assertThatThrownBy(() -> OverridesFile.read(missing, PAGES, DetectorSettings.DEFAULT))
        .isInstanceOf(SettingsException.class)
        .hasMessage("overrides.file is " + missing + ", which is not a file");
    Path latin = Files.write(folder.resolve("latin"), new byte[] {'{', (byte) 0xe9, '}'});
    assertThatThrownBy(() -> OverridesFile.read(latin, PAGES, DetectorSettings.DEFAULT))
        .isInstanceOf(SettingsException.class)
        .hasMessageEndingWith(" is not UTF-8, in line 1 or below");
    Path large = folder.resolve("large");
    try (RandomAccessFile sparse = new RandomAccessFile(large.toFile(), "rw")) {
      sparse.setLength(OverridesFile.MOST_BYTES + 1L);
    }
    assertThatThrownBy(() -> OverridesFile.read(large, PAGES, DetectorSettings.DEFAULT))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("must have at most " + OverridesFile.MOST_BYTES);
  }

  @Test
  void shouldBoundTheGroupsOfAName() throws IOException {
    String[] lines =
        IntStream.rangeClosed(0, NamedOverrides.MOST_GROUPS)
            .mapToObj(i -> "{\"separate\":{\"hosts\":[\"a.example\",\"h" + i + ".example\"]}}")
            .toArray(String[]::new);
    Path file = write(lines);
    assertThatThrownBy(() -> OverridesFile.read(file, PAGES, DetectorSettings.DEFAULT))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("a.example is in more than 1000 lines of separate");
  }

  @Test
  void shouldKnowWhichNamesHaveAppliedToNoPage() throws Exception {
    Overrides overrides =
        read(
            "{\"keep\":{\"url\":\"https://a.example/one\"}}",
            "",
            "{\"drop\":{\"host\":\"a.example\"}}",
            "{\"separate\":{\"urls\":[\"https://b.example/de/\",\"https://b.example/at/\"]}}",
            "{\"thresholds\":{\"host\":\"b.example\",\"simhash.max.distance\":1}}",
            "{\"thresholds\":{\"host\":\"x.b.example\",\"simhash.max.distance\":0}}");
    AppliedOverrides applied = new AppliedOverrides(() -> overrides);
    assertThat(applied.without()).isEqualTo(6);
    assertThat(applied.text())
        .contains("6 of 6 names", "line 5: thresholds of host b.example")
        .endsWith(
            "; and 1 more (as URLs are compared: http is https). A url is one page, not those below it (docs/overrides.md, \"A"
                + " folder\")");
    apply(
        applied,
        overrides,
        "https://A.example/one#x",
        true); // not of the host, which the URL goes before
    apply(applied, overrides, "https://b.example/de/index.html", false);
    apply(applied, overrides, "https://b.example/at/", false);
    apply(applied, overrides, "https://c.x.b.example/", false);
    assertThat(applied.text())
        .isEqualTo(
            "overrides.file applied to 4 pages and kept 1 that would have been dropped; what"
                + " separate and thresholds keep is not counted; 2 of 6"
                + " names applied to no page: line 3: drop host a.example; line 4: separate url"
                + " https://b.example/de/ (as URLs are compared: http is https). A url is one page, not those below it"
                + " (docs/overrides.md, \"A folder\")");
    apply(applied, overrides, "https://b.example/de/", false);
    apply(applied, overrides, "https://www.a.example/", false);
    apply(applied, overrides, "mailto:nobody", false);
    assertThat(applied.text())
        .isEqualTo(
            "overrides.file applied to 6 pages and kept 1 that would have been dropped, dropped 1;"
                + " what separate and thresholds keep is not counted");
    assertThat(applied.without()).isZero();
    AppliedOverrides recorded = new AppliedOverrides(() -> Overrides.recorded("sha256:1"));
    recorded.page("https://a.example/", null, false);
    assertThat(recorded.text()).isEmpty();
    Overrides drop = read("{\"drop\":{\"host\":\"a.example\"}}");
    AppliedOverrides hosts = new AppliedOverrides(() -> drop);
    assertThat(hosts.text())
        .endsWith("its only name applied to no page: line 1: drop host a.example");
  }

  /** A page chooses its host's labels: more of them must not cost more than a look each. */
  @Test
  void shouldFindTheNameOfAHostOfManyLabels() throws Exception {
    Overrides overrides = read("{\"drop\":{\"host\":\"example.org\"}}");
    String labels = "a.".repeat(8_000);
    assertThat(overrides.of("http://" + labels + "example.org/").decision()).isNotNull();
    assertThat(overrides.of("http://" + labels + "example.com/").decision()).isNull();
    Overrides folders =
        read("{\"separate\":{\"folders\":[\"http://a.example/\",\"http://b.example/b/\"]}}");
    assertThat(folders.of("http://a.example/" + "a/".repeat(8_000)).separates()).isTrue();
    assertThat(folders.of("http://b.example/" + "a/".repeat(8_000)).separates()).isFalse();
  }

  private static void apply(
      AppliedOverrides applied, Overrides overrides, String url, boolean overridden) {
    applied.page(url, overrides.of(url).decision(), overridden);
  }

  private Overrides read(String... lines) throws IOException {
    return OverridesFile.read(write(lines), PAGES, DetectorSettings.DEFAULT);
  }

  private Path write(String... lines) throws IOException {
    Path file = Files.createTempFile(folder, "overrides", ".jsonl");
    return Files.writeString(file, List.of(lines).stream().collect(Collectors.joining("\n")));
  }
}
