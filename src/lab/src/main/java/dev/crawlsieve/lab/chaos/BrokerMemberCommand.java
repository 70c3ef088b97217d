package dev.crawlsieve.lab.chaos;

import dev.crawlsieve.lab.bench.process.Lifeline;
import dev.crawlsieve.testkit.broker.EmbeddedBroker;
import dev.crawlsieve.tool.terminal.AddedCommand;
import dev.crawlsieve.tool.terminal.Console;
import dev.crawlsieve.tool.terminal.Interruption;
import dev.crawlsieve.tool.terminal.Version;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;

/** Runs one of the brokers of {@code chaos}; public for the service loader. */
@Command(
    name = "broker-member",
    hidden = true,
    description = "Run one of several brokers, as 'chaos' does.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class BrokerMemberCommand implements AddedCommand, Callable<Integer> {

  private static final Duration LOOK_EVERY = Duration.ofMillis(500);

  @Option(names = "--dir", required = true, description = "Folder for its data.")
  private Path dir;

  @Option(names = "--node", required = true, description = "Its node id.")
  private int node;

  @Option(names = "--port", required = true, description = "Port for clients.")
  private int port;

  @Option(names = "--controller-port", required = true, description = "Port for controllers.")
  private int controllerPort;

  @Option(names = "--voters", required = true, description = "All controllers.")
  private String voters;

  @Option(names = "--cluster-id", required = true, description = "The cluster's id.")
  private String clusterId;

  @Override
  public CommandLine of(Console console) {
    Lifeline.holdIfWanted(); // for every process that the lab starts, with any command
    return new CommandLine(this);
  }

  @Override
  public Integer call() throws Exception {
    try (EmbeddedBroker broker =
        EmbeddedBroker.join(dir, node, clusterId, port, controllerPort, settings())) {
      Interruption interruption = new Interruption(broker::close);
      return interruption.during(
          () -> {
            while (!interruption.await(LOOK_EVERY)) {
              if (broker.failure() != null) {
                throw broker.failure();
              }
            }
            return ExitCode.OK;
          });
    }
  }

  /** Every record has three replicas. */
  private Map<String, String> settings() {
    Map<String, String> settings = new HashMap<>();
    settings.put("controller.quorum.voters", voters);
    for (String what :
        List.of(
            "default", "offsets.topic", "transaction.state.log", "share.coordinator.state.topic")) {
      settings.put(what + ".replication.factor", "3");
    }
    settings.put("min.insync.replicas", "2");
    settings.put("transaction.state.log.min.isr", "2");
    settings.put("share.coordinator.state.topic.min.isr", "2");
    // Detect a lost broker quickly.
    settings.put("broker.session.timeout.ms", "6000");
    settings.put("replica.lag.time.max.ms", "10000");
    return settings;
  }
}
