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
import org.junit.jupiter.api.Test;

/**
 * The rooms and the arrows between them, from the code's own dependencies. {@code docs/rooms.md}
 * shows them; {@code mvn test -Dtest=RoomsTest -Drooms.draw=true} redraws it.
 */
final class RoomsTest {

  private static final String ROOT = "dev.crawlsieve.";
  private static final Path PICTURE = Path.of("docs", "rooms.md");
  private static final int MOST_FILES = 40;
  private static final int MOST_CHARACTERS = 160;

  /** The modules, from the bottom: each uses itself and those before it. */
  private static final List<String> FLOORS = List.of("core", "stream", "tool", "lab");

  /** How many of them are shipped: all but the lab. */
  private static final int SHIPPED = FLOORS.size() - 1;

  /** A sentence, or what stands before a colon or semicolon if that says enough. */
  private static final Pattern BEGINNING = Pattern.compile("^\\s*(.{30,}?)[:;.](?:\\s|$)");

  /** Where to start reading, and which test shows what the room does. */
  private static final Pattern WAY_IN =
      Pattern.compile("Start reading at \\{@link [\\w.]+}.*?\\. Tests: \\{@code (\\w+)}\\.");

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
  void shouldBeDescribedAndNotTooLarge() throws IOException {
    for (String room : rooms.keySet()) {
      Path folder = folder(room);
      assertThat(folder.resolve("package-info.java")).as(room).exists();
      try (Stream<Path> files = Files.list(folder)) {
        assertThat(files.filter(Files::isRegularFile).count() - 1)
            .as("files of " + room)
            .isLessThanOrEqualTo(MOST_FILES);
      }
    }
  }

  @Test
  void shouldSayWhereToStartAndNameATest() throws IOException {
    for (String room : rooms.keySet()) {
      Matcher way = WAY_IN.matcher(description(room));
      assertThat(way.find()).as("a way into " + room).isTrue();
      String test = way.group(1) + ".java";
      try (Stream<Path> files = Files.walk(Path.of("src"))) {
        assertThat(files.map(Path::getFileName)).as(room).contains(Path.of(test));
      }
    }
  }

  @Test
  void shouldBeAsDrawn() throws IOException {
    if (Boolean.getBoolean("rooms.draw")) {
      Files.writeString(PICTURE, drawn() + described());
    }
    assertThat(Files.readString(PICTURE))
        .as("draw it anew with mvn test -Dtest=RoomsTest -Drooms.draw=true")
        .isEqualTo(drawn() + described());
  }

  private static String room(JavaClass of) {
    return of.getPackageName().substring(ROOT.length());
  }

  private static int floor(String room) {
    int floor = FLOORS.indexOf(room.split("\\.")[0]);
    assertThat(floor).as("the floor of " + room).isNotNegative();
    return floor;
  }

  private static List<String> shipped() {
    return rooms.keySet().stream().filter(room -> floor(room) < SHIPPED).toList();
  }

  private static Path folder(String room) {
    return Path.of("src", FLOORS.get(floor(room)), "src", "main", "java", "dev", "crawlsieve")
        .resolve(room.replace('.', '/'));
  }

  private static String drawn() {
    StringBuilder drawn = new StringBuilder();
    drawn.append(
        """
        # Rooms

        The shipped packages of `dev.crawlsieve`, drawn by `RoomsTest` from the code: an arrow means "uses", and
        one that follows from others is left out. `package-info.java` says where to start reading and names a test.

        ```mermaid
        flowchart TD
        """);
    for (int floor = SHIPPED - 1; floor >= 0; floor--) {
      drawn.append("  subgraph ").append(FLOORS.get(floor)).append('\n');
      for (String room : shipped()) {
        if (floor(room) == floor) {
          drawn.append("    ").append(room).append('\n');
        }
      }
      drawn.append("  end\n");
    }
    for (String room : shipped()) {
      Set<String> used = rooms.get(room);
      String others =
          used.stream()
              .filter(other -> used.stream().noneMatch(by -> reached(by).contains(other)))
              .collect(joining(" & "));
      if (!others.isEmpty()) {
        drawn.append("  ").append(room).append(" --> ").append(others).append('\n');
      }
    }
    return drawn.append("```\n\n").toString();
  }

  /** A line for each shipped room: how its description begins. */
  private static String described() throws IOException {
    StringBuilder described = new StringBuilder();
    for (String room : shipped()) {
      String text = description(room).replaceAll("\\{@\\w+ ([^}]+)\\}", "`$1`");
      Matcher beginning = BEGINNING.matcher(text);
      assertThat(beginning.find()).as(room).isTrue();
      String line = "- `" + room + "`: " + beginning.group(1);
      assertThat(line)
          .as("the first sentence of " + room)
          .hasSizeLessThanOrEqualTo(MOST_CHARACTERS);
      described.append(line).append('\n');
    }
    return described.toString();
  }

  /** The javadoc of a room in one line. */
  private static String description(String room) throws IOException {
    return Files.readString(folder(room).resolve("package-info.java"))
        .replaceAll("(?s)\\*/.*", "")
        .replaceAll("[\\s/*]+ ", " ");
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
