package dev.crawlsieve.files.sieve;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.crawlsieve.files.input.InputGroup;
import dev.crawlsieve.sites.passage.KnownPassages;
import dev.crawlsieve.sites.passage.PageLines;
import dev.crawlsieve.stream.config.PassagesConfig;
import dev.crawlsieve.stream.config.SieveConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Passages and texts without them, from files into files. */
final class PassageFilesTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path dir;

  private List<JsonNode> sieved(List<String> events, boolean passages, String file)
      throws IOException {
    Path in = dir.resolve("in.jsonl");
    Files.write(in, events);
    SieveSettings settings = SieveConfig.of(Map.of("passages.pages", "3")).sieve();
    SieveSettings used =
        passages
            ? settings.withPassages(
                PassagesConfig.of(SieveConfig.of(Map.of("passages.pages", "3"))))
            : settings;
    SieveInputs inputs = new SieveInputs(List.of(), List.of(new InputGroup(List.of(in), null)));
    try (FileSieve sieve = new FileSieve(used, inputs)) {
      sieve.sieve(SieveFiles.in(dir.resolve("out"), true, PageFormat.TEXT), progress -> {});
    }
    assertThat(dir.resolve("out").toFile().list()).noneMatch(name -> name.contains("texts"));
    List<JsonNode> lines = new ArrayList<>();
    for (String line : Files.readAllLines(dir.resolve("out").resolve(file))) {
      lines.add(JSON.readTree(line));
    }
    return lines;
  }

  private static String event(String url, String html) {
    return JSON.createObjectNode()
        .put("url", url)
        .put("fetchTime", "2026-01-01T00:00:00Z")
        .put("html", html)
        .toString();
  }

  private static List<String> site() {
    String[] animals = {"antelope", "badger", "cormorant", "dormouse", "echidna", "flamingo"};
    List<String> events = new ArrayList<>();
    for (String animal : animals) {
      events.add(
          event(
              "https://zoo.example/" + animal,
              "<title>The %1$s</title><nav><a href=/>Home</a><div><a href=/a>Animals</a></div></nav>"
                      .formatted(animal)
                  + ("<h1>The %1$s</h1><p>Everything there is to say about the %1$s and what it"
                          + " eats, and where it sleeps at night.<footer>© Zoo of Example</footer>")
                      .formatted(animal)));
    }
    return events;
  }

  @Test
  void textsAreWithoutPassagesAndSayWhichWereTakenOut() throws Exception {
    List<JsonNode> texts = sieved(site(), true, "unique.jsonl");
    assertThat(texts).hasSize(6);
    JsonNode badger = texts.get(1);
    assertThat(badger.path("title").asText()).isEqualTo("The badger");
    assertThat(badger.path("text").asText())
        .isEqualTo(
            "The badger\nEverything there is to say about the badger and what it eats, and where"
                + " it sleeps at night.");
    assertThat(badger.path("passages"))
        .extracting(taken -> taken.path("line").asInt())
        .containsExactly(0, 1, 4);
    List<String> lines = Files.readAllLines(dir.resolve("out/passages.jsonl"));
    assertThat(lines)
        .extracting(line -> JSON.readTree(line).path("text").asText())
        .containsExactlyInAnyOrder("Home", "Animals", "© Zoo of Example");
    assertThat(badger.path("passages").get(2).path("hash").asText())
        .isIn(lines.stream().map(line -> hash(line)).toList());

    KnownPassages known = KnownPassages.read(dir.resolve("out/passages.jsonl"));
    assertThat(known.without("https://zoo.example/x", PageLines.of("Home\nown")).text())
        .isEqualTo("own");
  }

  private static String hash(String line) {
    try {
      return JSON.readTree(line).path("hash").asText();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void withoutPassagesTextsAreWhole() throws Exception {
    JsonNode badger = sieved(site(), false, "unique.jsonl").get(1);
    assertThat(badger.path("text").asText()).startsWith("Home\nAnimals\nThe badger\n");
    assertThat(badger.path("passages")).isEmpty();
    assertThat(dir.resolve("out/passages.jsonl")).doesNotExist();
  }

  /** A passage may be learned of lines around it that are none themselves, and then stays. */
  @Test
  void whyNothingIsTakenOutIsSaid() throws Exception {
    Path lines = dir.resolve("passages.jsonl");
    Files.writeString(
        lines,
        sieved(site(), true, "passages.jsonl").stream()
            .map(JsonNode::toString)
            .filter(line -> line.contains("Home"))
            .collect(Collectors.joining("\n")));
    KnownPassages home = KnownPassages.read(lines);
    assertThat(written(home, "own\\nHome\\nmore"))
        .isEqualTo(
            "nothing is left out of the texts: a short passage that stands by itself between a"
                + " page's own lines stays (docs/passages.md, \"What is taken out\")");
    assertThat(written(home, "Home\\nmore"))
        .endsWith(" of the text was passages and is left out, on 1 page");
    assertThat(written(new KnownPassages(), "Home\\nmore")).isEmpty();
  }

  private String written(KnownPassages passages, String text) throws IOException {
    SieveFolder folder = new SieveFolder(Files.createTempDirectory(dir, "texts"));
    SortedMap<String, Path> texts = new TreeMap<>();
    for (Path pages : List.of(folder.unique(), folder.duplicate())) {
      Path whole = folder.texts(pages);
      Files.writeString(whole, pages.equals(folder.unique()) ? line(text) : "");
      texts.put(whole.getFileName().toString(), whole);
    }
    try (UnfinishedFiles files = new UnfinishedFiles(folder.path())) {
      return TextOutput.write(folder, files, texts, passages, () -> {});
    }
  }

  private static String line(String text) {
    return "{\"url\":\"https://zoo.example/lynx\",\"title\":\"\",\"text\":\"" + text + "\"}\n";
  }

  @Test
  void theOrderOfPagesChangesNoPassage() throws Exception {
    List<String> events = site();
    List<JsonNode> first = sieved(events, true, "passages.jsonl");
    Collections.shuffle(events, new Random(1));
    assertThat(sieved(events, true, "passages.jsonl")).containsExactlyInAnyOrderElementsOf(first);
  }

  @Test
  void copiesHaveTextsToo() throws Exception {
    List<String> events = site();
    events.add(events.get(0).replace("zoo.example/antelope", "zoo.example/antelope?ref=1"));
    List<JsonNode> copies = sieved(events, true, "duplicate.jsonl");
    assertThat(copies).hasSize(1);
    assertThat(copies.get(0).path("text").asText()).startsWith("The antelope\n");
  }
}
