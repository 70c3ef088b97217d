package dev.crawlsieve.lab.bench.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.crawlsieve.core.work.SieveException;
import dev.crawlsieve.lab.bench.result.GrowthChart;
import dev.crawlsieve.tool.terminal.Console;
import dev.crawlsieve.tool.terminal.Version;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Draws what {@code bench index} measured. */
@Command(
    name = "draw",
    description =
        "Draw pages per second by kept pages as an SVG file, a curve for each result of bench index"
            + " --json, for example with different index.memory.bytes.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class BenchDrawCommand implements Callable<Integer> {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Console console;

  @Option(names = "--out", required = true, paramLabel = "FILE", description = "The SVG file.")
  private Path out;

  @Parameters(
      arity = "1..8",
      paramLabel = "RESULT",
      description = "Files whose last line is the JSON of bench index --json.")
  private List<Path> results;

  public BenchDrawCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    List<JsonNode> read = new ArrayList<>();
    for (Path result : results) {
      read.add(read(result));
    }
    try {
      Files.writeString(out, GrowthChart.svg(read));
    } catch (IOException e) {
      throw new SieveException("cannot write " + out + ": " + e.getMessage(), e);
    }
    console.line("drew " + out);
    return ExitCode.OK;
  }

  private static JsonNode read(Path file) {
    try {
      List<String> lines = Files.readAllLines(file, UTF_8);
      JsonNode result = JSON.readTree(lines.isEmpty() ? "" : lines.get(lines.size() - 1));
      if (!result.path("points").path(0).has("leaders") || !result.has("indexMemoryBytes")) {
        throw new SieveException(noResult(file));
      }
      return result;
    } catch (JsonProcessingException e) {
      throw new SieveException(noResult(file), e);
    } catch (IOException e) {
      throw new SieveException("cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  private static String noResult(Path file) {
    return file + " does not end with a result of bench index --json";
  }
}
