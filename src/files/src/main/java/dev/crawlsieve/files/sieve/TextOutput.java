package dev.crawlsieve.files.sieve;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.fingerprint.FingerprintedPage;
import dev.crawlsieve.core.page.PageText;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.sites.passage.KnownPassages;
import dev.crawlsieve.sites.passage.PageLines;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.SortedMap;

/**
 * Writes the visible text of pages, a line of JSON each. Passages are known only at the end, so
 * whole texts are first written to separate files; the passages are then taken out of these.
 */
final class TextOutput implements PageOutput {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final OutputStream unique;
  private final OutputStream duplicate;
  private final OutputStream unjudged;

  TextOutput(SieveFolder folder, UnfinishedFiles files) throws IOException {
    unique = files.open(folder.texts(folder.unique()));
    duplicate = files.open(folder.texts(folder.duplicate()));
    unjudged = files.open(folder.unjudged());
  }

  /** A page's text with all its lines. */
  static byte[] text(FingerprintedPage page) {
    PageText text = page.text();
    return bytes(
        JSON.createObjectNode()
            .put("url", page.fingerprint().url())
            .put("title", text.title())
            .put("text", PageLines.of(text.blocks()).text()));
  }

  private static byte[] bytes(ObjectNode json) {
    try {
      return JSON.writeValueAsBytes(json);
    } catch (IOException e) {
      throw new IllegalStateException(e); // strings and numbers can be written
    }
  }

  @Override
  public void judged(PreparedPage page, Verdict verdict) throws IOException {
    OutputStream out = verdict.route() == Verdict.Route.UNIQUE ? unique : duplicate;
    PreparedPage.Said said = Objects.requireNonNull(page.said());
    LineOutput.line(out, Objects.requireNonNull(said.text()));
  }

  @Override
  public void unjudged(PreparedPage page) throws IOException {
    LineOutput.line(unjudged, page.event());
  }

  /**
   * Writes the texts without passages. Returns a sentence that says how much was taken out, or why
   * nothing was; empty if there are no passages.
   *
   * @param texts the files of whole texts, by name
   * @param goOn called for each page; may end the work by an exception
   */
  static String write(
      SieveFolder folder,
      UnfinishedFiles files,
      SortedMap<String, Path> texts,
      KnownPassages passages,
      Runnable goOn)
      throws IOException {
    long whole = 0;
    long taken = 0;
    long pagesLess = 0;
    for (Path pages : List.of(folder.unique(), folder.duplicate())) {
      OutputStream out = files.open(pages);
      Path all = texts.get(folder.texts(pages).getFileName().toString());
      try (BufferedReader lines = Files.newBufferedReader(Objects.requireNonNull(all))) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          goOn.run();
          ObjectNode page = (ObjectNode) JSON.readTree(line);
          String text = page.path("text").textValue();
          KnownPassages.Remainder rest =
              passages.without(page.path("url").textValue(), PageLines.of(text));
          rest.show(page);
          LineOutput.line(out, bytes(page));
          whole += text.length();
          taken += text.length() - rest.text().length();
          pagesLess += rest.taken().isEmpty() ? 0 : 1;
        }
      }
    }
    if (passages.sites().isEmpty()) {
      return "";
    }
    return taken == 0
        ? "nothing is left out of the texts: a short passage that stands by itself between a page's"
            + " own lines stays (docs/passages.md, \"What is taken out\")"
        : String.format(
            Locale.ROOT,
            "%.1f %% of the text was passages and is left out, on %,d %s",
            100.0 * taken / whole,
            pagesLess,
            pagesLess == 1 ? "page" : "pages");
  }
}
