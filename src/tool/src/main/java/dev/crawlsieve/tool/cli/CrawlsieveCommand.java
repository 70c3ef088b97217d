package dev.crawlsieve.tool.cli;

import dev.crawlsieve.tool.terminal.JsonLogging;
import dev.crawlsieve.tool.terminal.LogFormat;
import dev.crawlsieve.tool.terminal.Version;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The root command. */
@Command(
    name = "crawlsieve",
    description = {
      "Decides for each crawled page whether it is new or a copy of a page already kept.",
      "",
      "Start with 'crawlsieve quickstart', or with 'crawlsieve sieve INPUT --out DIR' on your own"
          + " pages."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    commandListHeading = "%nCommands:%n",
    footer = {
      "",
      "Exit codes: 0 done, 1 failed or some of the input could not be read, 2 wrong usage,"
          + " 3 more dead letters than --max-dead-letters.",
      "Run 'crawlsieve COMMAND --help' for details."
    })
final class CrawlsieveCommand implements Runnable {

  private static final String LEVEL = "org.slf4j.simpleLogger.defaultLogLevel";
  private static final String OWN_LEVEL = "org.slf4j.simpleLogger.log.dev.crawlsieve";
  private static final String STREAMS_LEVEL = "org.slf4j.simpleLogger.log.org.apache.kafka.streams";

  @Spec private CommandSpec spec;

  @Option(
      names = "--verbose",
      scope = ScopeType.INHERIT,
      description = "Show the log on standard error.")
  private boolean verbose;

  @Option(
      names = "--debug",
      scope = ScopeType.INHERIT,
      description = "Show stack traces of failures, and warnings of libraries.")
  private boolean debug;

  @Option(
      names = "--log",
      paramLabel = "FORMAT",
      scope = ScopeType.INHERIT,
      defaultValue = "text",
      description =
          "Format of standard error: text, or json for one JSON object per line (time, level,"
              + " logger, message, exception). Default: ${DEFAULT-VALUE}.")
  private LogFormat log;

  /** Whether stack traces are shown. */
  boolean debug() {
    return debug;
  }

  /** Sets the log's level and format; must be called before the first logger is created. */
  void quieten(ParseResult parsed) {
    boolean service =
        parsed.hasSubcommand()
            && parsed.subcommand().commandSpec().userObject() instanceof RunCommand;
    String level = verbose ? "info" : debug ? "warn" : service ? "error" : "off";
    if (service && level.equals("error") && System.getProperty(LEVEL) == null) {
      // This program's warnings are written for its users; those of libraries are not.
      System.setProperty(OWN_LEVEL, System.getProperty(OWN_LEVEL, "warn"));
    }
    System.setProperty(LEVEL, System.getProperty(LEVEL, level));
    if (service && level.equals("error") && log == LogFormat.TEXT) {
      // A failure is reported in one sentence; Kafka Streams would print it several times.
      System.setProperty(STREAMS_LEVEL, System.getProperty(STREAMS_LEVEL, "off"));
    }
    if (log == LogFormat.JSON) {
      JsonLogging.choose();
    }
    System.setProperty("org.slf4j.simpleLogger.showDateTime", "true");
    System.setProperty("org.slf4j.simpleLogger.dateTimeFormat", "yyyy-MM-dd'T'HH:mm:ss.SSSXXX");
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "name a command, such as quickstart");
  }
}
