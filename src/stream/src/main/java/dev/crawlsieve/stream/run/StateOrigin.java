package dev.crawlsieve.stream.run;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.stream.config.SieveConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes state on this machine that belongs to another changelog. Kafka Streams knows only
 * offsets: if the changelog was replaced by another one of the same name, it would take the old
 * state for the beginning of the new changelog.
 */
final class StateOrigin {

  private static final Logger LOG = LoggerFactory.getLogger(StateOrigin.class);

  private final SieveConfig config;

  StateOrigin(SieveConfig config) {
    this.config = config;
  }

  /**
   * Deletes state that does not belong to the current changelog, or whose changelog is unknown; it
   * will be restored.
   *
   * @param cleanUp deletes the state
   * @param then id of the index's changelog when the state was last used, if known
   * @param now its current id; empty if there is none yet
   * @return a message about a first run with these topics, if there is no changelog; otherwise
   *     empty
   * @throws SieveException if the state cannot be deleted
   */
  String check(Runnable cleanUp, Optional<String> then, Optional<String> now) {
    boolean old = (now.isEmpty() || !now.equals(then)) && hasState();
    String first = now.isEmpty() ? "the first run with these topics: the index is empty" : "";
    if (old && now.isEmpty()) {
      first += "; the one in " + config.stateDir() + ", of topics that are gone, is deleted";
    } else if (old) {
      LOG.warn("the state in '{}' is of another changelog: it is restored", config.stateDir());
    }
    if (old) {
      cleanUp.run();
    }
    return first;
  }

  /** Whether there is a task's folder. */
  private boolean hasState() {
    Path folder = Path.of(config.stateDir(), config.applicationId());
    if (!Files.isDirectory(folder)) {
      return false;
    }
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.anyMatch(Files::isDirectory);
    } catch (IOException e) {
      throw new SieveException(
          "the folder '" + config.stateDir() + "' (setting state.dir) cannot be used: " + e, e);
    }
  }
}
