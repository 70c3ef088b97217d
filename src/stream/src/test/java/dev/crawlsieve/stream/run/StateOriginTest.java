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
    assertThat(check("")).isEqualTo("the first run with these topics: the index is empty");
    assertThat(check("one")).isEmpty();
    writeState();
    assertThat(check("one")).isEmpty();
    assertThat(cleanUps).isZero();
    assertThat(check("two")).isEmpty();
    assertThat(cleanUps).isEqualTo(1);
  }

  /** After 'topics delete', which says that 'run' replaces the state: nothing to warn of. */
  @Test
  void shouldSayThatAnIndexOfTopicsThatAreGoneIsDeleted() throws IOException {
    assertThat(check("one")).isEmpty();
    writeState();
    assertThat(check(""))
        .isEqualTo(
            "the first run with these topics: the index is empty; the one in "
                + folder
                + ", of topics that are gone, is deleted");
    assertThat(cleanUps).isEqualTo(1);
  }

  private String check(String changelog) {
    return origin.check(
        () -> cleanUps++, changelog.isEmpty() ? Optional.empty() : Optional.of(changelog));
  }

  private void writeState() throws IOException {
    Files.createDirectories(folder.resolve("crawlsieve/1_0"));
  }
}
