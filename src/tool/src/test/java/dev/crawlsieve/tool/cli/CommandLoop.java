package dev.crawlsieve.tool.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.tool.terminal.Console;
import java.io.BufferedReader;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Runs command lines in a folder, one after the other, in one process that starts once. */
final class CommandLoop {

  private static final String DONE = "exit code of the last command: ";

  private final Process process;
  private final PrintWriter commands;
  private final BufferedReader said;

  CommandLoop(Path folder) throws IOException {
    String classPath =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .map(entry -> Path.of(entry).toAbsolutePath().toString())
            .collect(Collectors.joining(File.pathSeparator));
    process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath,
                CommandLoop.class.getName())
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .start();
    commands = new PrintWriter(process.outputWriter(UTF_8), true);
    said = process.inputReader(UTF_8);
  }

  /** The process: each line of its standard input is a command. */
  public static void main(String[] args) throws IOException {
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      FileOutputStream out = new FileOutputStream(FileDescriptor.out);
      int exitCode = CommandLines.of(new Console(out, System.err, false)).execute(line.split(" "));
      System.out.println("\n" + DONE + exitCode);
    }
    System.exit(0);
  }

  /** Runs a command, which gets so many minutes. */
  CommandRun run(List<String> words, long minutes) throws InterruptedException, ExecutionException {
    commands.println(String.join(" ", words));
    Queue<String> out = new ConcurrentLinkedQueue<>();
    CompletableFuture<Integer> exit = CompletableFuture.supplyAsync(() -> read(out));
    try {
      return new CommandRun(exit.get(minutes, TimeUnit.MINUTES), String.join("\n", out), "");
    } catch (TimeoutException e) {
      throw new AssertionError(words + " has not ended: " + out, e);
    }
  }

  private int read(Queue<String> out) {
    try {
      for (String line = said.readLine(); line != null; line = said.readLine()) {
        if (line.startsWith(DONE)) {
          return Integer.parseInt(line.substring(DONE.length()));
        }
        out.add(line);
      }
      throw new AssertionError("the process ended: " + out);
    } catch (IOException e) {
      throw new AssertionError("the process ended: " + out, e);
    }
  }

  void end() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }
}
