package dev.crawlsieve.tool.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.crawlsieve.tool.terminal.Console;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.List;

/** The outcome of one command line, run in this process. */
public record CommandRun(int exitCode, String out, String err) {

  public static CommandRun of(Object... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    CommandRun run = into(out, args);
    return new CommandRun(run.exitCode(), out.toString(UTF_8), run.err());
  }

  /** The same, with the reader of its output already gone, as after {@code | head}. */
  static CommandRun unread(Object... args) {
    return into(
        new OutputStream() {
          @Override
          public void write(int next) throws IOException {
            throw new IOException("Broken pipe");
          }
        },
        args);
  }

  private static CommandRun into(OutputStream out, Object... args) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exitCode =
        CommandLines.of(new Console(out, new PrintStream(err, true, UTF_8), false))
            .execute(List.of(args).stream().map(Object::toString).toArray(String[]::new));
    return new CommandRun(exitCode, "", err.toString(UTF_8));
  }

  public List<String> lines() {
    return out.lines().toList();
  }

  public JsonNode lastLine() throws IOException {
    return new ObjectMapper().readTree(lines().get(lines().size() - 1));
  }
}
