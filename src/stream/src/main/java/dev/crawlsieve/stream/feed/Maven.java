package dev.crawlsieve.stream.feed;

import dev.crawlsieve.core.work.SieveException;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Runs the user's Maven. */
final class Maven {

  private static final int LAST_LINES = 12;

  private final Map<String, String> environment;

  Maven(Map<String, String> environment) {
    this.environment = environment;
  }

  /**
   * Runs Maven and waits for it.
   *
   * @throws SieveException if it is not installed, or fails; with its last lines
   */
  void run(Path dir, List<String> arguments) {
    Path executable =
        executable()
            .orElseThrow(
                () ->
                    new SieveException("there is no mvn on the PATH, or in MAVEN_HOME or M2_HOME"));
    List<String> command = new ArrayList<>(List.of(executable.toString()));
    command.addAll(arguments);
    Process maven = null;
    try {
      maven = new ProcessBuilder(command).directory(dir.toFile()).redirectErrorStream(true).start();
      maven.getOutputStream().close();
      List<String> lines = maven.inputReader().lines().toList();
      if (maven.waitFor() != 0) {
        List<String> last = lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size());
        throw new SieveException(
            "Maven could not fetch the files. Its last lines:\n  " + String.join("\n  ", last));
      }
    } catch (IOException | UncheckedIOException e) {
      throw new SieveException("Maven did not run: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SieveException("interrupted while Maven ran", e);
    } finally {
      if (maven != null) {
        maven.destroy();
      }
    }
  }

  /**
   * The first {@code mvn} on the path, else that of {@code MAVEN_HOME} or {@code M2_HOME}; empty if
   * Maven is not installed.
   */
  Optional<Path> executable() {
    List<Path> folders = new ArrayList<>();
    for (String folder : environment.getOrDefault("PATH", "").split(File.pathSeparator)) {
      if (!folder.isEmpty()) {
        folders.add(Path.of(folder));
      }
    }
    for (String home : List.of("MAVEN_HOME", "M2_HOME")) {
      if (environment.containsKey(home)) {
        folders.add(Path.of(environment.get(home), "bin"));
      }
    }
    boolean windows = System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("windows");
    return folders.stream()
        .map(folder -> folder.resolve(windows ? "mvn.cmd" : "mvn"))
        .filter(Files::isExecutable)
        .findFirst();
  }
}
