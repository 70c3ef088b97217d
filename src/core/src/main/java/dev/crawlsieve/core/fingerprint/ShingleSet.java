package dev.crawlsieve.core.fingerprint;

import dev.crawlsieve.core.config.ShingleSettings;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The shingles of a text in readable form, for explanations and exact comparison.
 *
 * @param shingles every shingle in the text's order, including replicas; tokens joined by blanks
 */
public record ShingleSet(List<String> shingles) {

  public ShingleSet {
    shingles = List.copyOf(shingles);
  }

  /** The tokens of a text under the settings, those that a fingerprint is made from, in order. */
  public static List<String> tokens(String text, ShingleSettings settings) {
    return Tokenizer.of(settings).tokens(text);
  }

  /**
   * The shingles of a text under the settings, from the same tokens that a fingerprint is made
   * from.
   */
  public static ShingleSet of(String text, ShingleSettings settings) {
    List<String> tokens = tokens(text, settings);
    String between = settings.unit() == ShingleSettings.Unit.WORDS ? " " : "";
    List<String> shingles = new ArrayList<>();
    int count = tokens.isEmpty() ? 0 : Math.max(1, tokens.size() - settings.width() + 1);
    for (int i = 0; i < count; i++) {
      int end = Math.min(tokens.size(), i + settings.width());
      shingles.add(String.join(between, tokens.subList(i, end)));
    }
    return new ShingleSet(shingles);
  }

  /** The distinct shingles, in the text's order. */
  public Set<String> distinct() {
    return new LinkedHashSet<>(shingles);
  }

  /**
   * Jaccard similarity of the sets, 0 to 1: the size of their intersection over that of their union
   * (Broder 1997).
   */
  public double resemblance(ShingleSet other) {
    Set<String> union = new HashSet<>(shingles);
    union.addAll(other.shingles);
    return union.isEmpty() ? 0 : (double) common(other) / union.size();
  }

  /** The share of this set that the other one contains, 0 to 1 (Broder 1997). */
  public double containment(ShingleSet other) {
    Set<String> distinct = distinct();
    return distinct.isEmpty() ? 0 : (double) common(other) / distinct.size();
  }

  private int common(ShingleSet other) {
    Set<String> common = distinct();
    common.retainAll(other.distinct());
    return common.size();
  }
}
