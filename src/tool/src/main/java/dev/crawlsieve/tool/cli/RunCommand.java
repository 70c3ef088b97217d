package dev.crawlsieve.tool.cli;

import dev.crawlsieve.core.failure.FullDisk;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.errors.BrokerTroubleException;
import dev.crawlsieve.stream.run.SieveRunner;
import dev.crawlsieve.tool.terminal.HttpAddressConverter;
import dev.crawlsieve.tool.terminal.Interruption;
import dev.crawlsieve.tool.terminal.SettingsOptions;
import dev.crawlsieve.watch.http.HttpAddress;
import dev.crawlsieve.watch.live.MeteredRun;
import dev.crawlsieve.watch.live.Watch;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs the topology against the user's brokers. */
@Command(
    name = "run",
    description =
        "Sieve the pages topic until stopped. Instances with the same application.id share the"
            + " work.")
final class RunCommand extends ConsoleCommand {

  private static final Duration LOOK_EVERY = Duration.ofMillis(500);
  private static final Duration RETRY_EVERY = Duration.ofSeconds(1);

  @Mixin private SettingsOptions settings;

  @Option(
      names = "--http",
      paramLabel = "HOST:PORT",
      converter = HttpAddressConverter.class,
      description =
          "Serve metrics, health checks and a live page about this instance over HTTP, without"
              + " encryption, and without login unless http.token.file is set; 127.0.0.1:8080 for this machine only. Default: off.")
  private HttpAddress http;

  @Override
  public Integer call() throws Exception {
    SieveConfig config = settings.config();
    config.unknownToKafka().forEach(console::note);
    return FullDisk.naming(
        "the folder '" + Path.of(config.stateDir()).toAbsolutePath() + "' (setting state.dir)",
        "; started again, it goes on after what was committed",
        () -> run(config));
  }

  private int run(SieveConfig config) throws Exception {
    if (http == null) {
      try (MeteredRun run = new MeteredRun(config)) {
        run.start();
        return run(config, run);
      }
    }
    try (Watch watch = Watch.open(config, http)) {
      console.note("see http://" + watch.address() + "/");
      Map<String, String> advertised = settings.settings();
      advertised.putIfAbsent("streams.application.server", watch.advertised());
      return run(config.sharing(advertised), watch.run());
    }
  }

  private int run(SieveConfig config, MeteredRun observed) throws Exception {
    console.timed();
    try (RunStatus status = new RunStatus(console, observed);
        SieveRunner runner = new SieveRunner(config, observed)) {
      Interruption interruption = new Interruption(() -> stop(runner, status, observed));
      return interruption.during(
          () -> {
            if (!started(runner, config, interruption)) {
              return ExitCode.OK;
            }
            note(
                "%s sieves %s at %s%s",
                config.applicationId(),
                config.topics().pages(),
                config.bootstrapServers(),
                Interruption.STOPS_IT);
            LoggerFactory.getLogger(RunCommand.class) // created only once its level is set
                .info("detector {}; its index has {}", config.detector().name(), runner.plan());
            console.note(runner.indexMemory());
            if (!runner.first().isEmpty()) {
              console.note(runner.first());
            }
            if (!config.seed().given()) {
              console.note(
                  "no fingerprint.seed is set: on the open web, anyone can write a page that makes"
                      + " yours a copy (docs/security.md, \"A seed\")");
            }
            return sieve(runner, status, interruption);
          });
    }
  }

  /**
   * Stops the instance first, so that the summary and the metrics include everything that came out.
   */
  private static void stop(SieveRunner runner, RunStatus status, MeteredRun observed) {
    runner.close();
    status.close();
    observed.stopped();
  }

  /**
   * Starts the instance as soon as a broker answers: while a broker restarts, instances that start
   * at the same time must not end.
   *
   * @return false if it was interrupted first
   */
  private boolean started(SieveRunner runner, SieveConfig config, Interruption interruption)
      throws InterruptedException {
    Duration patience = config.healthPatience();
    long end = System.nanoTime() + patience.toNanos();
    boolean told = false;
    while (true) {
      try {
        runner.start();
        return true;
      } catch (BrokerTroubleException e) {
        if (System.nanoTime() >= end) {
          throw e;
        }
        if (!told) {
          note(
              "%s; trying again for %s s (setting producer.max.block.ms)",
              e.getMessage(), patience.toSeconds());
          told = true;
        }
        if (interruption.await(RETRY_EVERY)) {
          return false;
        }
      }
    }
  }

  private static int sieve(SieveRunner runner, RunStatus status, Interruption interruption)
      throws InterruptedException {
    boolean ran = false;
    status.begin();
    while (!interruption.await(LOOK_EVERY)) {
      ensureWell(runner, ran);
      ran |= runner.running();
      status.look();
    }
    return ExitCode.OK;
  }

  private static void ensureWell(SieveRunner runner, boolean ran) {
    SieveException failure = runner.failure();
    if (failure != null) {
      throw failure;
    } else if (ran && !runner.running()) {
      throw new SieveException("the topology has stopped on its own");
    }
  }
}
