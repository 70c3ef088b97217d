package dev.crawlsieve.core.override;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.config.AppliedOverrides;
import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.OverrideRule;
import dev.crawlsieve.core.config.Overrides;
import dev.crawlsieve.core.config.PageSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file of overrides that changes while it is in use. */
final class LiveOverridesTest {

  private static final String SEPARATE = "{\"separate\":{\"hosts\":[\"a.example\",\"b.example\"]}}";

  @TempDir Path folder;
  private Path file;
  private final List<String> told = new ArrayList<>();
  private long nanos = -7;

  @BeforeEach
  void begin() {
    file = folder.resolve("overrides.jsonl");
  }

  @Test
  void shouldReadTheFileAgainOnceItHasChanged() throws IOException {
    write();
    LiveOverrides live = live();
    assertThat(live.now()).isSameAs(Overrides.NONE);

    write("", "{\"keep\":{\"host\":\"a.example\"}}");
    assertThat(live.now()).as("it is not looked at for each page").isSameAs(Overrides.NONE);
    pass();
    assertThat(logged(live)).isEqualTo("2 keep host a.example");
    Overrides read = live.now();
    pass();
    assertThat(live.now()).as("unchanged").isSameAs(read);

    write("{\"drop\":{\"host\":\"a.example\"}}");
    pass();
    assertThat(logged(live)).isEqualTo("1 drop host a.example");
    assertThat(live.first()).isSameAs(Overrides.NONE);
    assertThat(told).containsExactly(counts(), counts());
  }

  @Test
  void shouldKeepTheLastLinesAndWarnOnceWhileTheFileCannotBeUsed() throws IOException {
    write("{\"keep\":{\"host\":\"a.example\"}}");
    LiveOverrides live = live();
    write("{\"drop\":{\"host\":\"a.example\"}}", "{\"drop\":{\"host\"");
    for (int look = 0; look < 3; look++) {
      pass();
      assertThat(logged(live)).isEqualTo("1 keep host a.example");
    }
    assertThat(told)
        .singleElement()
        .asString()
        .startsWith("overrides.file " + file + " line 2: ")
        .endsWith(". The lines that were read before stay in force");

    Files.delete(file);
    pass();
    assertThat(logged(live)).isEqualTo("1 keep host a.example");
    pass();
    assertThat(logged(live)).isEqualTo("1 keep host a.example");
    assertThat(told).hasSize(2);
    assertThat(told.get(1)).contains(file + ", which is not a file");

    write("{\"drop\":{\"host\":\"a.example\"}}");
    pass();
    assertThat(logged(live)).isEqualTo("1 drop host a.example");
    assertThat(told).hasSize(3).endsWith(counts());
  }

  @Test
  void shouldNotApplyOtherLinesByWhichPagesAreCompared() throws IOException {
    write(SEPARATE);
    LiveOverrides live = live();
    write("{\"drop\":{\"host\":\"a.example\"}}");
    pass();
    assertThat(logged(live)).isEmpty();
    assertThat(live.now().of("http://a.example/").separates()).isTrue();
    assertThat(told)
        .containsExactly(
            "overrides.file "
                + file
                + " has other lines of separate or thresholds than at the start, which need a new"
                + " generation ('replay --into PREFIX'). Nothing of it is applied until these"
                + " lines are as before");

    write("{\"drop\":{\"host\":\"a.example\"}}", SEPARATE);
    pass();
    assertThat(logged(live)).isEqualTo("1 drop host a.example");
    assertThat(told).hasSize(2).endsWith(counts());
  }

  /** What a page is counted for is in the log; the file may be newer or older. */
  @Test
  void shouldGoOnCountingWhatApplies() throws IOException {
    write("{\"keep\":{\"host\":\"a.example\"}}", "{\"drop\":{\"host\":\"b.example\"}}");
    LiveOverrides live = live();
    AppliedOverrides applied = new AppliedOverrides(live::now);
    applied.page("http://a.example/", decision(live), true);
    assertThat(applied.without()).isEqualTo(1);

    write(
        "{\"drop\":{\"host\":\"c.example\"}}",
        "{\"drop\":{\"host\":\"b.example\"}}",
        "{\"keep\":{\"host\":\"a.example\"}}");
    pass();
    assertThat(applied.without()).as("a.example has applied, on another line").isEqualTo(2);
    applied.page("http://c.example/", null, false); // logged before the change
    assertThat(applied.without()).isEqualTo(2);
    applied.page("http://c.example/", live.now().of("http://c.example/").decision(), true);
    assertThat(applied.text())
        .isEqualTo(
            "overrides.file applied to 2 pages and kept 1 that would have been dropped, dropped 1;"
                + " 1 of 3 names applied to no page: line 2: drop host b.example");
  }

  private String counts() {
    return "overrides.file " + file + " has changed: its lines of keep and drop count from now on";
  }

  private LiveOverrides live() {
    return new LiveOverrides(
        file,
        () -> OverridesFile.read(file, PageSettings.RAW, DetectorSettings.DEFAULT),
        () -> nanos,
        told::add);
  }

  private void pass() {
    nanos += LiveOverrides.LOOK_EVERY.toNanos();
  }

  private static OverrideRule decision(LiveOverrides live) {
    return live.now().of("http://a.example/").decision();
  }

  private static String logged(LiveOverrides live) {
    OverrideRule decision = decision(live);
    return decision == null ? "" : new String(decision.toBytes(), UTF_8);
  }

  private void write(String... lines) throws IOException {
    Path next = Files.write(folder.resolve("next"), List.of(lines));
    Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
  }
}
