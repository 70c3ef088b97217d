package dev.crawlsieve.stream.run;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.failure.Causes;
import dev.crawlsieve.core.failure.FullDisk;
import dev.crawlsieve.core.failure.MachineFaults;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.index.IndexException;
import dev.crawlsieve.stream.kafka.errors.BrokerRefusal;
import dev.crawlsieve.stream.kafka.topics.Topics;
import java.util.HashSet;
import java.util.Set;
import org.apache.kafka.streams.errors.MissingSourceTopicException;
import org.apache.kafka.streams.errors.ProcessorStateException;

/** Finds the sentence in a chain of causes that is most useful to the user. */
public final class FailureText {

  private FailureText() {}

  public static SieveException of(Throwable failure) {
    String refusal = BrokerRefusal.sentence(failure);
    if (refusal != null) {
      return new SieveException(refusal, failure);
    }
    String full = FullDisk.sentence(failure);
    if (full != null) {
      return new SieveException(full, failure);
    }
    String surroundings = MachineFaults.sentence(failure);
    if (surroundings != null) {
      return new SieveException(surroundings, failure);
    }
    if (Causes.any(failure, MissingSourceTopicException.class)) {
      return new SieveException(
          "an input topic no longer exists; 'crawlsieve topics describe' shows which one, and"
              + " "
              + Topics.CREATE
              + " makes missing topics",
          failure);
    }
    if (Causes.any(failure, ProcessorStateException.class)
        && !Causes.any(failure, IndexException.class)) {
      return new SieveException(
          "the folder of the setting state.dir cannot be used: "
              + Causes.root(failure)
              + ". If its files are damaged, delete it while the instance is stopped: the index is"
              + " restored from its changelog",
          failure);
    }
    String settings = BrokerRefusal.ofRecord(failure);
    if (settings != null) {
      return new SieveException(
          // Kafka Streams names the topic.
          String.join(" ", String.valueOf(failure.getMessage()).lines().limit(2).toList())
              + " ("
              + settings
              + "). Nothing was committed: the next start sends it again",
          failure);
    }
    Throwable cause = failure;
    Set<Throwable> seen = new HashSet<>();
    while (cause.getCause() != null && seen.add(cause) && !speaksToUsers(cause)) {
      cause = cause.getCause();
    }
    String message = cause.getMessage() == null ? cause.getClass().getName() : cause.getMessage();
    return new SieveException(
        speaksToUsers(cause)
            ? message
            : "the sieve stopped: " + cause.getClass().getSimpleName() + ": " + message,
        failure);
  }

  private static boolean speaksToUsers(Throwable cause) {
    return cause instanceof SettingsException
        || cause instanceof IndexException
        || cause instanceof SieveException;
  }
}
