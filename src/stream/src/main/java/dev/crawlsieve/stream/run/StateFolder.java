package dev.crawlsieve.stream.run;

import dev.crawlsieve.core.failure.Causes;
import dev.crawlsieve.core.failure.FullDisk;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.stream.config.SieveConfig;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.apache.kafka.streams.errors.StreamsException;

/** Describes what is wrong with the state folder. */
final class StateFolder {

  // In Kafka Streams 4.3.1, only the message tells this failure from others.
  private static final String TAKEN = "running in the same state directory";

  private StateFolder() {}

  /** The reason why an instance cannot be created. */
  static SieveException failed(SieveConfig config, StreamsException e) {
    String folder = "the folder '" + config.stateDir() + "' (setting state.dir)";
    if (String.valueOf(e.getMessage()).contains(TAKEN)) {
      return new SieveException(
          folder
              + " is in use by another run of application.id '"
              + config.applicationId()
              + "': stop that one, or give this one a folder of its own, --set state.dir=FOLDER",
          e);
    }
    return e instanceof ProcessorStateException && FullDisk.sentence(e) == null
        ? new SieveException(folder + " cannot be used: " + Causes.root(e), e)
        : FailureText.of(e);
  }
}
