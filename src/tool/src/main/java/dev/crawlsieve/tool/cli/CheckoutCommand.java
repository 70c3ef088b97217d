package dev.crawlsieve.tool.cli;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.failure.SieveException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Takes the place of a command of the lab, and says that it is not shipped, or was removed. */
@Command(hidden = true)
final class CheckoutCommand implements Runnable {

  private static final String REMOVED = "evaluate-set";

  /** The names of the lab's commands. */
  static final List<String> NAMES = List.of("bench", "chaos", "evaluate-all", REMOVED);

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    if (spec.name().equals(REMOVED)) {
      throw new SettingsException(
          "'evaluate-set' was removed: 'evaluate --sample' draws pairs of your own to label");
    }
    throw new SieveException(
        "'%s' is not part of an installation; it works from a checkout of the sources"
            .formatted(spec.name()));
  }
}
