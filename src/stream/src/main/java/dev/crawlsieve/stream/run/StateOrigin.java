package dev.crawlsieve.stream.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.stream.config.IndexTasks;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.topology.Changelogs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records to which changelog the state on this machine belongs. Kafka Streams knows only offsets:
 * if the changelog was replaced by another one of the same name, it would take the old state for
 * the beginning of the new changelog.
 */
final class StateOrigin {

  private static final Logger LOG = LoggerFactory.getLogger(StateOrigin.class);

  private final SieveConfig config;
  private final Path file;

  /**
   * Whether the changelog did not exist when the state was checked, and is still to be recorded.
   */
  private volatile boolean due;

  StateOrigin(SieveConfig config) {
    this.config = config;
    this.file = Path.of(config.stateDir(), config.applicationId() + ".changelog");
  }

  /**
   * Deletes state that does not belong to the current changelog, or whose changelog is unknown; it
   * will be restored.
   *
   * @param cleanUp deletes the state
   * @param now the current {@link #changelog}
   * @return a message about a first run with these topics, if there is no changelog; otherwise
   *     empty
   * @throws SieveException if the state cannot be deleted
   */
  String check(Runnable cleanUp, Optional<String> now) {
    String first = "";
    try {
      String then = Files.exists(file) ? Files.readString(file, UTF_8).strip() : "";
      if (now.isEmpty()) {
        first = "the first run with these topics: the index is empty";
        if (hasState()) {
          first += "; the one in " + config.stateDir() + ", of topics that are gone, is deleted";
          cleanUp.run();
        }
        note(now);
      } else if (!then.equals(now.get())) {
        if (hasState()) {
          LOG.warn("the state in '{}' is of another changelog: it is restored", config.stateDir());
          cleanUp.run();
        }
        note(now);
      }
    } catch (IOException e) {
      throw new SieveException(
          "the folder '" + config.stateDir() + "' (setting state.dir) cannot be used: " + e, e);
    }
    due = now.isEmpty();
    return first;
  }

  /** Whether there is a task's folder. */
  private boolean hasState() throws IOException {
    Path folder = Path.of(config.stateDir(), config.applicationId());
    if (!Files.isDirectory(folder)) {
      return false;
    }
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.anyMatch(Files::isDirectory);
    }
  }

  /**
   * Records the changelog if it did not exist at the start: the very first instance creates it, and
   * may be killed at any time.
   *
   * @throws SieveException if no broker answers; the next call tries again
   */
  void running(Admin admin) {
    if (!due) {
      return;
    }
    Optional<String> now = changelog(admin);
    due = now.isEmpty();
    try {
      note(now);
    } catch (IOException e) {
      LOG.warn("the state will be restored at the next start: {}", e.toString());
    }
  }

  /** Like {@link #running}, for an instance that stopped before that was called. */
  void stopped() {
    if (!due) {
      return;
    }
    try (LazyAdmin admin = new LazyAdmin(config)) {
      running(admin.get());
    } catch (SieveException e) {
      LOG.warn("the state will be restored at the next start: {}", e.toString());
    }
  }

  private void note(Optional<String> changelog) throws IOException {
    if (changelog.isPresent()) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, changelog.get() + "\n", UTF_8);
    } else {
      Files.deleteIfExists(file);
    }
  }

  /**
   * The id that the brokers gave to the index's changelog; empty if there is none yet.
   *
   * @throws SieveException if no broker answers
   */
  Optional<String> changelog(Admin admin) {
    String name = Changelogs.name(config, IndexTasks.INDEX_STORE);
    return new Connection(config)
        .await(admin.listTopics().listings()).stream()
            .filter(topic -> topic.name().equals(name))
            .map(topic -> topic.topicId().toString())
            .findFirst();
  }
}
