package dev.crawlsieve.lab.corpus;

import dev.crawlsieve.core.eval.Label;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/**
 * Decides whether two versions of a page have the same content.
 *
 * <p>By the share of words that were added or removed, wherever they are: moved text is the same
 * text. Dates, version numbers, line numbers and the article's surroundings do not count.
 */
final class VersionLabel {

  /** If an article has fewer words, its content cannot be separated from other changes. */
  private static final int LEAST_WORDS = 40;

  private static final Pattern VOLATILE =
      Pattern.compile("\\b(?:19|20)\\d\\d(?:[-/.]\\d\\d?){0,2}\\b|\\bv?\\d+(?:\\.\\w+)+\\b");

  private static final Pattern LINE_NUMBER = Pattern.compile("(?m)^\\d{2,}");

  /** Elements that are clearly not the page's content, in old and new javadoc among others. */
  private static final String CHROME =
      "nav, header, footer, aside, form, script, style, noscript, [role=navigation],"
          + " .topNav, .bottomNav, .subNav, .skipNav, .top-nav, .sub-nav, .legalCopy";

  private VersionLabel() {}

  /** The label, by the settings' limits. */
  static Label of(Document older, Document newer, GeneratorSettings settings) {
    List<String> a = words(article(older));
    List<String> b = words(article(newer));
    double changed = changed(a, b);
    if (changed > 0 && Math.min(a.size(), b.size()) < LEAST_WORDS) {
      return Label.UNDECIDED;
    }
    if (changed <= settings.sameVersion()) {
      return Label.DUPLICATE;
    }
    return changed >= settings.otherVersion() ? Label.DIFFERENT : Label.UNDECIDED;
  }

  /** The share of both versions' words that the other does not have, 0 to 1. */
  static double changed(Document older, Document newer) {
    return changed(words(article(older)), words(article(newer)));
  }

  private static double changed(List<String> a, List<String> b) {
    Map<String, Integer> surplus = new HashMap<>();
    a.forEach(word -> surplus.merge(word, 1, Integer::sum));
    b.forEach(word -> surplus.merge(word, -1, Integer::sum));
    int changed = surplus.values().stream().mapToInt(Math::abs).sum();
    int all = a.size() + b.size();
    return all == 0 ? 0 : (double) changed / all;
  }

  private static List<String> words(String text) {
    return Arrays.stream(text.split("[^\\p{L}\\p{N}#]+")).filter(w -> !w.isEmpty()).toList();
  }

  private static String article(Document page) {
    Document content = page.clone();
    content.select(CHROME).remove();
    Element main = MainElement.of(content);
    List<Element> leaves = Blocks.leaves(main);
    return (leaves.isEmpty() ? List.of(main) : leaves)
        .stream().map(VersionLabel::text).collect(Collectors.joining("\n"));
  }

  private static String text(Element block) {
    String text =
        block.is("pre") ? LINE_NUMBER.matcher(block.wholeText()).replaceAll("") : block.text();
    return VOLATILE.matcher(text.replace("\u200b", "")).replaceAll("#");
  }
}
