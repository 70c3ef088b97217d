package dev.crawlsieve.tool.cli;

import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_COMMAND_LIST;

import dev.crawlsieve.files.input.FileNames;
import dev.crawlsieve.stream.config.NearestName;
import dev.crawlsieve.tool.terminal.AddedCommand;
import dev.crawlsieve.tool.terminal.Console;
import dev.crawlsieve.tool.terminal.Failure;
import dev.crawlsieve.tool.terminal.InputOptions;
import dev.crawlsieve.tool.terminal.SettingsOptions;
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
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
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
          MirrorsCommand.class,
          ReplayCommand.class,
          SettingsCommand.class);

  /** Options that are no more, each with what to use in its place. */
  private static final Map<String, String> REMOVED =
      Map.of(
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
   * The command with this name alone; all commands if none has it. Reading the declarations of all
   * commands takes longer than most of them run.
   */
  static CommandLine of(Console console, String name) {
    CrawlsieveCommand root = new CrawlsieveCommand();
    CommandLine all = new CommandLine(root, new Factory(console));
    List<Class<?>> named = COMMANDS.stream().filter(type -> isCalled(type, name)).toList();
    (named.isEmpty() ? COMMANDS : named).forEach(all::addSubcommand);
    if (named.isEmpty()) {
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
        .setParameterExceptionHandler((e, args) -> refuse(console, e, args))
        .setExecutionExceptionHandler(
            (e, command, parsed) ->
                new Failure(console, root.debug(), SettingsOptions.typed(command.getParseResult()))
                    .exitCodeOf(e));
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
      exitCode = new Failure(console, root.debug(), "").exitCodeOf(e);
    }
    console.flushIfRead();
    return exitCode;
  }

  /**
   * The first option that a command does not have; null if there is none. Picocli reports missing
   * options first, although the unknown option is often the missing one, misspelled.
   */
  private static @Nullable String unknownOption(CommandLine command, String[] args) {
    String name = command.getCommandName();
    boolean own = false;
    for (String arg : args) {
      String option = arg.split("=", 2)[0];
      if (own && arg.equals("--")) {
        return null;
      }
      if (own
          && option.matches("-[A-Za-z]|--[a-z].*")
          && !command.getCommandSpec().optionsMap().containsKey(option)) {
        return option;
      }
      own |= arg.equals(name);
    }
    return null;
  }

  private static String sentence(ParameterException e, CommandSpec command) {
    String removed =
        e instanceof UnmatchedArgumentException unmatched
            ? REMOVED.get(command.name() + " " + unmatched.getUnmatched().get(0).split("=", 2)[0])
            : null;
    if (removed != null) {
      return removed;
    }
    if (e.getCause() instanceof InvalidPathException name) {
      return FileNames.sentence(name);
    }
    if (e instanceof UnmatchedArgumentException unmatched
        && unmatched.isUnknownOption()
        && isOfCommands(command, unmatched.getUnmatched().get(0))) {
      return unmatched.getUnmatched().get(0).split("=", 2)[0]
          + " comes after a command: "
          + GroupCommand.commands(command);
    }
    return e instanceof UnmatchedArgumentException unmatched && !unmatched.isUnknownOption()
        ? tooMany("'" + unmatched.getUnmatched().get(0) + "'", command)
        : String.valueOf(e.getMessage())
            .replace("option option", "option")
            .replaceAll(" is not an? (int|long)$", " is not a whole number")
            .replaceAll(" is not an? double$", " is not a number");
  }

  /** Whether a command has not an option itself, but a command of its own has it. */
  private static boolean isOfCommands(CommandSpec command, String option) {
    String name = option.split("=", 2)[0];
    return command.subcommands().values().stream()
        .map(CommandLine::getCommandSpec)
        .anyMatch(own -> own.optionsMap().containsKey(name) || isOfCommands(own, name));
  }

  /** A message in which options have the names that were typed; picocli takes the longest. */
  private static String asTyped(String message, CommandLine command, String[] args) {
    String text = message;
    for (OptionSpec option : command.getCommandSpec().options()) {
      for (String arg : args) {
        String typed = arg.split("=", 2)[0];
        if (List.of(option.names()).contains(typed)) {
          text = text.replace("'" + option.longestName() + "'", "'" + typed + "'");
        }
      }
    }
    return text;
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

  /** A long option that was typed with one dash; null if there is none. */
  private static @Nullable String oneDash(CommandLine command, String[] args) {
    for (String arg : args) {
      String option = arg.split("=", 2)[0];
      if (arg.equals("--")) {
        return null;
      }
      if (option.matches("-[a-z][a-z-]+")
          && command.getCommandSpec().optionsMap().containsKey("-" + option)) {
        return option;
      }
    }
    return null;
  }

  private static int refuse(Console console, ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    String oneDash = oneDash(command, args);
    if (oneDash != null) {
      console.error("'" + oneDash + "': did you mean '-" + oneDash + "'?");
      return usage(console, command);
    }
    if (e instanceof MissingParameterException) {
      String unknown = unknownOption(command, args);
      if (unknown != null) {
        console.error("Unknown option: '" + unknown + "'");
      }
    }
    console.error(asTyped(sentence(e, command.getCommandSpec()), command, args));
    if (e instanceof UnmatchedArgumentException unmatched
        && unmatched.getUnmatched().get(0).equals("version")) {
      console.note("'crawlsieve --version' prints the version");
      return ExitCode.USAGE;
    }
    if (e instanceof UnmatchedArgumentException unmatched
        && !unmatched.isUnknownOption()
        && !command.getSubcommands().isEmpty()) {
      String meant = meant(unmatched.getUnmatched().get(0), command.getCommandSpec());
      if (!meant.isEmpty()) {
        console.note("Did you mean: " + meant + "?");
      }
    } else {
      StringWriter suggestions = new StringWriter();
      UnmatchedArgumentException.printSuggestions(e, new PrintWriter(suggestions));
      suggestions.toString().lines().forEach(console::note);
    }
    return usage(console, command);
  }

  private static int usage(Console console, CommandLine command) {
    console.note("'" + command.getCommandSpec().qualifiedName() + " --help' shows its usage");
    return ExitCode.USAGE;
  }

  /**
   * The command that was probably meant by a name that a command with subcommands lacks: one of its
   * own that is spelled nearly so, or one of this name elsewhere; empty if there is none. Picocli
   * suggests two in any case.
   */
  private static String meant(String name, CommandSpec command) {
    for (CommandLine group : command.root().subcommands().values()) {
      CommandLine elsewhere = group.getSubcommands().get(name);
      if (elsewhere != null) {
        return elsewhere.getCommandSpec().qualifiedName();
      }
    }
    String nearest = NearestName.of(name, command.subcommands().keySet());
    return nearest == null ? "" : command.qualifiedName() + " " + nearest;
  }
}
