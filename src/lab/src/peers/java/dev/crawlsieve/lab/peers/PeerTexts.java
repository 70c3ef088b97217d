package dev.crawlsieve.lab.peers;

import dev.crawlsieve.core.config.ShingleSettings;
import dev.crawlsieve.core.extract.PageReader;
import dev.crawlsieve.core.extract.TextExtractor;
import dev.crawlsieve.core.fingerprint.Tokenizer;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.files.input.InputException;
import dev.crawlsieve.files.input.InputGroup;
import dev.crawlsieve.files.input.InputPage;
import dev.crawlsieve.files.input.PageInputs;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.feed.SamplePages;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The texts that all peers get: main text of pages, as tokens joined by blanks. */
final class PeerTexts {

  private PeerTexts() {}

  /**
   * Texts of inputs, or of the quickstart's pages if there are none; those that are too short to
   * judge are left out.
   */
  static List<String> of(List<Path> inputs) throws InputException {
    SieveConfig config = SieveConfig.of(Map.of());
    List<InputGroup> groups =
        inputs.isEmpty()
            ? new SamplePages(SamplePages.usualCache(System.getenv())).get(System.err::println)
            : List.of(new InputGroup(inputs, null));
    PageReader reader = PageReader.of(config.page());
    TextExtractor extractor = new TextExtractor(config.text());
    List<String> texts = new ArrayList<>();
    for (InputGroup group : groups) {
      try (PageInputs pages = PageInputs.open(List.of(group), config.inputs())) {
        for (InputPage page = pages.next(); page != null; page = pages.next()) {
          List<String> tokens = tokens(page, reader, extractor);
          if (tokens.size() - Shingles.WIDTH + 1 >= ShingleSettings.LEAST) {
            texts.add(String.join(" ", tokens));
          }
        }
      }
    }
    return texts;
  }

  private static List<String> tokens(InputPage page, PageReader reader, TextExtractor extractor) {
    if (page.defect() != null) {
      return List.of();
    }
    try {
      String text = extractor.extract(reader.read(page.key(), page.value(), name -> null)).text();
      return new Tokenizer().tokens(text);
    } catch (BadPageException e) {
      return List.of(); // no page to the stream either
    }
  }
}
