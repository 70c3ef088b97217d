package dev.crawlsieve.tool.cli;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.measure.report.Figures;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.topics.TopicDeletion;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;

/** Deletes a generation from the brokers. */
@Command(
    name = "delete",
    description =
        "Delete the topics of this application.id and topic.prefix with their contents, the"
            + " changelogs of the index, and the group's offsets; 'topics create' can then begin"
            + " again. Asks for the name first. Topics of other generations, and those that"
            + " pages.topic and fingerprints.topic name, stay.")
final class TopicsDeleteCommand extends ResultCommand {

  @Option(names = "--yes", description = "Do not ask: for scripts.")
  private boolean yes;

  @Override
  public Integer call() {
    SieveConfig config = settings.config();
    TopicDeletion deletion = new TopicDeletion(config);
    List<String> topics = deletion.topics();
    if (!topics.isEmpty() && !yes) {
      deletion.ensureIdle();
      confirm(config, topics);
    }
    deletion.delete(topics);
    show(
        () -> Map.of("deleted", topics, "stateDir", config.stateDir()),
        () -> {
          console.line(
              topics.isEmpty() ? "there are no topics" : "deleted " + String.join(", ", topics));
          line(
              "state.dir (%s%s) may hold the index of these topics, here and on other machines:"
                  + " 'run' replaces it, or remove the folder",
              config.stateDir(),
              config.changed().containsKey("state.dir") ? "" : ", or what 'run' was given");
        });
    return ExitCode.OK;
  }

  /** Asks the user to confirm by typing the name of the generation. */
  private void confirm(SieveConfig config, List<String> topics) {
    String name = config.applicationId();
    note(
        "This deletes %s at %s, with all that is in them: %s",
        Figures.count(topics.size(), "topic"),
        config.bootstrapServers(),
        String.join(", ", topics));
    note("Type %s to go on, anything else to keep them:", name);
    String typed;
    try {
      typed =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
    } catch (IOException e) {
      throw new SieveException("standard input cannot be read: " + e.getMessage(), e);
    }
    if (typed == null) {
      throw new SieveException("nothing is deleted: there is no answer; --yes does not ask");
    }
    if (!typed.strip().equals(name)) {
      throw new SieveException("nothing is deleted: that is not " + name);
    }
  }
}
