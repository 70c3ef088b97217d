package dev.crawlsieve.files.sieve;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.fingerprint.FingerprintedPage;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.sites.passage.KnownPassages;
import dev.crawlsieve.sites.passage.PageLines;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;

/**
 * Writes the visible text of pages, a line of JSON each. Passages are known only at the end, so
 * until then whole texts are in files of their own, from which they are then taken out.
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
    return bytes(
        JSON.createObjectNode()
            .put("url", page.fingerprint().url())
            .put("title", page.text().title())
            .put("text", PageLines.of(page.text().blocks()).text()));
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
    LineOutput.line(unjudged, page.page().page().value());
  }

  /**
   * Writes the texts without passages.
   *
   * @param texts the files of whole texts, by name
   * @param goOn called for each page; may end the work by an exception
   */
  static void write(
      SieveFolder folder,
      UnfinishedFiles files,
      SortedMap<String, Path> texts,
      KnownPassages passages,
      Runnable goOn)
      throws IOException {
    for (Path pages : List.of(folder.unique(), folder.duplicate())) {
      OutputStream out = files.open(pages);
      Path whole = texts.get(folder.texts(pages).getFileName().toString());
      try (BufferedReader lines = Files.newBufferedReader(Objects.requireNonNull(whole))) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          goOn.run();
          ObjectNode page = (ObjectNode) JSON.readTree(line);
          PageLines all = PageLines.of(page.path("text").textValue());
          passages.without(page.path("url").textValue(), all).show(page);
          LineOutput.line(out, bytes(page));
        }
      }
    }
  }
}
