package dev.crawlsieve.stream.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.stream.config.SieveConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateOriginTest {

  @TempDir Path folder;
  private StateOrigin origin;
  private int cleanUps;

  @BeforeEach
  void setUp() {
    origin = new StateOrigin(SieveConfig.of(Map.of("state.dir", folder.toString())));
  }

  @Test
  void shouldKeepTheStateOfTheChangelogThatThereIs() throws IOException {
    assertThat(check("", "")).isEqualTo("the first run with these topics: the index is empty");
    assertThat(check("", "one")).isEmpty();
    writeState();
    assertThat(check("one", "one")).isEmpty();
    assertThat(cleanUps).isZero();
    assertThat(check("one", "two")).isEmpty();
    assertThat(cleanUps).isEqualTo(1);
    assertThat(check("", "two")).isEmpty();
    assertThat(cleanUps).isEqualTo(2);
  }

  /** After 'topics delete', which says that 'run' replaces the state: nothing to warn of. */
  @Test
  void shouldSayThatAnIndexOfTopicsThatAreGoneIsDeleted() throws IOException {
    writeState();
    assertThat(check("one", ""))
        .isEqualTo(
            "the first run with these topics: the index is empty; the one in "
                + folder
                + ", of topics that are gone, is deleted");
    assertThat(cleanUps).isEqualTo(1);
  }

  private String check(String then, String now) {
    return origin.check(() -> cleanUps++, known(then), known(now));
  }

  private static Optional<String> known(String changelog) {
    return Optional.of(changelog).filter(id -> !id.isEmpty());
  }

  private void writeState() throws IOException {
    Files.createDirectories(folder.resolve("crawlsieve/1_0"));
  }
}
