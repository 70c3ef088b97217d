package dev.crawlsieve.eval.generate;

import dev.crawlsieve.eval.Label;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/**
 * Whether two versions of a page say the same.
 *
 * <p>By the share of their words that stand in blocks which the other version has word for word,
 * dates and version numbers aside. Blocks, not shingles, so that the label does not favour the
 * detectors that count shingles.
 */
final class VersionLabel {

  private static final Pattern VOLATILE =
      Pattern.compile("\\b(?:19|20)\\d\\d(?:[-/.]\\d\\d?){0,2}\\b|\\bv?\\d+(?:\\.\\w+)+\\b");

  private VersionLabel() {}

  /** The label by the settings' bounds. */
  static Label of(Document older, Document newer, GeneratorSettings settings) {
    double changed = changed(older, newer);
    if (changed <= settings.sameVersion()) {
      return Label.DUPLICATE;
    }
    return changed >= settings.otherVersion() ? Label.DIFFERENT : Label.UNDECIDED;
  }

  /** The share of both versions' words in blocks that the other does not have, 0 to 1. */
  static double changed(Document older, Document newer) {
    List<String> a = blocks(older);
    List<String> b = blocks(newer);
    int words = words(a) + words(b);
    return words == 0 ? 0 : (double) (missing(a, b) + missing(b, a)) / words;
  }

  private static List<String> blocks(Document page) {
    return Blocks.leaves(MainElement.of(page)).stream()
        .map(Element::text)
        .map(text -> VOLATILE.matcher(text).replaceAll("#"))
        .toList();
  }

  private static int words(List<String> blocks) {
    return blocks.stream().mapToInt(Blocks::words).sum();
  }

  /** Words of the blocks that the others do not have, each as often as it stands there. */
  private static int missing(List<String> blocks, List<String> others) {
    Map<String, Integer> left = new HashMap<>();
    for (String other : others) {
      left.merge(other, 1, Integer::sum);
    }
    int missing = 0;
    for (String block : blocks) {
      if (left.merge(block, -1, Integer::sum) < 0) {
        missing += Blocks.words(block);
      }
    }
    return missing;
  }
}
