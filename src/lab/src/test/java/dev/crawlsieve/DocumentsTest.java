package dev.crawlsieve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Checks the documents as files: where they are, and that links and file names in them are valid.
 */
final class DocumentsTest {

  private static final Path TOP = Path.of("");

  private static final Pattern LINK = Pattern.compile("!?\\[[^\\]]*\\]\\(([^)\\s]+)\\)");
  private static final Pattern OTHER_SITE = Pattern.compile("[a-z]+:.*");
  private static final Pattern FENCED = Pattern.compile("(?ms)^```.*?^```$");

  /** A setting that zsh, the shell of macOS, takes for a pattern of file names. */
  private static final Pattern UNQUOTED = Pattern.compile("--set [^\\s'\"]*[*?\\[][^\\s]*");

  private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} (.+)$");
  private static final Pattern CONCATENATED = Pattern.compile("\"\\s*\\n\\s*\\+ \"");
  private static final Pattern DOCUMENT = Pattern.compile("[\\w./-]*\\w\\.md\\b");
  private static final Pattern SECTION =
      Pattern.compile("([\\w./-]*\\w\\.md)\\b\\}?, \\\\?\"([^\"\\\\]+)\\\\?\"");

  @Test
  void shouldKeepFourDocumentsAtTheTop() throws IOException {
    try (Stream<Path> files = Files.list(TOP.toAbsolutePath())) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .filteredOn(name -> name.endsWith(".md"))
          .containsExactlyInAnyOrder("README.md", "topology.md", "CHANGELOG.md", "CONTRIBUTING.md");
    }
  }

  @Test
  void shouldMentionEveryDocumentInTheReadme() throws IOException {
    Set<Path> linked = new TreeSet<>();
    for (String target : links(Path.of("README.md"))) {
      linked.add(Path.of(target.replaceFirst("#.*", "")));
    }
    assertThat(linked).containsAll(documents("docs"));
  }

  @Test
  void shouldResolveEveryRelativeLink() throws IOException {
    List<String> broken = new ArrayList<>();
    int count = 0;
    for (Path document : documents("")) {
      for (String target : links(document)) {
        if (OTHER_SITE.matcher(target).matches()) {
          continue;
        }
        count++;
        String[] parts = target.split("#", 2);
        Path file = parts[0].isEmpty() ? document : document.resolveSibling(parts[0]).normalize();
        if (!Files.exists(file)) {
          broken.add(document + ": no file " + target);
        } else if (parts.length == 2 && !anchors(file).contains(parts[1])) {
          broken.add(document + ": no heading " + target);
        }
      }
    }
    assertThat(broken).isEmpty();
    assertThat(count).isGreaterThan(30);
  }

  @Test
  void shouldUseEveryImage() throws IOException {
    Set<Path> used = new TreeSet<>();
    for (Path document : documents("")) {
      links(document).forEach(target -> used.add(document.resolveSibling(target).normalize()));
    }
    try (Stream<Path> images = Files.list(Path.of("docs/images"))) {
      assertThat(used).containsAll(images.toList());
    }
  }

  @Test
  void shouldNameDocumentsAndSectionsThatExist() throws IOException {
    List<String> missing = new ArrayList<>();
    int count = 0;
    for (Path file : sources()) {
      String text =
          CONCATENATED.matcher(Files.readString(file, StandardCharsets.UTF_8)).replaceAll("");
      for (MatchResult found : DOCUMENT.matcher(text).results().toList()) {
        count++;
        String name = found.group().replaceFirst("^/*opt/crawlsieve/", "");
        if (!Files.exists(Path.of(name))) {
          missing.add(file + " names " + name);
        }
      }
      for (MatchResult found : SECTION.matcher(text).results().toList()) {
        Path document = Path.of(found.group(1));
        if (Files.exists(document) && !headings(document).contains(found.group(2))) {
          missing.add(file + " names " + found.group());
        }
      }
    }
    assertThat(missing).isEmpty();
    assertThat(count).isGreaterThan(5);
  }

  @Test
  void shouldQuoteWhatAShellWouldExpand() throws IOException {
    List<String> expanded = new ArrayList<>();
    for (Path document : documents("")) {
      String text = Files.readString(document, StandardCharsets.UTF_8);
      UNQUOTED
          .matcher(text)
          .results()
          .forEach(found -> expanded.add(document + ": " + found.group()));
    }
    assertThat(expanded).isEmpty();
  }

  /** The documents of the project, or of one of its folders. */
  private static List<Path> documents(String folder) throws IOException {
    List<Path> documents = new ArrayList<>();
    for (String name : folder.isEmpty() ? List.of("", "docs") : List.of(folder)) {
      try (Stream<Path> files = Files.list(Path.of(name).toAbsolutePath())) {
        files
            .filter(file -> file.toString().endsWith(".md"))
            .map(file -> TOP.toAbsolutePath().relativize(file))
            .forEach(documents::add);
      }
    }
    return documents;
  }

  /** Files that are shipped or deployed and may refer to a document. */
  private static List<Path> sources() throws IOException {
    List<Path> sources = new ArrayList<>(List.of(Path.of("pom.xml"), Path.of("crawlsieve")));
    for (String folder :
        List.of(
            "src/core/src/main",
            "src/sites/src/main",
            "src/files/src/main",
            "src/testkit/src/main",
            "src/stream/src/main",
            "src/measure/src/main",
            "src/watch/src/main",
            "src/tool/src/main",
            "src/lab/src/main",
            "src/deploy")) {
      try (Stream<Path> files = Files.walk(Path.of(folder))) {
        files
            .filter(Files::isRegularFile)
            .filter(file -> file.toString().matches(".*\\.(java|ya?ml|service|properties|html)"))
            .forEach(sources::add);
      }
    }
    return sources;
  }

  private static List<String> links(Path document) throws IOException {
    return LINK.matcher(prose(document)).results().map(link -> link.group(1)).toList();
  }

  private static List<String> headings(Path document) throws IOException {
    return HEADING.matcher(prose(document)).results().map(heading -> heading.group(1)).toList();
  }

  /**
   * The anchors that GitHub generates for headings; of several equal headings, only the first has
   * one here.
   */
  private static Set<String> anchors(Path document) throws IOException {
    Set<String> anchors = new TreeSet<>();
    for (String heading : headings(document)) {
      anchors.add(
          heading.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'));
    }
    return anchors;
  }

  private static String prose(Path document) throws IOException {
    return FENCED.matcher(Files.readString(document, StandardCharsets.UTF_8)).replaceAll("");
  }
}
