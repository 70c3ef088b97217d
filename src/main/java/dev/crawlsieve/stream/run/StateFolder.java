package dev.crawlsieve.stream.run;

import dev.crawlsieve.core.work.Causes;
import dev.crawlsieve.core.work.SieveException;
import dev.crawlsieve.stream.config.SieveConfig;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.apache.kafka.streams.errors.StreamsException;

/** Says what is wrong with the folder of the state. */
final class StateFolder {

  // The one sign by which Kafka Streams 4.3.1 tells this from other failures.
  private static final String TAKEN = "running in the same state directory";

  private StateFolder() {}

  /** Why an instance cannot be made. */
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
    return e instanceof ProcessorStateException
        ? new SieveException(folder + " cannot be used: " + Causes.root(e), e)
        : FailureText.of(e);
  }
}
