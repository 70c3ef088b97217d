package dev.crawlsieve.lab.bench.command;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.files.input.InputGroup;
import dev.crawlsieve.stream.feed.SamplePages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The real pages of a benchmark. */
final class BenchInputs {

  /**
   * Where the pages are, and what they are.
   *
   * @param name what they are, for readers of the figures
   */
  record Choice(List<InputGroup> groups, String name) {}

  @Parameters(
      paramLabel = "INPUT",
      arity = "0..*",
      description =
          "Any input that 'crawlsieve sieve' reads; its HTML pages are used, a page of each input in"
              + " turn. Default: the collection of real pages that src/judged/collect fetches to"
              + " crawlsieve/collection in $$XDG_CACHE_HOME or ~/.cache; where there is none, the"
              + " quickstart's javadoc.")
  private List<Path> inputs = new ArrayList<>();

  @Option(
      names = "--base-url",
      paramLabel = "URL",
      description = "Prefix for the path of a page that has no URL of its own.")
  private String baseUrl;

  /**
   * The inputs, or the usual ones if none are given.
   *
   * @param note receives the name of the usual ones, and is notified before anything that takes
   *     time
   */
  Choice choose(Consumer<String> note) {
    if (inputs.isEmpty()) {
      return usual(System.getenv(), note);
    }
    String names = inputs.stream().map(Path::toString).collect(Collectors.joining(", "));
    return new Choice(List.of(new InputGroup(inputs, baseUrl)), names);
  }

  /**
   * The collection, or the quickstart's pages where it has not been fetched.
   *
   * @param environment says where the user keeps caches
   */
  static Choice usual(Map<String, String> environment, Consumer<String> note) {
    Path folder = SamplePages.userCache(environment).resolve("collection");
    Path javadoc = SamplePages.usualCache(environment);
    List<Path> collected = collected(folder.resolve("pages"));
    if (collected.isEmpty()) {
      String name =
          noted("the quickstart's javadoc; src/judged/collect fetches pages of the web", note);
      return new Choice(new SamplePages(javadoc).get(note), name);
    }
    String name =
        "the collection in %s, %,d sources; the quickstart's javadoc is %s"
            .formatted(folder, collected.size(), javadoc.resolve("*.jar"));
    return new Choice(List.of(new InputGroup(collected, null)), noted(name, note));
  }

  private static String noted(String name, Consumer<String> note) {
    note.accept("real pages: " + name);
    return name;
  }

  private static List<Path> collected(Path folder) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".jsonl.gz")).sorted().toList();
    } catch (IOException e) {
      throw new SieveException("the collection in " + folder + " cannot be read: " + e, e);
    }
  }
}
