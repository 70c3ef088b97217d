package dev.crawlsieve.core.maintext;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.crawlsieve.core.config.TextSettings;
import dev.crawlsieve.core.page.Body;
import dev.crawlsieve.core.page.BodyDecoder;
import dev.crawlsieve.core.page.ContentType;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Scores the main text against labelled pages, which are not part of the project.
 *
 * <p>{@code articles/NAME/source.html} is compared with the text of {@code
 * articles/NAME/expected.html}, by shares of common 4-grams of words; {@code
 * snippets/manifest.json} by the shares of strings that are present or absent as required. Words
 * are lower-case runs of letters and digits. Pages whose name has an even hash are for tuning, the
 * others for testing.
 */
final class ExtractionScore {

  private final MainText mainText = new MainText(TextSettings.MAIN);
  private final PrintStream out;

  ExtractionScore(PrintStream out) {
    this.out = out;
  }

  public static void main(String[] arguments) throws IOException {
    ExtractionScore score = new ExtractionScore(System.out);
    boolean each = arguments.length > 1;
    score.articles(Path.of(arguments[0], "articles"), each);
    score.snippets(Path.of(arguments[0], "snippets"), each);
  }

  /** Means over the pages of each half and of all: precision, recall, F1 of the means. */
  Map<String, double[]> articles(Path folder, boolean each) throws IOException {
    Map<String, double[]> sums = new TreeMap<>();
    List<Path> pages;
    try (Stream<Path> found = Files.list(folder)) {
      pages = found.sorted().toList();
    }
    for (Path page : pages) {
      String name = page.getFileName().toString();
      String expected = markup(page.resolve("expected.html"));
      double[] scores =
          compare(
              grams(mainText.extract(Outlines.of(markup(page.resolve("source.html"))), "").text()),
              grams(new AllText().of(expected)));
      if (each) {
        out.printf(Locale.ROOT, "%s %s %.3f %.3f%n", half(name), name, scores[0], scores[1]);
      }
      for (String half : List.of("all", half(name))) {
        double[] sum = sums.computeIfAbsent(half, any -> new double[3]);
        sum[0] += scores[0];
        sum[1] += scores[1];
        sum[2]++;
      }
    }
    sums.forEach(
        (half, sum) -> {
          double precision = sum[0] / sum[2];
          double recall = sum[1] / sum[2];
          out.printf(
              Locale.ROOT,
              "articles %s: %d pages, precision %.4f, recall %.4f, F1 %.4f%n",
              half,
              (int) sum[2],
              precision,
              recall,
              2 * precision * recall / (precision + recall));
        });
    return sums;
  }

  /** Counts of strings: required and present, required, forbidden and absent, forbidden. */
  Map<String, int[]> snippets(Path folder, boolean each) throws IOException {
    Map<String, int[]> counts = new TreeMap<>();
    JsonNode manifest = new ObjectMapper().readTree(folder.resolve("manifest.json").toFile());
    for (JsonNode page : manifest) {
      String name = page.get("file").asText();
      String text =
          collapse(mainText.extract(Outlines.of(markup(folder.resolve(name))), "").text());
      for (JsonNode wanted : page.get("mustContain")) {
        boolean there = text.contains(collapse(wanted.asText()));
        count(counts, name, 0, there);
        if (each && !there) {
          out.println(half(name) + " missing " + name + ": " + wanted.asText());
        }
      }
      for (JsonNode unwanted : page.get("mustNotContain")) {
        boolean absent = !text.contains(collapse(unwanted.asText()));
        count(counts, name, 2, absent);
        if (each && !absent) {
          out.println(half(name) + " unwanted " + name + ": " + unwanted.asText());
        }
      }
    }
    counts.forEach(
        (half, count) ->
            out.printf(
                Locale.ROOT,
                "snippets %s: contained %.4f of %d, absent %.4f of %d%n",
                half,
                (double) count[0] / count[1],
                count[1],
                (double) count[2] / count[3],
                count[3]));
    return counts;
  }

  private static void count(Map<String, int[]> counts, String name, int at, boolean right) {
    for (String half : List.of("all", half(name))) {
      int[] count = counts.computeIfAbsent(half, any -> new int[4]);
      count[at] += right ? 1 : 0;
      count[at + 1]++;
    }
  }

  private static String half(String name) {
    return (name.hashCode() * 0x9e3779b9) >>> 31 == 0 ? "train" : "test";
  }

  private static String markup(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    try {
      // The articles were stored as UTF-8 whatever charset they declare.
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      return BodyDecoder.decode(new Body(bytes, false), ContentType.parse("text/html"))
          .markup()
          .text();
    }
  }

  private static String collapse(String text) {
    return text.replaceAll("[\\s\\u00a0\\u200b\\u00ad]+", " ").strip();
  }

  /** Precision and recall of the extracted 4-grams, counted with multiplicity. */
  static double[] compare(Map<String, Integer> found, Map<String, Integer> expected) {
    int common = 0;
    for (Map.Entry<String, Integer> gram : found.entrySet()) {
      common += Math.min(gram.getValue(), expected.getOrDefault(gram.getKey(), 0));
    }
    int foundCount = found.values().stream().mapToInt(Integer::intValue).sum();
    int expectedCount = expected.values().stream().mapToInt(Integer::intValue).sum();
    return new double[] {
      foundCount == 0 ? (expectedCount == 0 ? 1 : 0) : (double) common / foundCount,
      expectedCount == 0 ? 1 : (double) common / expectedCount
    };
  }

  static Map<String, Integer> grams(String text) {
    List<String> words = new ArrayList<>();
    for (String word : text.toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{N}]+")) {
      if (!word.isEmpty()) {
        words.add(word);
      }
    }
    Map<String, Integer> grams = new HashMap<>();
    int size = Math.min(4, words.size());
    for (int i = 0; size > 0 && i + size <= words.size(); i++) {
      grams.merge(String.join(" ", words.subList(i, i + size)), 1, Integer::sum);
    }
    return grams;
  }

  /** The text of markup that is to be kept completely. */
  private static final class AllText {

    String of(String html) {
      Outline outline = Outlines.of(html);
      StringBuilder text = new StringBuilder();
      for (TextRun run : outline.runs()) {
        text.append(run.separator == TextRun.Separator.NONE ? "" : " ").append(outline.text(run));
      }
      return text.toString();
    }
  }
}
