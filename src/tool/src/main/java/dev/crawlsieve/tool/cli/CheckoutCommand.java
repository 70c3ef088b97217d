package dev.crawlsieve.tool.cli;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.failure.SieveException;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Takes the place of a command of the lab, and says that it is not shipped, or was removed. */
@Command(hidden = true)
final class CheckoutCommand implements Runnable {

  /** Commands that are no more, each with what to use in its place. */
  private static final Map<String, String> REMOVED =
      Map.of(
          "evaluate-set",
          "'evaluate --sample' draws pairs of your own to label",
          "evaluate-all",
          "'evaluate' measures one detector (--set detector=NAME)");

  /** The names of the lab's commands. */
  static final List<String> NAMES = List.of("bench", "chaos", "evaluate-all", "evaluate-set");

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    if (REMOVED.containsKey(spec.name())) {
      throw new SettingsException(
          "'%s' was removed: %s".formatted(spec.name(), REMOVED.get(spec.name())));
    }
    throw new SieveException(
        "'%s' is not part of an installation; it works from a checkout of the sources"
            .formatted(spec.name()));
  }
}
