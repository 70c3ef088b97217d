package dev.crawlsieve.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;

/** What one command line did, run in this process. */
record CommandRun(int exitCode, String out, String err) {

  static CommandRun of(Object... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exitCode =
        CommandLines.of(new Console(out, new PrintStream(err, true, UTF_8), false))
            .execute(List.of(args).stream().map(Object::toString).toArray(String[]::new));
    return new CommandRun(exitCode, out.toString(UTF_8), err.toString(UTF_8));
  }

  List<String> lines() {
    return out.lines().toList();
  }

  JsonNode lastLine() throws IOException {
    return new ObjectMapper().readTree(lines().get(lines().size() - 1));
  }
}
