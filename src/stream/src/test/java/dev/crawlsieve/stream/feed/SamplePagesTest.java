package dev.crawlsieve.stream.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.work.SieveException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SamplePagesTest {

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @TempDir Path dir;

  @Test
  void shouldFetchNothingWhenEverythingIsThere() throws IOException {
    for (JavadocJar jar : JavadocJar.SAMPLES) {
      Files.writeString(dir.resolve(jar.file()), "");
    }
    List<String> notes = new ArrayList<>();
    List<InputGroup> pages = new SamplePages(dir).get(notes::add);
    assertThat(notes).isEmpty();
    assertThat(pages).hasSize(6);
    assertThat(pages.get(0).baseUrl())
        .isEqualTo("https://javadoc.io/doc/org.apache.commons/commons-lang3/3.16.0/");
    assertThat(pages.get(0).paths())
        .containsExactly(dir.resolve("commons-lang3-3.16.0-javadoc.jar"));
  }

  @Test
  void shouldAskMavenForWhatIsMissing() {
    String project = SamplePages.project(JavadocJar.SAMPLES);
    Matcher items = Pattern.compile("<artifactItem>").matcher(project);
    assertThat(items.results()).hasSize(6);
    assertThat(project)
        .contains("<version>3.11.0</version>")
        .contains("<artifactId>gson</artifactId><version>2.11.0</version>")
        .contains("<classifier>javadoc</classifier>")
        .contains("${project.basedir}");
  }

  @Test
  void shouldPutThePagesWhereTheUserKeepsCaches() {
    assertThat(SamplePages.usualCache(Map.of("CRAWLSIEVE_QUICKSTART_DIR", "/a/b")))
        .isEqualTo(Path.of("/a/b"));
    assertThat(SamplePages.usualCache(Map.of("XDG_CACHE_HOME", "/c")))
        .isEqualTo(Path.of("/c/crawlsieve/quickstart"));
    assertThat(SamplePages.usualCache(Map.of()))
        .isEqualTo(Path.of(System.getProperty("user.home"), ".cache/crawlsieve/quickstart"));
  }

  @Test
  void shouldSayThatMavenIsMissing() {
    assertThatThrownBy(() -> new Maven(Map.of("PATH", dir.toString())).run(dir, List.of()))
        .isInstanceOf(SieveException.class)
        .hasMessageContaining("there is no mvn")
        .hasMessageContaining("MAVEN_HOME");
  }

  @Test
  void shouldFindMavenByItsHomeToo() throws IOException {
    Path mvn = executable(dir.resolve("home/bin/mvn"), "exit 0");
    Maven maven = new Maven(Map.of("PATH", "", "M2_HOME", dir.resolve("home").toString()));
    assertThat(maven.executable()).contains(mvn);
    maven.run(dir, List.of());
  }

  @Test
  void shouldShowMavensLastLinesWhenItFails() throws IOException {
    executable(dir.resolve("mvn"), "echo no such host; exit 1");
    assertThatThrownBy(() -> new Maven(Map.of("PATH", dir.toString())).run(dir, List.of()))
        .isInstanceOf(SieveException.class)
        .hasMessageContaining("Maven could not fetch")
        .hasMessageContaining("no such host");
  }

  @Test
  void shouldFetchFromMavenCentralIfMavenFails() throws IOException {
    executable(dir.resolve("mvn"), "echo no write access to the local repository; exit 1");
    MavenCentral nowhere = new MavenCentral(URI.create("http://localhost:1/"), PATIENCE);
    SamplePages pages =
        new SamplePages(dir.resolve("cache"), new Maven(Map.of("PATH", dir.toString())), nowhere);
    List<String> notes = new ArrayList<>();
    assertThatThrownBy(() -> pages.get(notes::add))
        .isInstanceOf(SieveException.class)
        .hasMessageContaining("http://localhost:1/")
        .hasMessageContaining("cannot be fetched");
    assertThat(notes)
        .satisfiesExactly(
            note -> assertThat(note).contains("through Maven"),
            note -> assertThat(note).contains("no write access to the local repository"),
            note -> assertThat(note).contains("from Maven Central"));
  }

  @Test
  void shouldNameAnotherWayIfTheCacheCannotBeWritten() throws IOException {
    Path file = Files.writeString(dir.resolve("file"), "");
    assertThatThrownBy(() -> new SamplePages(file.resolve("cache")).get(note -> {}))
        .isInstanceOf(SieveException.class)
        .hasMessageContaining(file.resolve("cache") + ", cannot be written")
        .hasMessageContaining("--cache");
  }

  private static Path executable(Path file, String script) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\n" + script + "\n");
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
