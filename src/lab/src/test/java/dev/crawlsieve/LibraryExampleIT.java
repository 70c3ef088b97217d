package dev.crawlsieve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Builds and runs the project in {@code src/example} against the core's jar, as its user would. Its
 * local Maven repository is a temporary one that takes libraries from the user's. So the test needs
 * no network and leaves nothing behind.
 */
final class LibraryExampleIT {

  private static final Path CORE = Path.of("src", "core");
  private static final Pattern VERSION =
      Pattern.compile("<artifactId>crawlsieve-parent</artifactId>\\s*<version>([^<]+)</version>");

  @TempDir Path folder;

  @Test
  void shouldBuildAndRunOnTheCoreAlone() throws Exception {
    Path project = copyOfTheExample();
    install();
    maven(
        project.resolve("pom.xml"),
        "compile",
        "org.apache.maven.plugins:maven-dependency-plugin:build-classpath",
        "-Dmdep.outputFile=" + folder.resolve("classpath"));
    List<Path> libraries =
        Stream.of(Files.readString(folder.resolve("classpath")).strip().split(File.pathSeparator))
            .map(Path::of)
            .toList();

    assertLibraries(libraries);
    List<String> program = program(project, libraries);
    assertThat(run(program))
        .containsExactly(
            "https://example.org/first.html is new",
            "https://example.org/copy.html copies https://example.org/first.html",
            "https://example.org/near.html copies https://example.org/first.html",
            "https://example.org/other.html is new",
            "https://example.org/moved.html is left out: the page has little text and redirects"
                + " browsers to /there");
    assertThat(run(program)).noneMatch(line -> line.endsWith("is new"));
  }

  @Test
  void shouldHaveTheCoresClassesAndNoOthers() throws IOException {
    Set<String> sources = new TreeSet<>();
    Set<String> classes = new TreeSet<>();
    for (String name : entries("-sources.jar", ".java")) {
      sources.add(name.replaceFirst("\\.java$", ""));
    }
    for (String name : entries(".jar", ".class")) {
      classes.add(name.replaceFirst("(\\$.*)?\\.class$", ""));
    }

    assertThat(classes).filteredOn(name -> !sources.contains(name)).isEmpty();
    assertThat(sources).filteredOn(name -> !classes.contains(name)).isEmpty();
    assertThat(sources).allMatch(name -> name.startsWith("dev/crawlsieve/core/"));
    assertThat(sources).hasSizeGreaterThan(200);
    try (JarFile jar = new JarFile(jar(".jar").toFile())) {
      assertThat(jar.getManifest().getMainAttributes().getValue("Automatic-Module-Name"))
          .isEqualTo("dev.crawlsieve.core");
    }
  }

  private static List<String> entries(String end, String suffix) throws IOException {
    try (JarFile file = new JarFile(jar(end).toFile())) {
      return file.stream().map(JarEntry::getName).filter(name -> name.endsWith(suffix)).toList();
    }
  }

  /**
   * The example's libraries have the versions that the product ships; neither Kafka nor the
   * commands are among them.
   */
  private static void assertLibraries(List<Path> libraries) throws IOException {
    Set<String> shipped;
    try (Stream<Path> files = Files.list(Path.of("target", "lib"))) {
      shipped = files.map(file -> file.getFileName().toString()).collect(Collectors.toSet());
    }
    List<String> names = libraries.stream().map(file -> file.getFileName().toString()).toList();

    assertThat(names).filteredOn(name -> name.startsWith("crawlsieve-core-")).hasSize(1);
    assertThat(names).filteredOn(name -> !name.startsWith("crawlsieve-core-")).isSubsetOf(shipped);
    assertThat(names)
        .noneMatch(name -> name.contains("kafka") || name.contains("picocli"))
        .hasSizeLessThan(15);
  }

  private List<String> program(Path project, List<Path> libraries) throws IOException {
    List<String> classPath = new ArrayList<>();
    classPath.add(project.resolve("target/classes").toString());
    libraries.forEach(library -> classPath.add(library.toString()));
    List<String> program =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                String.join(File.pathSeparator, classPath),
                "SieveExample",
                folder.resolve("index").toString()));
    program.add(page("first", "A long list of words", words("word", 0)));
    program.add(page("copy", "A long list of words", words("word", 0)));
    program.add(page("near", "A long list of words", words("word", 0).replace("word17 ", "")));
    program.add(page("other", "A long list of others", words("other", 50)));
    program.add(page("moved", "", "<meta http-equiv=refresh content='0; url=/there'>"));
    return program;
  }

  private String page(String name, String title, String body) throws IOException {
    String html = "<html><title>" + title + "</title><p>" + body + "</p></html>";
    return Files.writeString(folder.resolve(name + ".html"), html).toString();
  }

  private static String words(String word, int from) {
    return IntStream.range(from, from + 120)
        .mapToObj(number -> word + number + " ")
        .collect(Collectors.joining());
  }

  private Path copyOfTheExample() throws IOException {
    Path example = Path.of("src", "example");
    Path copy = folder.resolve("example");
    try (Stream<Path> files = Files.walk(example)) {
      for (Path file : files.toList()) {
        Path to = copy.resolve(example.relativize(file));
        if (Files.isDirectory(file)) {
          Files.createDirectories(to);
        } else {
          Files.copy(file, to);
        }
      }
    }
    return copy;
  }

  /**
   * Puts the core where {@code mvn install} puts it. Maven's install plugin is not used: before the
   * first install, the user's repository does not have it.
   */
  private void install() throws IOException {
    Files.copy(Path.of("pom.xml"), installed("crawlsieve-parent", ".pom"));
    Files.copy(CORE.resolve("pom.xml"), installed("crawlsieve-core", ".pom"));
    Files.copy(jar(".jar"), installed("crawlsieve-core", ".jar"));
  }

  private Path installed(String artifact, String end) throws IOException {
    Path to = folder.resolve("repository/dev/crawlsieve").resolve(artifact).resolve(version());
    return Files.createDirectories(to).resolve(artifact + "-" + version() + end);
  }

  /** One of the core's jars, as Maven has built it. */
  private static Path jar(String end) throws IOException {
    return CORE.resolve("target").resolve("crawlsieve-core-" + version() + end);
  }

  private static String version() throws IOException {
    Matcher version = VERSION.matcher(Files.readString(CORE.resolve("pom.xml")));
    assertThat(version.find()).isTrue();
    return version.group(1);
  }

  private void maven(Path pom, String... goals) throws Exception {
    Path users =
        Path.of(
            System.getProperty(
                "localRepository", System.getProperty("user.home") + "/.m2/repository"));
    Path settings =
        Files.writeString(
            folder.resolve("settings.xml"),
            """
            <settings>
              <localRepository>%s</localRepository>
              <mirrors>
                <mirror>
                  <id>users</id>
                  <mirrorOf>*</mirrorOf>
                  <url>%s</url>
                </mirror>
              </mirrors>
            </settings>
            """
                .formatted(folder.resolve("repository"), users.toUri()));
    List<String> command = new ArrayList<>(List.of("mvn", "-B", "-q", "-f", pom.toString()));
    command.addAll(List.of("-s", settings.toString(), "-gs", settings.toString()));
    command.addAll(List.of(goals));
    run(command);
  }

  /** Runs a program and returns the lines of its standard output. */
  private List<String> run(List<String> command) throws Exception {
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
    builder.environment().put("MAVEN_OPTS", "-XX:+UseSerialGC -XX:TieredStopAtLevel=1");
    Process process = builder.start();
    try {
      boolean ended = Waits.ended(process);
      String told = Files.readString(out) + Files.readString(err);
      assertThat(ended).as(told).isTrue();
      assertThat(process.exitValue()).as(told).isZero();
      return Files.readAllLines(out);
    } finally {
      process.destroy();
    }
  }
}
