package dev.crawlsieve.core.html;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * The pieces of a page's markup that are to be removed before a tree is built of it: the content of
 * {@code noscript}, and the beginnings of raw text and comments without an end that would contain
 * more than half of the page.
 */
public final class Cuts {

  /** What a piece is replaced by: text before and after it stays apart. */
  private static final String GAP = "<!---->";

  private final byte[] utf8;
  private final Set<ElementName> unclosed = new HashSet<>();
  private int[] bounds = new int[8];
  private int size;
  private boolean unclosedComment;
  private boolean plainScripts;

  Cuts(byte[] utf8) {
    this.utf8 = utf8;
  }

  /** Whether a piece was removed that contained more than half of the page. */
  public boolean isSwallowed() {
    return unclosedComment || plainScripts || !unclosed.isEmpty();
  }

  /** The markup without the pieces. */
  public String applied() {
    if (size == 0) {
      return new String(utf8, StandardCharsets.UTF_8);
    }
    StringBuilder kept = new StringBuilder(utf8.length);
    int from = 0;
    for (int i = 0; i < size; i += 2) {
      kept.append(new String(utf8, from, bounds[i] - from, StandardCharsets.UTF_8)).append(GAP);
      from = bounds[i + 1];
    }
    return kept.append(new String(utf8, from, utf8.length - from, StandardCharsets.UTF_8))
        .toString();
  }

  /** Removes a piece, after all before it. */
  void add(int from, int to) {
    if (from < to) {
      if (size == bounds.length) {
        bounds = Arrays.copyOf(bounds, 2 * size);
      }
      bounds[size++] = from;
      bounds[size++] = to;
    }
  }

  /** Raw text of this element has no end, so that no such element after it has one, either. */
  void addUnclosed(ElementName name, int from, int to) {
    unclosed.add(name);
    add(from, to);
  }

  boolean isUnclosed(ElementName name) {
    return unclosed.contains(name);
  }

  /** A comment has no end, so that no comment after it has one, either. */
  void addUnclosedComment(int from, int to) {
    unclosedComment = true;
    add(from, to);
  }

  boolean hasUnclosedComment() {
    return unclosedComment;
  }

  /** From here on a script ends at its first end tag, even in a comment. */
  void endScriptsPlainly() {
    plainScripts = true;
  }

  boolean endsScriptsPlainly() {
    return plainScripts;
  }
}
