package dev.crawlsieve.tool.cli;

import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.stream.letters.ShownLetter;
import dev.crawlsieve.stream.run.SettingsInForce;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows one dead letter. */
@Command(
    name = "show",
    description =
        "Show a dead letter: whether it can be sent again, its headers, which say why it is one,"
            + " and the beginning of its body.")
final class DeadLettersShowCommand extends ResultCommand {

  @Parameters(
      paramLabel = "PARTITION@OFFSET",
      description = "Its position on the topic, as 'dead-letters list' prints it.")
  private String place;

  @Option(
      names = "--bytes",
      paramLabel = "N",
      defaultValue = "4096",
      description =
          "Maximum number of bytes to show of the body, and of each header. Default:"
              + " ${DEFAULT-VALUE}.")
  private int most;

  @Override
  public Integer call() {
    ensureNotNegative("--bytes", most);
    Coordinates at = ShownLetter.place(place); // before brokers are asked for settings
    ShownLetter letter =
        ShownLetter.read(SettingsInForce.of(settings.settings()).config(), at, most);
    show(() -> letter, () -> print(letter));
    return ExitCode.OK;
  }

  private static String again(ShownLetter letter) {
    if (letter.refusal() != null) {
      return letter.refusal();
    }
    return letter.cause() == null
        ? "can be sent again"
        : "sent again, it would be a dead letter again, unless 'run' has other settings than are"
            + " given here ("
            + letter.cause()
            + ")";
  }

  /** Whether only settings that a generation keeps could make a page of it. */
  private static boolean needsGeneration(ShownLetter letter) {
    return letter.produced() && letter.refusal() == null && letter.cause() != null;
  }

  private void print(ShownLetter letter) {
    line("dead letter %s of %s", letter.at(), letter.time());
    console.line(letter.sentAgain() ? "has been sent again" : again(letter));
    if (!letter.sentAgain() && needsGeneration(letter)) {
      console.line(
          "if a setting such as page.fields would read it: that needs a new generation ('replay"
              + " --into PREFIX'), which reads all of pages anyway");
    }
    console.line("");
    console.line("key: " + (letter.key() == null ? "none" : letter.key()));
    letter.headers().forEach(header -> console.line(header.name() + ": " + header.value()));
    console.line("");
    console.lines(letter.body());
    if (letter.cut()) {
      line("… %,d bytes in all", letter.bytes());
    }
  }
}
