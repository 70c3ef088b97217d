package dev.crawlsieve.tool.cli;

import dev.crawlsieve.core.failure.SieveException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Takes the place of a command of the lab, and says that it is not shipped. */
@Command(hidden = true)
final class CheckoutCommand implements Runnable {

  /** The names of the lab's commands. */
  static final List<String> NAMES = List.of("bench", "chaos", "evaluate-all", "evaluate-set");

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new SieveException(
        "'%s' is not part of an installation; it works from a checkout of the sources"
            .formatted(spec.name()));
  }
}
