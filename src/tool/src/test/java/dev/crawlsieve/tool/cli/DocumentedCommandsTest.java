package dev.crawlsieve.tool.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.tool.terminal.Console;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.UnmatchedArgumentException;

/** The commands, options and settings in the documents' command lines exist. */
final class DocumentedCommandsTest {

  private static final Pattern FENCED = Pattern.compile("(?ms)^```(\\w*)$(.*?)^```$");
  private static final Pattern INLINE = Pattern.compile("`([^`]+)`");
  private static final Pattern SETTING = Pattern.compile("--set ([a-z.]+)=");
  private static final String LAUNCHER = "./crawlsieve ";

  @Test
  void shouldTakeEveryCommandLine() throws IOException {
    List<String> commands = commandLines();
    assertThat(commands).hasSizeGreaterThan(20);
    for (String command : commands) {
      assertThatCode(() -> commandLine().parseArgs(command.split(" ")))
          .as(command)
          .doesNotThrowAnyException();
    }
  }

  /** A mention, such as {@code replay --into}, may leave out values and inputs. */
  @Test
  void shouldKnowEveryCommandAndOptionThatProseMentions() throws IOException {
    List<String> mentions = mentions();
    assertThat(mentions).hasSizeGreaterThan(20);
    for (String mention : mentions) {
      CommandLine commandLine = commandLine();
      collectErrors(commandLine);
      List<Exception> errors = errors(commandLine.parseArgs(mention.split(" ")));
      assertThat(errors).as(mention).noneMatch(UnmatchedArgumentException.class::isInstance);
    }
  }

  @Test
  void shouldKnowEverySetting() throws IOException {
    Set<String> names = SieveConfig.CONFIG.names();
    List<String> settings = new ArrayList<>();
    for (Path document : documents()) {
      String text = Files.readString(document).replaceAll("\\s+", " ");
      SETTING.matcher(text).results().forEach(setting -> settings.add(setting.group(1)));
    }
    assertThat(settings)
        .hasSizeGreaterThan(10)
        .allMatch(
            name -> names.contains(name) || name.startsWith("streams.") || isOfProducers(name));
  }

  private static boolean isOfProducers(String name) {
    return name.startsWith("producer.")
        && ProducerConfig.configNames().contains(name.substring("producer.".length()));
  }

  private static List<String> commandLines() throws IOException {
    List<String> commands = new ArrayList<>();
    for (Path document : documents()) {
      FENCED
          .matcher(Files.readString(document))
          .results()
          .filter(fenced -> fenced.group(1).equals("sh"))
          .flatMap(fenced -> fenced.group(2).lines())
          .filter(line -> line.startsWith(LAUNCHER))
          .forEach(line -> commands.add(line.substring(LAUNCHER.length())));
    }
    return commands;
  }

  private static List<String> mentions() throws IOException {
    Set<String> names = commandLine().getSubcommands().keySet();
    List<String> mentions = new ArrayList<>();
    for (Path document : documents()) {
      String prose = FENCED.matcher(Files.readString(document)).replaceAll("");
      for (MatchResult inline : INLINE.matcher(prose).results().toList()) {
        String code =
            inline
                .group(1)
                .replaceAll("\\s+", " ")
                .replaceFirst("^.*" + Pattern.quote(LAUNCHER), LAUNCHER)
                .replaceFirst(" \\|.*", "");
        if (code.startsWith(LAUNCHER)) {
          mentions.add(code.substring(LAUNCHER.length()));
        } else if (code.contains(" --") && names.contains(code.split(" ")[0])) {
          mentions.add(code);
        }
      }
    }
    return mentions;
  }

  private static void collectErrors(CommandLine commandLine) {
    commandLine.getCommandSpec().parser().collectErrors(true);
    commandLine.getSubcommands().values().forEach(DocumentedCommandsTest::collectErrors);
  }

  private static List<Exception> errors(CommandLine.ParseResult parsed) {
    List<Exception> errors = new ArrayList<>(parsed.errors());
    parsed.subcommands().forEach(part -> errors.addAll(errors(part)));
    return errors;
  }

  private static List<Path> documents() throws IOException {
    List<Path> documents = new ArrayList<>(List.of(Path.of("README.md"), Path.of("topology.md")));
    try (Stream<Path> files = Files.list(Path.of("docs"))) {
      files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(documents::add);
    }
    return documents;
  }

  private static CommandLine commandLine() {
    ByteArrayOutputStream nowhere = new ByteArrayOutputStream();
    return CommandLines.of(
        new Console(nowhere, new PrintStream(nowhere, true, StandardCharsets.UTF_8), false));
  }
}
