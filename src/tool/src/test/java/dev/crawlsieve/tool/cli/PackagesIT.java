package dev.crawlsieve.tool.cli;

import static dev.crawlsieve.Waits.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.crawlsieve.Waits;
import dev.crawlsieve.core.folder.Folders;
import dev.crawlsieve.stream.feed.SamplePages;
import dev.crawlsieve.stream.kafka.reading.RecordJson;
import dev.crawlsieve.stream.run.Crawl;
import dev.crawlsieve.testkit.broker.EmbeddedBroker;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * What {@code ./crawlsieve package} made, on a machine with a JRE and a few of the shell's tools,
 * and no Maven, git or compiler. The folder with the packages is a system property, see {@code
 * .ci/run}.
 */
@EnabledIfSystemProperty(named = "crawlsieve.packages", matches = ".+")
final class PackagesIT {

  /** What the launcher needs beside a shell and Java. */
  private static final List<String> TOOLS =
      List.of("dirname", "head", "mktemp", "readlink", "rm", "sed", "wc");

  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:\\s]+)(#[^)]*)?\\)");

  @TempDir static Path shared;

  private static Path packages;
  private static Path jre;
  private static Path path;
  private static Path home;

  @TempDir Path folder;
  private final List<Process> running = new ArrayList<>();

  @BeforeAll
  static void unpack() throws Exception {
    packages = Path.of(System.getProperty("crawlsieve.packages")).toAbsolutePath();
    jre = runtime(shared.resolve("a jre"));
    path = Files.createDirectory(shared.resolve("tools"));
    for (String tool : TOOLS) {
      Path found =
          Stream.of("/usr/bin", "/bin")
              .map(where -> Path.of(where, tool))
              .filter(Files::isExecutable)
              .findFirst()
              .orElseThrow();
      Files.createSymbolicLink(path.resolve(tool), found);
    }
    home = unpacked(Files.createDirectory(shared.resolve("un packed")));
  }

  @AfterEach
  void stop() throws InterruptedException {
    for (Process process : running) {
      process.destroy();
      if (!process.waitFor(60, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    }
  }

  @Test
  void shouldRunThroughLinksFromAnyFolder() throws Exception {
    Path links = Files.createDirectory(folder.resolve("my links"));
    Files.createSymbolicLink(links.resolve("absolute"), launcher());
    Files.createSymbolicLink(links.resolve("relative"), Path.of("absolute"));
    assertThat(succeed(links.resolve("relative"), "--version"))
        .isEqualTo("crawlsieve " + version() + "\n");
    assertThat(succeed(launcher(), "--help")).contains("Usage:", "quickstart", "run");
  }

  @Test
  void shouldSieveFiles() throws Exception {
    writeCrawl("crawl.jsonl", 40);
    succeed(launcher(), "sieve", "crawl.jsonl", "--out", "sieved");
    assertThat(folder.resolve("sieved/verdicts.jsonl")).content(UTF_8).hasLineCount(40);
  }

  @Test
  void shouldRunTheQuickstart() throws Exception {
    Path cache = SamplePages.usualCache(System.getenv());
    // The made runtime need not trust what this machine's network and mirrors need
    new SamplePages(cache).get(System.err::println);
    String summary = succeed(launcher(), "quickstart", "--json", "--cache", cache.toString());
    assertThat(summary.lines().toList().get(summary.lines().toList().size() - 1))
        .contains("\"pages\":3684");
  }

  @Test
  void shouldRunOnOtherBrokersWithoutTheEmbeddedOne() throws Exception {
    Path slim = unpacked(Files.createDirectory(folder.resolve("slim")));
    Folders.remove(slim.resolve("lib/broker"));
    Path crawlsieve = slim.resolve("bin/crawlsieve");
    assertThat(fail(crawlsieve, 1, "broker", "--port", "0"))
        .startsWith("crawlsieve: this installation has no embedded broker");
    writeCrawl("crawl.jsonl", 20);
    try (EmbeddedBroker broker = EmbeddedBroker.start(folder.resolve("broker"), 0)) {
      String servers = "bootstrap.servers=" + broker.bootstrapServers();
      String patient = "streams.default.api.timeout.ms=60000"; // on a busy machine
      succeed(crawlsieve, "topics", "create", "--set", servers, "--set", patient);
      start(
          "run", crawlsieve, "run", "--set", servers, "--set", patient, "--set", "state.dir=state");
      succeed(crawlsieve, "produce", "crawl.jsonl", "--set", servers, "--set", patient);
      await()
          .untilAsserted(
              () ->
                  assertThat(
                          succeed(
                              crawlsieve,
                              "consume",
                              "verdicts",
                              "--from-beginning",
                              "--set",
                              servers))
                      .hasLineCount(20));
      stop();
      running.clear();
    }
  }

  @Test
  void shouldNotHoldTheLab() throws Exception {
    assertThat(files(home, ".*(crawlsieve-lab|jmh-|-tests).*\\.jar")).isEmpty();
    for (String command : List.of("bench", "chaos")) {
      assertThat(fail(launcher(), 1, command, "--help"))
          .startsWith("crawlsieve: '" + command + "' is not part of an installation")
          .hasLineCount(1);
    }
  }

  /** What {@code --version} and {@code /api/stats} say is read from the jar of their class. */
  @Test
  void shouldSayTheVersionInEachJar() throws Exception {
    for (Path jar : files(home, ".*/crawlsieve[^/]*\\.jar")) {
      try (JarFile file = new JarFile(jar.toFile())) {
        assertThat(file.getManifest().getMainAttributes().getValue("Implementation-Version"))
            .as(jar.toString())
            .isNotBlank();
      }
    }
  }

  @Test
  void shouldSayWhichJavaItNeeds() throws Exception {
    Path old = Files.createDirectories(folder.resolve("old/bin/java")).getParent();
    Files.delete(old.resolve("java"));
    Files.writeString(
        old.resolve("java"), "#!/bin/sh\necho 'openjdk version \"11.0.2\" 2019-01-15' >&2\n");
    Files.setPosixFilePermissions(
        old.resolve("java"), PosixFilePermissions.fromString("rwxr-xr-x"));
    ProcessBuilder builder = builder("old", launcher(), "--help");
    builder.environment().put("JAVA_HOME", old.getParent().toString());
    assertThat(ended(builder.start())).isEqualTo(1);
    assertThat(log("old"))
        .content(UTF_8)
        .startsWith("crawlsieve: Java 17 or newer is needed, ")
        .endsWith(" is Java 11\n");
    builder = builder("none", launcher(), "--help");
    builder.environment().remove("JAVA_HOME");
    assertThat(ended(builder.start())).isEqualTo(1);
    assertThat(log("none")).content(UTF_8).contains("there is no java on the PATH");
  }

  @Test
  void shouldHoldWhatItsDocumentsLinkTo() throws IOException {
    List<String> broken = new ArrayList<>();
    int count = 0;
    for (Path document : files(home, ".*\\.md")) {
      for (String target :
          LINK.matcher(Files.readString(document)).results().map(link -> link.group(1)).toList()) {
        count++;
        if (!Files.exists(document.resolveSibling(target))) {
          broken.add(document.getFileName() + ": " + target);
        }
      }
    }
    assertThat(broken).isEmpty();
    assertThat(count).isGreaterThan(30);
    assertThat(home.resolve("LICENSE")).isNotEmptyFile();
  }

  @Test
  void shouldHoldTheLicenceOfEachLibrary() throws IOException {
    Map<String, JsonNode> components = new HashMap<>();
    for (JsonNode each :
        RecordJson.JSON.readTree(home.resolve("bom.json").toFile()).at("/components")) {
      String jar = each.path("name").asText() + "-" + each.path("version").asText() + ".jar";
      components.put(jar, each);
    }
    Set<String> texts = new HashSet<>();
    files(home.resolve("licenses"), ".*\\.txt").forEach(text -> texts.add(name(text)));
    List<String> without = new ArrayList<>();
    for (Path jar : files(home.resolve("lib"), ".*\\.jar")) {
      JsonNode component = components.get(name(jar));
      boolean here = component != null && texts.remove(component.path("name").asText() + ".txt");
      boolean apache =
          component != null && component.path("licenses").toString().contains("Apache-2.0");
      if (!here && !apache && !holdsLicence(jar)) {
        without.add(name(jar));
      }
    }
    assertThat(without).isEmpty();
    assertThat(texts).as("texts of what is not shipped").isEmpty();
  }

  private static boolean holdsLicence(Path jar) throws IOException {
    try (JarFile file = new JarFile(jar.toFile())) {
      return file.stream()
          .anyMatch(entry -> entry.getName().matches("(META-INF/)?(LICENSE|COPYING)[^/]*"));
    }
  }

  private static String name(Path file) {
    return file.getFileName().toString();
  }

  @Test
  void shouldHoldEverythingThatTheImageCopies() throws IOException {
    Path context = packages.resolve("image");
    List<String> copied = new ArrayList<>();
    for (String line : Files.readAllLines(context.resolve("Dockerfile"))) {
      if (line.startsWith("COPY ")) {
        List<String> words = List.of(line.split(" "));
        copied.addAll(words.subList(1, words.size() - 1));
      }
    }
    assertThat(copied)
        .contains("lib", "bin", "crawlsieve.jar")
        .allSatisfy(name -> assertThat(context.resolve(name)).exists());
    assertThat(context.resolve("lib/broker")).isNotEmptyDirectory();
    assertThat(Files.readString(context.resolve("docker-compose.yml")))
        .contains("-target/packages/image}");
  }

  @Test
  void shouldDependOnNothingButItsSourcesForItsBytes() throws Exception {
    assertThat(output("tar", "-tvzf", tarball().toString(), "--full-time", "--utc"))
        .hasSizeGreaterThan(100)
        .allMatch(line -> line.contains(" root/root ") && line.contains(" 2026-01-01 00:00:00 "));
  }

  @Test
  void shouldMakeADebianPackage() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/dpkg-deb")), "dpkg-deb is not installed");
    String deb = packages.resolve("crawlsieve_" + version() + "_all.deb").toString();
    assertThat(output("dpkg-deb", "--field", deb, "Version")).containsExactly(version());
    assertThat(output("dpkg-deb", "--info", deb, "conffiles"))
        .containsExactlyInAnyOrder(
            "/etc/crawlsieve/crawlsieve.env",
            "/etc/crawlsieve/crawlsieve.properties",
            "/etc/crawlsieve/login.properties");
    List<String> contents = output("dpkg-deb", "--contents", deb);
    assertThat(contents)
        .anyMatch(line -> line.matches("-rwxr-xr-x root/root .* ./opt/crawlsieve/bin/crawlsieve"))
        .anyMatch(line -> line.matches("-r-------- root/root .* ./etc/.*/login.properties"))
        .anyMatch(line -> line.matches("-rw-r--r-- root/root .* ./usr/lib/systemd/system/.*"))
        .anyMatch(line -> line.endsWith(" ./usr/bin/crawlsieve -> /opt/crawlsieve/bin/crawlsieve"));
    output("dpkg-deb", "--extract", deb, folder.resolve("root").toString());
    Path installed = folder.resolve("root/opt/crawlsieve/bin/crawlsieve");
    assertThat(succeed(installed, "--version")).isEqualTo("crawlsieve " + version() + "\n");
  }

  private static Path runtime(Path target) {
    int status =
        ToolProvider.findFirst("jlink")
            .orElseThrow()
            .run(
                System.out,
                System.err,
                "--add-modules",
                "java.se,jdk.unsupported,jdk.crypto.ec,jdk.management,jdk.zipfs,jdk.localedata",
                "--output",
                target.toString());
    assertThat(status).isZero();
    assertThat(target.resolve("bin/javac")).doesNotExist();
    return target;
  }

  private static Path tarball() throws IOException {
    return files(packages, ".*/crawlsieve-[^/]*\\.tar\\.gz").get(0);
  }

  private static Path unpacked(Path where) throws Exception {
    output("tar", "-xzf", tarball().toString(), "-C", where.toString());
    try (Stream<Path> folders = Files.list(where)) {
      return folders.findFirst().orElseThrow();
    }
  }

  private static Path launcher() {
    return home.resolve("bin/crawlsieve");
  }

  private static String version() {
    return home.getFileName().toString().replaceFirst("crawlsieve-", "");
  }

  private static List<Path> files(Path where, String pattern) throws IOException {
    try (Stream<Path> files = Files.walk(where)) {
      return files.filter(file -> file.toString().matches(pattern)).sorted().toList();
    }
  }

  private void writeCrawl(String name, int pages) throws IOException {
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    for (byte[] page : Crawl.pages(pages, 3)) {
      lines.write(page);
      lines.write('\n');
    }
    Files.write(folder.resolve(name), lines.toByteArray());
  }

  /** Standard output of a command that ends with exit code 0. */
  private String succeed(Path launcher, String... arguments) throws Exception {
    Path out = folder.resolve("out");
    Process process =
        builder(arguments[0], launcher, arguments).redirectOutput(out.toFile()).start();
    int exitCode = ended(process);
    assertThat(exitCode).as(() -> content(log(arguments[0]))).isZero();
    return Files.readString(out);
  }

  /** Both outputs of a command that ends with another exit code. */
  private String fail(Path launcher, int exitCode, String... arguments) throws Exception {
    assertThat(ended(builder(arguments[0], launcher, arguments).start())).isEqualTo(exitCode);
    return content(log(arguments[0]));
  }

  private void start(String name, Path launcher, String... arguments) throws IOException {
    running.add(builder(name, launcher, arguments).start());
  }

  private ProcessBuilder builder(String name, Path launcher, String... arguments) {
    List<String> command = new ArrayList<>(List.of(launcher.toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectError(log(name).toFile())
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log(name).toFile()));
    builder.environment().clear();
    builder.environment().put("PATH", path.toString());
    builder.environment().put("JAVA_HOME", jre.toString());
    return builder;
  }

  private Path log(String name) {
    return folder.resolve(name + ".log");
  }

  private static int ended(Process process) throws InterruptedException {
    try {
      assertThat(Waits.ended(process)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    return process.exitValue();
  }

  private static List<String> output(String... command) throws Exception {
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    List<String> lines;
    try (var reader = process.inputReader(UTF_8)) {
      lines = reader.lines().toList();
    }
    assertThat(process.waitFor()).as(() -> String.join(" ", command)).isZero();
    return lines;
  }

  private static String content(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
