package dev.crawlsieve.tool.terminal;

import java.util.ServiceLoader;
import picocli.CommandLine;

/**
 * A command in a source folder of its own, so that nothing in the product depends on it; {@link
 * ServiceLoader} finds it.
 */
public interface AddedCommand {

  /** The command, including its subcommands. */
  CommandLine of(Console console);
}
