package dev.crawlsieve;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Checks the rooms and the arrows between them, found from the dependencies in the code. {@code
 * docs/rooms.md} shows them; {@code -Drooms.draw=true} redraws it, see {@code CONTRIBUTING.md}.
 */
@Tag("slow")
final class RoomsTest {

  private static final String ROOT = "dev.crawlsieve.";
  private static final Path PICTURE = Path.of("docs", "rooms.md");

  /** The modules, from the bottom: each uses itself and those before it. */
  private static final List<String> FLOORS =
      List.of("core", "sites", "files", "testkit", "stream", "measure", "watch", "tool", "lab");

  /** Number of modules that are shipped: all but the lab. */
  private static final int SHIPPED = FLOORS.size() - 1;

  private static final Pattern SENTENCE = Pattern.compile("^\\s*(.+?[^.])\\.(?:\\s|$)");
  private static final Pattern TESTS = Pattern.compile("Tests: \\{@code (\\w+)}");

  private static JavaClasses classes;

  /** The rooms that each room uses. */
  private static SortedMap<String, SortedSet<String>> rooms;

  @BeforeAll
  static void read() {
    classes =
        new ClassFileImporter()
            .withImportOption(new ArchitectureTest.WithoutTests())
            .withImportOption(
                location -> !location.contains("jmh") && !location.contains("Kernels"))
            .importPackages("dev.crawlsieve");
    rooms = new TreeMap<>();
    for (JavaClass from : classes) {
      SortedSet<String> used = rooms.computeIfAbsent(room(from), room -> new TreeSet<>());
      for (Dependency dependency : from.getDirectDependenciesFromSelf()) {
        JavaClass to = dependency.getTargetClass();
        if (classes.contain(to.getName()) && !room(to).equals(room(from))) {
          used.add(room(to));
        }
      }
    }
  }

  @Test
  void shouldHaveNoCycles() {
    assertThat(rooms.keySet().stream().filter(room -> reached(room).contains(room))).isEmpty();
  }

  @Test
  void shouldHaveArrowsThatPointDownward() {
    List<String> upward = new ArrayList<>();
    rooms.forEach(
        (room, used) ->
            used.stream()
                .filter(other -> floor(other) > floor(room))
                .forEach(other -> upward.add(room + " -> " + other)));
    assertThat(upward).isEmpty();
  }

  @Test
  void shouldBeDescribedByTestsThatExist() throws IOException {
    Set<String> tests = new HashSet<>();
    try (Stream<Path> files = Files.walk(Path.of("src"))) {
      files.forEach(file -> tests.add(file.getFileName().toString()));
    }
    for (String room : rooms.keySet()) {
      Matcher named = TESTS.matcher(description(room));
      while (named.find()) {
        assertThat(tests).as(room).contains(named.group(1) + ".java");
      }
    }
  }

  @Test
  void shouldBeAsDrawn() throws IOException {
    if (Boolean.getBoolean("rooms.draw")) {
      Files.writeString(PICTURE, drawn());
    }
    assertThat(Files.readString(PICTURE))
        .as("redraw it with JAVA_TOOL_OPTIONS=-Drooms.draw=true .ci/test RoomsTest")
        .isEqualTo(drawn());
  }

  private static String room(JavaClass of) {
    return of.getPackageName().substring(ROOT.length());
  }

  private static int floor(String room) {
    int floor = FLOORS.indexOf(room.split("\\.")[0]);
    assertThat(floor).as("the floor of " + room).isNotNegative();
    return floor;
  }

  private static List<String> shipped(int floor) {
    return rooms.keySet().stream().filter(room -> floor(room) == floor).toList();
  }

  /** The arrows between modules, then each module's rooms: what they are for, and what they use. */
  private static String drawn() throws IOException {
    StringBuilder drawn = new StringBuilder();
    drawn.append(
        """
        # Rooms

        The shipped packages of `dev.crawlsieve`, drawn by `RoomsTest` from the code. Each module is a folder of `src` and
        uses those before it. What a room uses of its own module stands behind it; what follows from others is left out.

        A page passes `core.page`, `core.extract`, `core.fingerprint`, `core.verdict` and `core.index`, led by `core.engine`;
        [CONTRIBUTING.md](../CONTRIBUTING.md#layout) names the classes on its way.

        """);
    for (int floor = 0; floor < SHIPPED; floor++) {
      String module = FLOORS.get(floor);
      Set<String> modules = new TreeSet<>();
      for (String room : shipped(floor)) {
        rooms.get(room).forEach(used -> modules.add(used.split("\\.")[0]));
      }
      modules.remove(module);
      drawn.append("## ").append(module).append("\n\n");
      if (!modules.isEmpty()) {
        drawn.append("Uses ").append(String.join(", ", modules)).append(".\n\n");
      }
      drawn.append("| room | what it is for | uses |\n|---|---|---|\n");
      for (String room : shipped(floor)) {
        Set<String> used = rooms.get(room);
        String others =
            used.stream()
                .filter(other -> other.startsWith(module + "."))
                .filter(other -> used.stream().noneMatch(by -> reached(by).contains(other)))
                .map(other -> other.substring(module.length() + 1))
                .collect(joining(", "));
        drawn.append("| `%s` | %s | %s |\n".formatted(room, purpose(room), others));
      }
      drawn.append('\n');
    }
    return drawn.toString().strip() + "\n";
  }

  /** The first sentence of a room's description. */
  private static String purpose(String room) throws IOException {
    Matcher sentence = SENTENCE.matcher(description(room));
    assertThat(sentence.find()).as("a description of " + room).isTrue();
    return sentence.group(1).replaceAll("\\{@\\w+ ([^}]+)\\}", "`$1`").replace("|", "\\|");
  }

  /** The javadoc of a room in one line. */
  private static String description(String room) throws IOException {
    Path file =
        Path.of("src", FLOORS.get(floor(room)), "src", "main", "java", "dev", "crawlsieve")
            .resolve(room.replace('.', '/'))
            .resolve("package-info.java");
    return Files.readString(file).replaceAll("(?s)\\*/.*", "").replaceAll("[\\s/*]+ ", " ");
  }

  /** All rooms that a room uses, directly or through others. */
  private static Set<String> reached(String room) {
    Set<String> reached = new HashSet<>();
    Deque<String> next = new ArrayDeque<>(rooms.get(room));
    while (!next.isEmpty()) {
      String other = next.pop();
      if (reached.add(other)) {
        next.addAll(rooms.get(other));
      }
    }
    return reached;
  }
}
