package dev.crawlsieve.tool.cli;

import dev.crawlsieve.tool.broker.ClusterMember;
import dev.crawlsieve.tool.broker.EmbeddedBroker;
import dev.crawlsieve.tool.terminal.Interruption;
import dev.crawlsieve.tool.terminal.Version;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;

/** Runs one of the brokers of {@code chaos}; not meant for users. */
@Command(
    name = "broker-member",
    hidden = true,
    description = "Run one of several brokers, as 'chaos' does.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class BrokerMemberCommand implements Callable<Integer> {

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
  public Integer call() throws Exception {
    ClusterMember member = new ClusterMember(node, port, controllerPort, voters, clusterId);
    try (EmbeddedBroker broker = EmbeddedBroker.join(dir, member)) {
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
}
