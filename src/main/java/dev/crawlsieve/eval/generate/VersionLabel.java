package dev.crawlsieve.eval.generate;

import dev.crawlsieve.eval.Label;
import dev.crawlsieve.eval.TextDiff;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/**
 * Whether two versions of a page say the same.
 *
 * <p>By the share of their words that came or went, as a word-by-word diff of the two articles
 * shows it to a reader: dates, version numbers, line numbers and what is around the article aside.
 */
final class VersionLabel {

  private static final Pattern VOLATILE =
      Pattern.compile("\\b(?:19|20)\\d\\d(?:[-/.]\\d\\d?){0,2}\\b|\\bv?\\d+(?:\\.\\w+)+\\b");

  private static final Pattern LINE_NUMBER = Pattern.compile("(?m)^\\d{2,}");

  /** What nobody would call the page's content, in old and new javadoc among others. */
  private static final String CHROME =
      "nav, header, footer, aside, form, script, style, noscript, [role=navigation],"
          + " .topNav, .bottomNav, .subNav, .skipNav, .top-nav, .sub-nav, .legalCopy";

  private VersionLabel() {}

  /** The label by the settings' bounds. */
  static Label of(Document older, Document newer, GeneratorSettings settings) {
    double changed = changed(older, newer);
    if (changed <= settings.sameVersion()) {
      return Label.DUPLICATE;
    }
    return changed >= settings.otherVersion() ? Label.DIFFERENT : Label.UNDECIDED;
  }

  /** The share of both versions' words that the other does not have in its place, 0 to 1. */
  static double changed(Document older, Document newer) {
    String a = article(older);
    String b = article(newer);
    int words = Blocks.words(a) + Blocks.words(b);
    int changed =
        TextDiff.of(a, b).changes().stream()
            .flatMap(change -> change.runs().stream())
            .filter(run -> run.op() != TextDiff.Op.SAME)
            .mapToInt(run -> Blocks.words(run.words()))
            .sum();
    return words == 0 ? 0 : (double) changed / words;
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
