package dev.crawlsieve.tool.terminal;

import java.util.ServiceLoader;
import picocli.CommandLine;

/**
 * A command of the lab, which the product does not depend on and does not ship; {@link
 * ServiceLoader} finds it.
 */
public interface AddedCommand {

  /** The command, including its subcommands. */
  CommandLine of(Console console);
}
