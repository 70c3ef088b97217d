package dev.crawlsieve.tool.terminal;

import java.util.ServiceLoader;
import picocli.CommandLine;

/**
 * A command of the lab, found by {@link ServiceLoader}. The product neither depends on the lab nor
 * ships it.
 */
public interface AddedCommand {

  /** The command, including its subcommands. */
  CommandLine of(Console console);
}
