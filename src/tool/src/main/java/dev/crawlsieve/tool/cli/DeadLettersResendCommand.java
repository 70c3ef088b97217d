package dev.crawlsieve.tool.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.measure.report.Figures;
import dev.crawlsieve.stream.kafka.reading.RecordJson;
import dev.crawlsieve.stream.letters.DeadLetterStage;
import dev.crawlsieve.stream.letters.LetterFilter;
import dev.crawlsieve.stream.letters.LetterResend;
import dev.crawlsieve.stream.letters.ResendResult;
import dev.crawlsieve.stream.run.SettingsInForce;
import dev.crawlsieve.tool.terminal.Interruption;
import dev.crawlsieve.tool.terminal.ProgressLine;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;

/** Sends the pages of dead letters again. */
@Command(
    name = "resend",
    description =
        "Send the pages of dead letters to the pages topic again, each letter once, no matter"
            + " how often this is run. Letters of the stages fingerprint and produce can be sent;"
            + " it says how many will be dead letters again with the settings that it is given, which"
            + " should be those of 'run'; if some that are selected cannot, it says why, and the"
            + " exit code is 1.")
final class DeadLettersResendCommand extends ResultCommand {

  @Option(
      names = "--stage",
      paramLabel = "STAGE",
      description = "Only letters of this stage: ${COMPLETION-CANDIDATES}. Default: any.")
  private Optional<DeadLetterStage> stage;

  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      defaultValue = "",
      description =
          "Only letters whose reason contains this, in any case of letters, as it is or as"
              + " 'dead-letters list' shows it. Default: any.")
  private String reason;

  @Option(names = "--dry-run", description = "Send nothing; say what would be sent.")
  private boolean dryRun;

  @Override
  public Integer call() throws Exception {
    LetterResend resend = new LetterResend(SettingsInForce.of(settings.settings()).config());
    LetterFilter filter = new LetterFilter(stage, reason);
    Callable<ResendResult> work =
        () -> {
          try (ProgressLine line = new ProgressLine(console)) {
            return dryRun
                ? resend.tryOut(filter, progress -> line.accept("letters", progress))
                : resend.resend(filter, progress -> line.accept("letters", progress));
          }
        };
    ResendResult result = new Interruption(resend::stop, console).during(work);
    show(
        () ->
            RecordJson.JSON
                .createObjectNode()
                .put("dryRun", dryRun)
                .setAll((ObjectNode) RecordJson.JSON.valueToTree(result)),
        () -> print(result));
    return result.refused().isEmpty() ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private void print(ResendResult result) {
    line(
        "%,d of %s selected, %,d not",
        result.selected(), Figures.count(result.letters(), "dead letter"), result.left());
    line(
        "%s %,d; sent before %,d; cannot be sent %,d",
        dryRun ? "would send" : "sent",
        result.sent(),
        result.sentBefore(),
        result.refusedLetters());
    result
        .again()
        .forEach(
            (why, letters) ->
                line(
                    "  %,d %s a dead letter again, unless 'run' has other settings than are given here: %s",
                    letters, dryRun ? "would be" : "will be", why));
    result.refused().forEach((why, letters) -> line("  %,d: each %s", letters, why));
  }
}
