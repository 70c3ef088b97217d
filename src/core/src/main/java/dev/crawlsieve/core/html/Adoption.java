package dev.crawlsieve.core.html;

import dev.crawlsieve.core.html.HtmlSink.Reading;

/**
 * The end tag of a formatting element: the adoption agency algorithm (WHATWG HTML, 13.2.6.4.7). If
 * it would move a block out of elements whose ends are reported to the sink, and the sink cannot
 * follow, the page is in doubt; for a sink that treats those elements as transparent nothing moves.
 */
final class Adoption {

  private static final int MOST_BLOCKS = 8;
  private static final int MOST_CLONES = 3;

  private final TreeConstruction tree;
  private final BodyRules body;
  private final OpenElements open;
  private final FormattingElements formatting;

  Adoption(TreeConstruction tree, BodyRules body) {
    this.tree = tree;
    this.body = body;
    this.open = tree.open;
    this.formatting = tree.formatting;
  }

  void end(ElementName name) {
    if (open.currentIs(name)) {
      // Nothing is open inside it, so nothing moves.
      int listed = formatting.find(open.id(open.size() - 1));
      if (listed < 0 || listed == formatting.size() - 1) {
        open.pop();
        if (listed >= 0) {
          formatting.remove(listed);
        }
        return;
      }
    }
    for (int block = 0; block < MOST_BLOCKS; block++) {
      int entry = formatting.find(name);
      if (entry < 0) {
        body.endOther(name);
        return;
      }
      int at = open.find(formatting.id(entry));
      if (at < 0) {
        formatting.remove(entry);
        return;
      }
      if (!open.inScope(formatting.id(entry))) {
        return;
      }
      int furthest = at + 1;
      while (furthest < open.size() && !open.has(furthest, ElementName.SPECIAL)) {
        furthest++;
      }
      if (furthest == open.size()) {
        while (open.size() > at) {
          open.pop();
        }
        formatting.remove(entry);
        return;
      }
      moveOut(at, furthest, entry);
    }
  }

  private boolean moveInto(int at, int block) {
    return tree.moveInto(open.enclosingAbove(at), open.enclosingAbove(block));
  }

  /** Moves the furthest block out of a formatting element, which is recreated inside the block. */
  private void moveOut(int at, int furthest, int entry) {
    tree.work.steps(open.size() - at);
    for (int i = at + 1; i < furthest; i++) {
      if (!open.isSilent(i)) {
        throw Doubt.MISNESTED_FORMATTING.exception();
      }
    }
    if (open.isGone(at - 1)) {
      throw Doubt.MISNESTED_FORMATTING.exception();
    }
    if (!open.isSilent(at) && (open.isSilent(furthest) || !moveInto(at, furthest))) {
      throw Doubt.MISNESTED_FORMATTING.exception();
    }
    int id = formatting.id(entry);
    int bookmark = id;
    int end = furthest;
    int clones = 0;
    for (int i = furthest - 1; i > at; i--) {
      int listed = formatting.find(open.id(i));
      if (++clones > MOST_CLONES && listed >= 0) {
        formatting.remove(listed);
        listed = -1;
      }
      if (listed < 0) {
        open.takeOut(i);
        end--;
      } else if (bookmark == id) {
        bookmark = open.id(i);
      }
    }
    int from = formatting.find(id);
    int tag = formatting.tag(from);
    ElementName name = formatting.name(from);
    Reading reading = open.reading(at);
    KeptTag kept = formatting.kept(from);
    if (bookmark != id) {
      formatting.remove(from);
      from = formatting.find(bookmark) + 1;
      formatting.insert(from, name, id, tag, kept);
    }
    int renewed = tree.newId();
    formatting.replace(from, renewed);
    open.insert(end + 1, name, OpenElements.HTML, renewed, reading);
    open.takeOut(at);
  }
}
