package dev.crawlsieve.measure.eval;

import dev.crawlsieve.core.index.ComparedPage;
import java.util.List;

/**
 * The features of a page that are compared with those of another one.
 *
 * @param text the main text, one line per block
 * @param tokens the tokens of the text from which fingerprints are made
 * @param record the page as a record of the stream's index; all pages have the same scope
 */
public record PageFeatures(String text, List<String> tokens, ComparedPage record) {

  public PageFeatures {
    tokens = List.copyOf(tokens);
  }
}
