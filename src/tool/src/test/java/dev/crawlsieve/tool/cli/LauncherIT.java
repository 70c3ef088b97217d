package dev.crawlsieve.tool.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.crawlsieve.Waits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The launcher where nothing is set up for it: with an empty environment, but for the path. */
final class LauncherIT {

  /** As an old crawler writes it: in Latin-1, which is not UTF-8. */
  private static final String LATIN = "\"$(printf 'caf\\351.html')\"";

  /** What the launcher needs to build, besides Maven. */
  private static final List<String> TOOLS =
      List.of(
          "sh",
          "dirname",
          "readlink",
          "sed",
          "head",
          "grep",
          "find",
          "touch",
          "rm",
          "mkdir",
          "cat",
          "tee",
          "mv",
          "wc",
          "sleep",
          "locale",
          "ls");

  @TempDir Path folder;

  @BeforeAll
  static void stamp() throws IOException {
    Launcher.stamp();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "C", "nowhere.UTF-8"})
  void shouldReadFilesOfEveryName(String locale) throws Exception {
    Path crawl = Files.createDirectory(folder.resolve("crawl"));
    assumeTrue(
        shell("cd crawl && printf '<p>one' >'größe 1.html' && cp 'größe 1.html' " + LATIN),
        "names of files are any bytes here");
    Map<String, String> environment = locale.isEmpty() ? Map.of() : Map.of("LC_ALL", locale);
    String given = crawl.resolve("größe 1.html").toString();

    assertThat(run(0, environment, "fingerprint", given)).contains("gr%C3%B6%C3%9Fe%201.html");
    assertThat(run(0, environment, "sieve", crawl.toString(), "--out", folder + "/sieved"))
        .contains("skipped: 1 × file whose name is not UTF-8")
        .containsPattern("pages in +1 ");
    assertThat(folder.resolve("sieved/verdicts.jsonl"))
        .content(UTF_8)
        .contains("gr%C3%B6%C3%9Fe%201.html")
        .hasLineCount(1);
  }

  @Test
  void shouldSayThatANameIsNotInTheLocalesCharacterSet() throws Exception {
    assumeTrue(shell("printf '<p>one' >" + LATIN), "names of files are any bytes here");
    Process process =
        started(List.of("sh", "-c", "exec '" + Launcher.PATH + "' fingerprint " + LATIN), Map.of());
    assertThat(ended(process)).isEqualTo(2);
    assertThat(said())
        .isEqualTo("crawlsieve: caf\uFFFD.html does not exist, or its name is not UTF-8\n");
  }

  @Test
  void shouldSayWhereNativeLibrariesGo() throws Exception {
    Files.writeString(folder.resolve("page.html"), "<p>one");
    Path nowhere = folder.resolve("nowhere");
    assertThat(
            run(
                1,
                Map.of("JAVA_OPTS", "-Djava.io.tmpdir=" + nowhere),
                "sieve",
                "page.html",
                "--out",
                "sieved"))
        .contains(
            "crawlsieve: native libraries cannot be loaded from the folder for temporary files, "
                + nowhere
                + " (No such file or directory): it must exist, be writable and let programs run"
                + " from it; JAVA_OPTS=-Djava.io.tmpdir=DIR names another folder\n")
        .doesNotContain("\tat ");
  }

  @Test
  void shouldSayThatTheHeapIsTooSmall() throws Exception {
    Files.writeString(folder.resolve("page.html"), "<p>some words ".repeat(700_000));
    assertThat(run(1, Map.of("JAVA_OPTS", "-Xmx16m"), "sieve", "page.html", "--out", "sieved"))
        .containsPattern("^crawlsieve: the heap of .* is too small .*: JAVA_OPTS=-Xmx512m makes")
        .hasLineCount(1);
  }

  @Test
  void shouldChooseTheCompilerByTheSizeOfTheInput() throws Exception {
    Files.writeString(folder.resolve("page.html"), "<p>one");
    Map<String, String> flags = Map.of("JAVA_OPTS", "-XX:+PrintFlagsFinal");
    assertThat(run(0, flags, "sieve", "page.html", "--out", "short"))
        .containsPattern(" TieredStopAtLevel += 1 ");
    assertThat(run(0, flags, "sieve", "page.html", "--out", "short", "--force"))
        .as("what an earlier run left is not read")
        .containsPattern(" TieredStopAtLevel += 1 ");
    Files.createDirectory(folder.resolve("pages"));
    Files.writeString(folder.resolve("pages/page.html"), "<p>one");
    assertThat(run(0, flags, "sieve", "pages", "--out", "long"))
        .containsPattern(" FreqInlineSize += 50 ")
        .containsPattern(" TieredStopAtLevel += 4 ");
    assertThat(run(0, flags, "settings", "near.names")).containsPattern(" TieredStopAtLevel += 1 ");
  }

  /** What a JDK is stands in a file of it, or is asked for by a start. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldStartAJdkOnceThatSaysWhatItIs(boolean says) throws Exception {
    Path home = Path.of(System.getProperty("java.home"));
    Path java = Files.createDirectories(folder.resolve("jdk/bin")).resolve("java");
    Path starts = folder.resolve("starts");
    Files.writeString(
        java, "#!/bin/sh\necho >>'" + starts + "'\nexec '" + home + "/bin/java' \"$@\"\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    if (says) {
      Files.copy(home.resolve("release"), folder.resolve("jdk/release"));
    }
    Map<String, String> environment =
        Map.of("JAVA_HOME", folder.resolve("jdk").toString(), "JAVA_OPTS", "-XX:+PrintFlagsFinal");
    assertThat(run(2, environment, "compare"))
        .containsPattern(" FreqInlineSize += 50 ")
        .contains("SharedArchiveFile");
    assertThat(starts).content().hasLineCount(says ? 1 : 2);
  }

  @Test
  void shouldStartWithTheClassesOfAnEarlierRun() throws Exception {
    Path installed = Files.createDirectories(folder.resolve("installed/bin")).getParent();
    Path launcher = Files.copy(Launcher.PATH, installed.resolve("bin/crawlsieve"));
    for (String part : List.of("crawlsieve.jar", "lib")) {
      Files.createSymbolicLink(
          installed.resolve(part), Path.of("target").resolve(part).toAbsolutePath());
    }
    Files.writeString(folder.resolve("page.html"), "<p>one");
    List<Process> first = new ArrayList<>(); // at once: each may write the file
    for (String out : List.of("a", "b")) {
      first.add(
          started(
              List.of("sh", launcher.toString(), "sieve", "page.html", "--out", out), Map.of()));
    }
    for (Process process : first) {
      assertThat(ended(process)).as(said()).isZero();
    }
    assertThat(said()).doesNotContain("warning");
    Path archive;
    try (Stream<Path> files = Files.list(installed)) {
      archive = files.filter(file -> file.toString().endsWith(".jsa")).findFirst().orElseThrow();
    }
    List<String> version = List.of("sh", launcher.toString(), "--version");
    Path loaded = folder.resolve("loaded");
    Process process = started(version, Map.of("JAVA_OPTS", "-Xlog:class+load:file=" + loaded));
    assertThat(ended(process)).isZero();
    assertThat(said()).startsWith("crawlsieve ").hasLineCount(1);
    assertThat(loaded)
        .content()
        .containsPattern("dev.crawlsieve.tool.cli.Main source: shared objects file");

    Files.delete(archive);
    Files.write(archive, new byte[1_000_000]); // as it is until it is complete
    assertThat(ended(started(version, Map.of()))).isZero();
    assertThat(said()).startsWith("crawlsieve ").hasLineCount(1);
  }

  /** It waited for ever: a lock that could not be made was taken for that of another build. */
  @Test
  void shouldSayThatACheckoutCannotBeWrittenTo() throws Exception {
    Path copy = Files.copy(Launcher.PATH, folder.resolve("crawlsieve"));
    Files.copy(Path.of("pom.xml"), folder.resolve("pom.xml"));
    Path target = Files.createFile(folder.resolve("target"));
    List<String> command = List.of("sh", copy.toString(), "--version");
    assertThat(ended(started(command, Map.of()))).isEqualTo(1);
    assertThat(said())
        .startsWith(
            "crawlsieve: the program must be built, but nothing can be written to " + target)
        .hasLineCount(1);

    Files.delete(target);
    Files.createFile(Files.createDirectory(target).resolve(".building"));
    assertThat(ended(started(command, Map.of()))).isEqualTo(1);
    assertThat(said()).contains("nothing can be written to " + target).hasLineCount(1);
  }

  /**
   * It waited for ever: for a lock whose owner was stopped before it said who it is, and in a
   * container that was started again, where every owner is process 1, for itself.
   */
  @ParameterizedTest
  @ValueSource(strings = {"", "echo $$ >target/.building/pid; "})
  void shouldTakeOverALockWithoutAnOwner(String owner) throws Exception {
    Files.copy(Launcher.PATH, folder.resolve("crawlsieve"));
    Files.copy(Path.of("pom.xml"), folder.resolve("pom.xml"));
    Files.createDirectories(folder.resolve("target/.building"));
    Path maven = Files.createDirectories(folder.resolve("maven/bin")).resolve("mvn");
    Files.writeString(maven, "#!/bin/sh\necho 'nothing to build'\nexit 1\n");
    assertThat(maven.toFile().setExecutable(true)).isTrue();

    Process process =
        started(
            List.of("sh", "-c", owner + "exec sh ./crawlsieve --version"),
            Map.of("MAVEN_HOME", folder.resolve("maven").toString()));
    assertThat(ended(process)).isEqualTo(1);
    assertThat(said()).contains("nothing to build\ncrawlsieve: the build failed, see above\n");
    assertThat(folder.resolve("target/.building")).doesNotExist();
  }

  /**
   * Not a line for each of Maven's plugins in each module, which say nothing to who has to wait.
   */
  @Test
  void shouldSayHowFarABuildIs() throws Exception {
    Files.copy(Launcher.PATH, folder.resolve("crawlsieve"));
    Files.copy(Path.of("pom.xml"), folder.resolve("pom.xml"));
    Path maven = Files.createDirectories(folder.resolve("maven/bin")).resolve("mvn");
    Files.writeString(
        maven,
        """
        #!/bin/sh
        echo '[INFO] crawlsieve-core                                                    [jar]'
        echo '[INFO] -------------------< dev.crawlsieve:crawlsieve-core >-------------------'
        echo '[INFO] Building crawlsieve-core 0.1.0                                     [2/9]'
        echo '[INFO] --- maven-compiler-plugin:3.16.0:compile (default-compile) @ crawlsieve-core ---'
        echo '[INFO] Building jar: /src/core/target/program/crawlsieve-core-0.1.0.jar'
        echo '[INFO] Building crawlsieve 0.1.0                                          [9/9]'
        exit 1
        """);
    assertThat(maven.toFile().setExecutable(true)).isTrue();
    Process process =
        started(
            List.of("sh", "./crawlsieve", "--version"),
            Map.of("MAVEN_HOME", folder.resolve("maven").toString()));
    assertThat(ended(process)).isEqualTo(1);
    assertThat(said().lines())
        .containsSubsequence("  2 of 9: crawlsieve-core", "  9 of 9: crawlsieve")
        .noneMatch(line -> line.contains("plugin") || line.contains("jar"));
  }

  @Test
  void shouldBuildWithTheWrapperWhereThereIsNoMaven() throws Exception {
    Files.copy(Launcher.PATH, folder.resolve("crawlsieve"));
    Files.copy(Path.of("pom.xml"), folder.resolve("pom.xml"));
    Path tools = Files.createDirectory(folder.resolve("tools"));
    for (String tool : TOOLS) {
      Files.createSymbolicLink(tools.resolve(tool), found(tool));
    }
    Map<String, String> noMaven = Map.of("PATH", tools.toString());
    List<String> command = List.of("sh", "./crawlsieve", "--version");
    assertThat(ended(started(command, noMaven))).isEqualTo(1);
    assertThat(said())
        .contains("Maven is needed to build, but there is neither mvn on the PATH nor ");

    Path wrapper = Files.writeString(folder.resolve("mvnw"), "#!/bin/sh\necho wrapped\nexit 1\n");
    assertThat(wrapper.toFile().setExecutable(true)).isTrue();
    assertThat(ended(started(command, noMaven))).isEqualTo(1);
    assertThat(said()).contains("wrapped\ncrawlsieve: the build failed, see above\n");

    Path runtime = Files.createDirectories(folder.resolve("runtime/bin"));
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    Files.createSymbolicLink(runtime.resolve("java"), java);
    Map<String, String> noCompiler =
        Map.of("PATH", tools.toString(), "JAVA_HOME", runtime.getParent().toString());
    assertThat(ended(started(command, noCompiler))).isEqualTo(1);
    assertThat(said()).contains("a JDK is needed to build", "default-jdk-headless");
  }

  private static Path found(String tool) {
    return Stream.of(System.getenv("PATH").split(":"))
        .map(folder -> Path.of(folder, tool))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow();
  }

  private boolean shell(String script) throws IOException, InterruptedException {
    return ended(started(List.of("sh", "-c", script), Map.of())) == 0;
  }

  private String run(int exitCode, Map<String, String> environment, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(Launcher.PATH.toString()));
    command.addAll(List.of(arguments));
    assertThat(ended(started(command, environment))).as(said()).isEqualTo(exitCode);
    return said();
  }

  private Process started(List<String> command, Map<String, String> environment)
      throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("said").toFile());
    builder.environment().keySet().retainAll(List.of("PATH"));
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().putAll(environment);
    return builder.start();
  }

  private int ended(Process process) throws InterruptedException {
    try {
      assertThat(Waits.ended(process)).isTrue();
      return process.exitValue();
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  private String said() throws IOException {
    return Files.readString(folder.resolve("said"), UTF_8);
  }
}
