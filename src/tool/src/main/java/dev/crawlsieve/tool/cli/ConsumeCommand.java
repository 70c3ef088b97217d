package dev.crawlsieve.tool.cli;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.reading.TopicReader;
import dev.crawlsieve.stream.kafka.topics.GroupProgress;
import dev.crawlsieve.tool.terminal.Interruption;
import dev.crawlsieve.tool.terminal.SettingsOptions;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Prints a topic. */
@Command(
    name = "consume",
    description =
        "Print the committed records of a topic, from its beginning to its current end, one per"
            + " line. Fingerprints are shown as JSON.")
final class ConsumeCommand extends ConsoleCommand {

  @Mixin private SettingsOptions settings;

  @Parameters(
      paramLabel = "TOPIC",
      description =
          "pages, fingerprints, verdicts, unique, duplicate, unjudged, dead-letters, clusters,"
              + " mirrors or passages, without topic.prefix, or the full name of any topic.")
  private String topic;

  @Option(
      names = "--from-beginning",
      negatable = true,
      defaultValue = "true",
      fallbackValue = "true",
      description =
          "Start at the beginning of the topic (the default); --no-from-beginning starts at its"
              + " end.")
  private boolean fromBeginning;

  @Option(
      names = "--follow",
      description = "Keep waiting for new records at the end, until Ctrl-C. Default: stop there.")
  private boolean follow;

  @Option(
      names = "--headers",
      description =
          "Print a JSON object per record: key, partition, offset, timestamp, headers, value."
              + " Default: the raw value.")
  private boolean headers;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "Stop after this many records. Default: no limit.")
  private long limit = Long.MAX_VALUE;

  @Override
  public Integer call() throws Exception {
    ensureNotNegative("--limit", limit);
    SieveConfig config = settings.config();
    TopicReader reader = new TopicReader(config, console::note);
    long[] left = {limit};
    Callable<Integer> reading =
        () -> {
          if (limit > 0) {
            reader.read(
                new TopicReader.Reading(topic, headers, fromBeginning, follow),
                line -> {
                  console.line(line);
                  if (follow) {
                    console.flush();
                  }
                  return --left[0] > 0;
                });
            if (left[0] == limit && !follow) {
              console.note(nothing(config));
            }
          }
          return ExitCode.OK;
        };
    return new Interruption(reader::stop).during(reading);
  }

  private String nothing(SieveConfig config) {
    if (!fromBeginning) {
      return "there is nothing after the end of '" + topic + "': --follow waits for it";
    }
    String nothing = "there is nothing on '" + topic + "' yet";
    if (!config.topics().all().contains(config.topics().named(topic))
        || config.topics().named(topic).equals(config.topics().pages())) {
      return nothing + ": --follow waits for it";
    }
    try (GroupProgress run = new GroupProgress(config)) {
      return nothing + ": " + run.told() + "; --follow waits for results";
    } catch (SieveException e) {
      return nothing + "; how far 'run' is cannot be told: " + e.getMessage();
    }
  }
}
