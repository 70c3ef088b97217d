package dev.crawlsieve.core.html;

import dev.crawlsieve.core.html.HtmlSink.Reading;
import java.util.Arrays;

/**
 * The stack of open elements. It reports ends to the sink, and hides the content of skipped
 * elements from it. Long because it answers all of the standard's questions about scope.
 */
final class OpenElements {

  /** Maximum depth in jsoup. */
  private static final int DEEPEST = 512;

  static final byte HTML = 0;
  static final byte SVG = 1;
  static final byte MATH = 2;

  /**
   * Placeholder for an element that was taken out of the stack but still contains what is above.
   */
  private static final ElementName GONE = ElementName.of("#gone");

  private final HtmlSink sink;
  private final Work work;
  private ElementName[] names = new ElementName[64];
  private int[] flags = new int[64];
  private int[] ids = new int[64];
  private byte[] spaces = new byte[64];
  private Reading[] readings = new Reading[64];
  private int size;
  private int paragraphs;
  private int skippedFrom = Integer.MAX_VALUE;

  OpenElements(HtmlSink sink, Work work) {
    this.sink = sink;
    this.work = work;
  }

  /** Begins an element; its id is 0 unless it must be distinguished from others with its name. */
  Reading push(ElementName name, byte space, int id, HtmlAttributes attributes) {
    if (size == DEEPEST) {
      throw Doubt.DEPTH.exception();
    }
    Reading reading = begin(name, attributes);
    insert(size, name, space, id, reading);
    if (reading == Reading.SKIPPED && !isSkipping()) {
      skippedFrom = size - 1;
    }
    return reading;
  }

  /** Begins an element whose content is skipped, without asking the sink. */
  void pushSkipped(ElementName name) {
    if (size == DEEPEST) {
      throw Doubt.DEPTH.exception();
    }
    insert(size, name, HTML, 0, Reading.SKIPPED);
    if (!isSkipping()) {
      skippedFrom = size - 1;
    }
  }

  /** Begins and ends an element without content. */
  void pass(ElementName name, HtmlAttributes attributes) {
    if (size == DEEPEST) {
      throw Doubt.DEPTH.exception();
    }
    if (begin(name, attributes) == Reading.ENCLOSING) {
      sink.close();
    }
  }

  private Reading begin(ElementName name, HtmlAttributes attributes) {
    work.elements(1, Work.ELEMENTS);
    return isSkipping() ? Reading.SKIPPED : sink.open(name, attributes);
  }

  /** Inserts an element into the stack without reporting it to the sink. */
  void insert(int at, ElementName name, byte space, int id, Reading reading) {
    if (size == names.length) {
      names = Arrays.copyOf(names, 2 * size);
      flags = Arrays.copyOf(flags, 2 * size);
      ids = Arrays.copyOf(ids, 2 * size);
      spaces = Arrays.copyOf(spaces, 2 * size);
      readings = Arrays.copyOf(readings, 2 * size);
    }
    move(at, at + 1, size - at);
    if (at <= skippedFrom && isSkipping()) {
      skippedFrom++;
    }
    names[at] = name;
    flags[at] = space == HTML ? name.flags() : ForeignRules.flags(name, space);
    ids[at] = id;
    spaces[at] = space;
    readings[at] = reading;
    size++;
    paragraphs += name.rule() == ElementRule.PARAGRAPH ? 1 : 0;
  }

  private void move(int from, int to, int count) {
    if (count > 0) {
      System.arraycopy(names, from, names, to, count);
      System.arraycopy(flags, from, flags, to, count);
      System.arraycopy(ids, from, ids, to, count);
      System.arraycopy(spaces, from, spaces, to, count);
      System.arraycopy(readings, from, readings, to, count);
    }
  }

  void pop() {
    popOne();
    while (size > 0 && isGone(size - 1)) {
      popOne();
    }
  }

  private void popOne() {
    size--;
    paragraphs -= names[size].rule() == ElementRule.PARAGRAPH ? 1 : 0;
    if (size <= skippedFrom) {
      if (size == skippedFrom) {
        skippedFrom = Integer.MAX_VALUE;
      } else if (readings[size] == Reading.ENCLOSING) {
        sink.close();
      }
    }
  }

  /** Removes an element while everything above it stays open, inside it. */
  void remove(int at) {
    if (at == size - 1) {
      pop();
    } else if (readings[at] == Reading.TRANSPARENT) {
      takeOut(at);
    } else {
      paragraphs -= names[at].rule() == ElementRule.PARAGRAPH ? 1 : 0;
      names[at] = GONE;
      flags[at] = 0;
      ids[at] = 0;
      spaces[at] = HTML;
    }
  }

  /** Whether the element here was removed but still contains what is above. */
  boolean isGone(int at) {
    return names[at].is(GONE);
  }

  /** Removes an element whose end need not be reported to the sink. */
  void takeOut(int at) {
    paragraphs -= names[at].rule() == ElementRule.PARAGRAPH ? 1 : 0;
    int above = size - at - 1;
    work.steps(above);
    move(at + 1, at, above);
    size--;
    if (at < skippedFrom && isSkipping()) {
      skippedFrom--;
    }
  }

  boolean isSkipping() {
    return skippedFrom != Integer.MAX_VALUE;
  }

  int size() {
    return size;
  }

  ElementName name(int at) {
    return names[at];
  }

  int id(int at) {
    return ids[at];
  }

  byte space(int at) {
    return spaces[at];
  }

  /** Whether an element was not reported to the sink, or is transparent to it. */
  boolean isSilent(int at) {
    return readings[at] == Reading.TRANSPARENT || at > skippedFrom;
  }

  Reading reading(int at) {
    return readings[at];
  }

  boolean has(int at, int flag) {
    return (flags[at] & flag) != 0;
  }

  boolean currentHas(int flag) {
    return size > 0 && has(size - 1, flag);
  }

  boolean currentIs(ElementName name) {
    return size > 0 && is(size - 1, name);
  }

  boolean is(int at, ElementName name) {
    return spaces[at] == HTML && names[at].is(name);
  }

  /** Index of the last open element with this name, or -1. */
  int find(ElementName name) {
    int at = size - 1;
    while (at >= 0 && !is(at, name)) {
      at--;
    }
    lookedDownTo(at);
    return at;
  }

  int find(int id) {
    int at = size - 1;
    while (at >= 0 && ids[at] != id) {
      at--;
    }
    lookedDownTo(at);
    return at;
  }

  /** Counts the work of examining all elements down to an index. */
  void lookedDownTo(int at) {
    work.steps(size - at);
  }

  /** Whether any paragraph is open. */
  boolean hasParagraph() {
    return paragraphs > 0;
  }

  /** Number of elements above an index whose end is reported. */
  int enclosingAbove(int at) {
    lookedDownTo(at);
    int enclosing = 0;
    for (int i = at + 1; i < size; i++) {
      enclosing += i < skippedFrom && readings[i] == Reading.ENCLOSING ? 1 : 0;
    }
    return enclosing;
  }

  /**
   * Whether an element with this name is open, with none of the flags between it and the current
   * one.
   */
  boolean inScope(ElementName name, int borders) {
    int at = size - 1;
    while (at >= 0 && !is(at, name) && (flags[at] & borders) == 0) {
      at--;
    }
    lookedDownTo(at);
    return at >= 0 && is(at, name);
  }

  boolean inScope(int id) {
    int at = size - 1;
    while (at >= 0 && ids[at] != id && (flags[at] & ElementName.SCOPE) == 0) {
      at--;
    }
    lookedDownTo(at);
    return at >= 0 && ids[at] == id;
  }

  boolean headingInScope() {
    int at = size - 1;
    while (at >= 0 && (flags[at] & (ElementName.HEADING | ElementName.SCOPE)) == 0) {
      at--;
    }
    lookedDownTo(at);
    return at >= 0 && (flags[at] & ElementName.HEADING) != 0;
  }

  /** Ends elements with implied end tags, except those with the given name, which may be null. */
  void endImplied(ElementName butFor) {
    while (currentHas(ElementName.IMPLIED_END) && (butFor == null || !currentIs(butFor))) {
      pop();
    }
  }

  /** Ends all elements up to and including the last one with this name. */
  void popTo(ElementName name) {
    while (size > 0) {
      boolean found = is(size - 1, name);
      pop();
      if (found) {
        return;
      }
    }
  }

  void popToHeading() {
    while (size > 0) {
      boolean found = currentHas(ElementName.HEADING);
      pop();
      if (found) {
        return;
      }
    }
  }

  /** Ends everything inside the last element with the given rule, or inside the root. */
  void clearTo(ElementRule rule) {
    while (size > 0
        && !(spaces[size - 1] == HTML
            && (names[size - 1].rule() == rule || names[size - 1].rule() == ElementRule.HTML))) {
      pop();
    }
  }
}
