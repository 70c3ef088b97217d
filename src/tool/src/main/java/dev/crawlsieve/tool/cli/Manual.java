package dev.crawlsieve.tool.cli;

import dev.crawlsieve.tool.terminal.Console;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/**
 * Writes the manual page and the shell completion for packages. It is run by the build, not by
 * users.
 */
public final class Manual {

  private Manual() {}

  /**
   * Writes {@code man/man1/crawlsieve.1} and {@code bash-completion/completions/crawlsieve}.
   *
   * @param folder the only argument: the folder to write them to
   */
  public static void main(String[] folder) throws IOException {
    CommandLine all = commands();
    write(Path.of(folder[0], "man", "man1", "crawlsieve.1"), page(all));
    write(
        Path.of(folder[0], "bash-completion", "completions", "crawlsieve"),
        AutoComplete.bash("crawlsieve", all));
  }

  /** All commands except those that exist only in a checkout. */
  static CommandLine commands() {
    CommandLine all =
        CommandLines.of(
            new Console(
                OutputStream.nullOutputStream(),
                new PrintStream(OutputStream.nullOutputStream()),
                false));
    CheckoutCommand.NAMES.forEach(name -> all.getCommandSpec().removeSubcommand(name));
    return all;
  }

  /** The manual page, with the help of each command in a section of its own (man(7)). */
  static String page(CommandLine all) {
    StringBuilder page = new StringBuilder(".TH CRAWLSIEVE 1\n.SH NAME\n");
    page.append("crawlsieve \\- a streaming near\\-duplicate sieve for crawled pages\n");
    page.append(".SH DESCRIPTION\n");
    help(page, all);
    sections(page, all);
    return page.toString();
  }

  private static void sections(StringBuilder page, CommandLine above) {
    for (Map.Entry<String, CommandLine> one : above.getSubcommands().entrySet()) {
      String name = one.getValue().getCommandSpec().qualifiedName();
      page.append(".SH ").append(escaped(name.substring(name.indexOf(' ') + 1))).append('\n');
      help(page, one.getValue());
      sections(page, one.getValue());
    }
  }

  private static void help(StringBuilder page, CommandLine command) {
    page.append(".nf\n");
    command
        .setUsageHelpAutoWidth(false)
        .getUsageMessage(Ansi.OFF)
        .lines()
        .forEach(line -> page.append(escaped(line)).append('\n'));
    page.append(".fi\n");
  }

  /**
   * A line of text, escaped: a dot or a quote at its beginning is not a request, and a hyphen can
   * be copied.
   */
  private static String escaped(String line) {
    StringBuilder escaped = new StringBuilder();
    line.replace("\\", "\\e")
        .replace("-", "\\-")
        .codePoints()
        .mapToObj(c -> c < 128 ? Character.toString(c) : "\\[u%04X]".formatted(c))
        .forEach(escaped::append);
    String text = escaped.toString();
    return text.startsWith(".") || text.startsWith("'") ? "\\&" + text : text;
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
