package dev.crawlsieve;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.crawlsieve.core.engine.Sieve;
import dev.crawlsieve.core.index.IndexException;
import java.io.File;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** What the core promises to other people's programs, and what its pom says that it needs. */
@Tag("slow")
final class LibraryTest {

  private static final String CORE = "dev.crawlsieve.core";
  private static final Path PROMISES = Path.of("docs", "library.md");
  private static final Path CORE_POM = Path.of("src", "core", "pom.xml");
  private static final Path EXAMPLE = Path.of("src", "example");
  private static final Pattern PROMISED =
      Pattern.compile("(?m)^\\| `(core\\.\\S+)` \\| (`.*`) \\|$");

  /** The record says what its components are. */
  private static final Pattern COMPACT_CONSTRUCTOR =
      Pattern.compile(".* warning: no comment\\n  +public \\w+ \\{\\n");

  private static final Pattern JAVA = Pattern.compile("(?ms)^```java$\\n(.*?)^```$");

  @Test
  void shouldPromiseAllThatPromisedTypesName() throws Exception {
    List<Class<?>> promised = promised();
    assertThat(promised).hasSizeGreaterThan(15).allMatch(type -> isPublic(type.getModifiers()));
    List<String> unpromised = new ArrayList<>();
    for (Class<?> type : promised) {
      for (Class<?> named : named(type)) {
        if (!named.getName().startsWith("java.") && !promised.contains(named)) {
          unpromised.add(type.getName() + " names " + named.getName());
        }
      }
    }
    assertThat(unpromised).as(PROMISES.toString()).isEmpty();
  }

  @Test
  void shouldPromiseNothingButWhatTheFaceNeeds() throws Exception {
    Set<Class<?>> needed = new HashSet<>();
    Deque<Class<?>> open = new ArrayDeque<>(List.of(IndexException.class)); // unchecked
    for (Class<?> type : promised()) {
      if (type.getPackage().equals(Sieve.class.getPackage())) {
        open.add(type);
      }
    }
    while (!open.isEmpty()) {
      Class<?> type = open.pop();
      if (type.getName().startsWith("dev.crawlsieve.") && needed.add(type)) {
        open.addAll(named(type));
      }
    }
    assertThat(promised()).containsExactlyInAnyOrderElementsOf(needed);
  }

  @Test
  void shouldDocumentAllThatItPromises(@TempDir Path folder) throws Exception {
    SortedSet<String> sources = new TreeSet<>();
    for (Class<?> type : promised()) {
      String outermost = type.getName().replaceFirst("\\$.*", "");
      sources.add("src/core/src/main/java/" + outermost.replace('.', '/') + ".java");
    }
    List<String> arguments =
        new ArrayList<>(List.of("-quiet", "-Xdoclint:all", "-Xmaxwarns", "1000"));
    String classPath =
        location(Sieve.class.getName())
            + File.pathSeparator
            + location(JsonInclude.class.getName())
            + File.pathSeparator
            + location(Nullable.class.getName());
    arguments.addAll(List.of("-cp", classPath, "-d", folder.toString()));
    arguments.addAll(sources);
    StringWriter written = new StringWriter();
    PrintWriter out = new PrintWriter(written);

    int code =
        ToolProvider.findFirst("javadoc")
            .orElseThrow()
            .run(out, out, arguments.toArray(String[]::new));

    assertThat(COMPACT_CONSTRUCTOR.matcher(written.toString()).replaceAll("").lines())
        .filteredOn(line -> line.contains("warning:") || line.contains("error:"))
        .isEmpty();
    assertThat(code).isZero();
    assertThat(folder.resolve("dev/crawlsieve/core/engine/Sieve.html")).exists();
  }

  @Test
  void shouldNameEveryLibraryThatTheCoreUses() throws Exception {
    JavaClasses core =
        new ClassFileImporter()
            .importPath(location(Sieve.class.getName()).resolve(CORE.replace('.', '/')));
    SortedSet<String> used = new TreeSet<>();
    core.forEach(type -> used.addAll(libraries(type)));
    SortedSet<String> needed = new TreeSet<>();
    for (JavaClass type : reached(core)) {
      needed.addAll(libraries(type));
    }
    needed.add("jspecify"); // annotates types, which ArchUnit does not read
    used.removeAll(needed);

    assertThat(dependencies("compile", false)).isEqualTo(needed);
    assertThat(dependencies("compile", true)).isEqualTo(used);
    assertThat(dependencies("runtime", false)).isEmpty();
  }

  @Test
  void shouldShowTheExamplesInTheDocument() throws Exception {
    List<String> shown =
        JAVA.matcher(Files.readString(PROMISES)).results().map(block -> block.group(1)).toList();
    String example = Files.readString(EXAMPLE.resolve("src/main/java/SieveExample.java"));
    String streams = Files.readString(EXAMPLE.resolve("streams/SievedFeed.java"));

    assertThat(shown).hasSize(2);
    assertThat(example).contains("\n" + shown.get(0).indent(4));
    assertThat(shown.get(0).lines().count()).isLessThanOrEqualTo(15);
    assertThat(streams).contains("\n" + shown.get(1).indent(4));
  }

  @Test
  void shouldHaveOneVersionOfEverything() throws Exception {
    Element main = pom(Path.of("pom.xml"));
    String version = text(main, "version");

    assertThat(text(elements(pom(CORE_POM), "parent").get(0), "version")).isEqualTo(version);
    Element example = pom(EXAMPLE.resolve("pom.xml"));
    assertThat(text(elements(example, "dependency").get(0), "version")).isEqualTo(version);
    assertThat(Files.readString(PROMISES)).contains("<version>" + version + "</version>");
    assertThat(plugins(main)).containsAll(plugins(example));
  }

  private static List<Class<?>> promised() throws Exception {
    List<Class<?>> promised = new ArrayList<>();
    for (MatchResult row : PROMISED.matcher(Files.readString(PROMISES)).results().toList()) {
      for (String type : row.group(2).replace("`", "").split(", ")) {
        promised.add(
            Class.forName("dev.crawlsieve." + row.group(1) + "." + type.replace('.', '$')));
      }
    }
    return promised;
  }

  /** Every type that a user of a type may meet. */
  private static Set<Class<?>> named(Class<?> type) {
    Set<Type> types = new HashSet<>(Arrays.asList(type.getGenericInterfaces()));
    if (type.getGenericSuperclass() != null) {
      types.add(type.getGenericSuperclass());
    }
    for (Class<?> nested : type.getDeclaredClasses()) {
      if (isPublic(nested.getModifiers())) {
        types.add(nested);
      }
    }
    Stream.of(type.getDeclaredFields())
        .filter(LibraryTest::isSeen)
        .map(Field::getGenericType)
        .forEach(types::add);
    for (Constructor<?> made : type.getDeclaredConstructors()) {
      if (isSeen(made)) {
        types.addAll(Arrays.asList(made.getGenericParameterTypes()));
        types.addAll(Arrays.asList(made.getGenericExceptionTypes()));
      }
    }
    for (Method method : type.getDeclaredMethods()) {
      if (isSeen(method)) {
        types.add(method.getGenericReturnType());
        types.addAll(Arrays.asList(method.getGenericParameterTypes()));
        types.addAll(Arrays.asList(method.getGenericExceptionTypes()));
      }
    }
    Set<Class<?>> named = new HashSet<>();
    types.forEach(one -> addClasses(one, named));
    return named;
  }

  private static boolean isSeen(Member member) {
    return !member.isSynthetic()
        && (isPublic(member.getModifiers()) || Modifier.isProtected(member.getModifiers()));
  }

  private static boolean isPublic(int modifiers) {
    return Modifier.isPublic(modifiers);
  }

  private static void addClasses(Type type, Set<Class<?>> to) {
    if (type instanceof Class<?> found) {
      Class<?> element = found;
      while (element.isArray()) {
        element = element.getComponentType();
      }
      if (!element.isPrimitive()) {
        to.add(element);
      }
    } else if (type instanceof ParameterizedType parameterized) {
      addClasses(parameterized.getRawType(), to);
      Stream.of(parameterized.getActualTypeArguments()).forEach(one -> addClasses(one, to));
    } else if (type instanceof GenericArrayType array) {
      addClasses(array.getGenericComponentType(), to);
    } else if (type instanceof WildcardType wildcard) {
      Stream.of(wildcard.getUpperBounds()).forEach(one -> addClasses(one, to));
    }
  }

  /** The core's classes that the promised ones use, directly or not. */
  private static Set<JavaClass> reached(JavaClasses core) throws Exception {
    Set<JavaClass> reached = new HashSet<>();
    Deque<JavaClass> open = new ArrayDeque<>();
    for (Class<?> type : promised()) {
      open.add(core.get(type));
    }
    while (!open.isEmpty()) {
      JavaClass type = open.pop();
      if (reached.add(type)) {
        for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
          JavaClass target = dependency.getTargetClass().getBaseComponentType();
          if (core.contain(target.getName())) {
            open.add(core.get(target.getName()));
          }
        }
      }
    }
    return reached;
  }

  private static SortedSet<String> libraries(JavaClass type) {
    SortedSet<String> libraries = new TreeSet<>();
    for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
      JavaClass target = dependency.getTargetClass().getBaseComponentType();
      if (!target.isPrimitive()
          && !target.getName().startsWith("java.")
          && !target.getName().startsWith("dev.crawlsieve.")) {
        libraries.add(library(target.getName()));
      }
    }
    return libraries;
  }

  /** File name of the jar that a class is in, without its version. */
  private static String library(String type) {
    return location(type).getFileName().toString().replaceFirst("-\\d[^-]*(-\\d+)?\\.jar$", "");
  }

  private static Path location(String type) {
    String file = type.replace('.', '/') + ".class";
    URL found = LibraryTest.class.getClassLoader().getResource(file);
    assertThat(found).as(type).isNotNull();
    String place =
        found
            .toString()
            .replaceFirst("^jar:", "")
            .replaceFirst("!?/" + Pattern.quote(file) + "$", "");
    return Path.of(URI.create(place));
  }

  /** The artifacts that the core's pom names. */
  private static SortedSet<String> dependencies(String scope, boolean optional) throws Exception {
    SortedSet<String> names = new TreeSet<>();
    for (Element dependency : elements(pom(CORE_POM), "dependency")) {
      String its = text(dependency, "scope");
      if ((its.isEmpty() ? "compile" : its).equals(scope)
          && text(dependency, "optional").equals("true") == optional) {
        names.add(text(dependency, "artifactId"));
      }
    }
    return names;
  }

  private static Set<String> plugins(Element pom) {
    Set<String> plugins = new TreeSet<>();
    for (Element plugin : elements(pom, "plugin")) {
      plugins.add(text(plugin, "artifactId") + ":" + text(plugin, "version"));
    }
    return plugins;
  }

  private static Element pom(Path file) throws Exception {
    Document document =
        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
    return document.getDocumentElement();
  }

  private static List<Element> elements(Element in, String name) {
    List<Element> elements = new ArrayList<>();
    NodeList found = in.getElementsByTagName(name);
    for (int i = 0; i < found.getLength(); i++) {
      elements.add((Element) found.item(i));
    }
    return elements;
  }

  /** What the child of a name says; empty if there is none. */
  private static String text(Element in, String child) {
    for (Element element : elements(in, child)) {
      if (element.getParentNode() == in) {
        return element.getTextContent();
      }
    }
    return "";
  }
}
