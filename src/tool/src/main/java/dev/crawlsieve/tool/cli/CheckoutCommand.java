package dev.crawlsieve.tool.cli;

import dev.crawlsieve.core.work.SieveException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Stands in for a command of the lab, which is not shipped, and says so. */
@Command(hidden = true)
final class CheckoutCommand implements Runnable {

  /** The lab's commands. */
  static final List<String> NAMES = List.of("bench", "chaos", "evaluate-all", "evaluate-set");

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new SieveException(
        "'%s' is not part of an installation; it works from a checkout of the sources"
            .formatted(spec.name()));
  }
}
