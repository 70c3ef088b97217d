package dev.crawlsieve.tool.cli;

import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_COMMAND_LIST;

import dev.crawlsieve.files.input.FileNames;
import dev.crawlsieve.tool.terminal.AddedCommand;
import dev.crawlsieve.tool.terminal.Console;
import dev.crawlsieve.tool.terminal.Failure;
import dev.crawlsieve.tool.terminal.InputOptions;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IFactory;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Builds the command line from the commands: exit code 0 is success, 1 failure, 2 wrong usage. */
final class CommandLines {

  private static final List<Class<?>> COMMANDS =
      List.of(
          QuickstartCommand.class,
          SieveCommand.class,
          BrokerCommand.class,
          GroupCommand.Topics.class,
          RunCommand.class,
          ProduceCommand.class,
          ConsumeCommand.class,
          GroupCommand.DeadLetters.class,
          AskCommand.class,
          FingerprintCommand.class,
          ExtractCommand.class,
          CompareCommand.class,
          EvaluateCommand.class,
          ExplainCommand.class,
          ForgetCommand.class,
          MirrorsCommand.class,
          ReplayCommand.class,
          SettingsCommand.class,
          SizingCommand.class);

  /** Options that are no more, each with what to use in its place. */
  private static final Map<String, String> REMOVED =
      Map.of(
          "explain --verdicts",
          "'--verdicts FILE' was removed: it is '--from DIR'",
          "evaluate --kinds",
          "'--kinds' was removed: give the pairs of each kind as a file of their own to --truth",
          "replay --overrides",
          "'--overrides FILE' was removed: it is '--try overrides.file=FILE'");

  private CommandLines() {}

  /** All commands. */
  static CommandLine of(Console console) {
    return of(console, "");
  }

  /**
   * The command with this name alone, none for the version; all commands if none has it. Reading
   * the declarations of all commands takes longer than most of them run.
   */
  static CommandLine of(Console console, String name) {
    CrawlsieveCommand root = new CrawlsieveCommand();
    CommandLine all = new CommandLine(root, new Factory(console));
    List<Class<?>> named = COMMANDS.stream().filter(type -> isCalled(type, name)).toList();
    boolean every = named.isEmpty() && !List.of("--version", "-V").contains(name);
    (every ? COMMANDS : named).forEach(all::addSubcommand);
    if (every) {
      addOfLab(all, console);
      CommandLine help = new CommandLine(new HelpCommand());
      help.getCommandSpec().usageMessage().hidden(true);
      all.addSubcommand(help);
    }
    all.setResourceBundle(InputOptions.TEXTS);
    all.getHelpSectionMap().put(SECTION_KEY_COMMAND_LIST, CommandGroups::list);
    all.registerConverter(Path.class, CommandLines::path);
    return all.setOut(new PrintWriter(console.out(), true, StandardCharsets.UTF_8))
        .setErr(
            new PrintWriter(new OutputStreamWriter(console.err(), StandardCharsets.UTF_8), true))
        .setExpandAtFiles(false)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setUsageHelpAutoWidth(true)
        .setHelpFactory(HelpLines::new)
        .setExecutionStrategy(parsed -> execute(root, console, parsed))
        .setParameterExceptionHandler((e, args) -> refuse(console, e))
        .setExecutionExceptionHandler(
            (e, command, parsed) -> new Failure(console, root.debug()).exitCodeOf(e));
  }

  /** A path that a user gives, which an unset variable of a shell leaves empty. */
  private static Path path(String given) {
    if (given.isEmpty()) {
      throw new TypeConversionException("is empty: name a file or folder (an unset variable?)");
    }
    return Path.of(given);
  }

  private static boolean isCalled(Class<?> type, String name) {
    return Objects.requireNonNull(type.getAnnotation(Command.class)).name().equals(name);
  }

  private static void addOfLab(CommandLine all, Console console) {
    for (AddedCommand added : ServiceLoader.load(AddedCommand.class)) {
      all.addSubcommand(added.of(console));
    }
    for (String name : CheckoutCommand.NAMES) {
      if (!all.getSubcommands().containsKey(name)) {
        all.addSubcommand(
            name, new CommandLine(new CheckoutCommand()).setUnmatchedArgumentsAllowed(true));
      }
    }
  }

  /** Creates commands and gives them the console. */
  private record Factory(Console console) implements IFactory {

    @Override
    public <K> K create(Class<K> type) throws Exception {
      K made = CommandLine.defaultFactory().create(type);
      if (made instanceof ConsoleCommand command) {
        command.console = console;
      }
      return made;
    }
  }

  private static int execute(CrawlsieveCommand root, Console console, ParseResult parsed) {
    root.quieten(parsed);
    int exitCode;
    try {
      exitCode = new RunLast().execute(parsed);
    } catch (LinkageError | OutOfMemoryError e) { // picocli handles only exceptions
      exitCode = new Failure(console, root.debug()).exitCodeOf(e);
    }
    console.flushIfRead();
    return exitCode;
  }

  /** A sentence on an option that is no more; null for any other error. */
  private static @Nullable String removed(ParameterException e, CommandSpec command) {
    return e instanceof UnmatchedArgumentException unmatched
        ? REMOVED.get(command.name() + " " + unmatched.getUnmatched().get(0).split("=", 2)[0])
        : null;
  }

  private static String sentence(ParameterException e, CommandSpec command) {
    if (e.getCause() instanceof InvalidPathException name) {
      return FileNames.sentence(name);
    }
    return e instanceof UnmatchedArgumentException unmatched && !unmatched.isUnknownOption()
        ? tooMany("'" + unmatched.getUnmatched().get(0) + "'", command)
        : String.valueOf(e.getMessage())
            .replace("option option", "option")
            .replaceAll(" is not an? (int|long)$", " is not a whole number")
            .replaceAll(" is not an? double$", " is not a number");
  }

  /** Says of an argument that a command does not take what it takes. */
  private static String tooMany(String argument, CommandSpec command) {
    boolean group = !command.subcommands().isEmpty();
    if (group && command.parent() == null) {
      return argument + " is not a command; 'crawlsieve --help' lists them all";
    }
    if (group) {
      return argument + " is not a command; " + GroupCommand.commands(command);
    }
    String taken =
        command.positionalParameters().stream()
            .map(ArgSpec::paramLabel)
            .collect(Collectors.joining(" and "));
    return argument
        + " is an argument too many: '"
        + command.name()
        + "' takes "
        + (taken.isEmpty() ? "options only" : "only " + taken);
  }

  private static int refuse(Console console, ParameterException e) {
    CommandSpec command = e.getCommandLine().getCommandSpec();
    String removed = removed(e, command);
    console.error(removed == null ? sentence(e, command) : removed);
    if (removed == null) {
      StringWriter suggestions = new StringWriter();
      UnmatchedArgumentException.printSuggestions(e, new PrintWriter(suggestions));
      suggestions.toString().lines().forEach(console::note);
    }
    console.note("'" + command.qualifiedName() + " --help' shows its usage");
    return ExitCode.USAGE;
  }
}
