package dev.crawlsieve.tool.cli;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.testkit.broker.EmbeddedBroker;
import dev.crawlsieve.tool.terminal.Interruption;
import dev.crawlsieve.tool.terminal.JsonOption;
import java.nio.file.Path;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs a broker for development. */
@Command(
    name = "broker",
    description = "Run a development Kafka broker, reachable from this machine only, until Ctrl-C.")
final class BrokerCommand extends ConsoleCommand {

  private static final Duration LOOK_EVERY = Duration.ofMillis(500);

  @Mixin private JsonOption json;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      defaultValue = "crawlsieve-broker",
      description = "Folder for its data, used again the next time. Default: ${DEFAULT-VALUE}.")
  private Path dir;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "9092",
      description = "Port for clients; 0 for any free port. Default: ${DEFAULT-VALUE}.")
  private int port;

  private record Running(String bootstrapServers, String dir) {}

  @Override
  public Integer call() throws Exception {
    if (port < 0 || port > 65_535) {
      throw new SettingsException("--port " + port + " is not a port: give one from 0 to 65535");
    }
    try (EmbeddedBroker broker = EmbeddedBroker.start(dir, port)) {
      Interruption interruption = new Interruption(broker::close);
      return interruption.during(
          () -> {
            tell(broker.bootstrapServers());
            return serve(broker, interruption);
          });
    }
  }

  private void tell(String servers) {
    if (json.wanted()) {
      result(new Running(servers, dir.toString()));
    } else {
      console.line("the broker is ready on " + servers + Interruption.STOPS_IT);
    }
    console.flush();
  }

  private static int serve(EmbeddedBroker broker, Interruption interruption)
      throws InterruptedException {
    while (!interruption.await(LOOK_EVERY)) {
      if (broker.failure() != null) {
        throw broker.failure();
      }
    }
    return ExitCode.OK;
  }
}
