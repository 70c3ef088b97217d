package dev.crawlsieve.core.html;

import dev.crawlsieve.core.html.HtmlSink.Reading;
import java.util.Arrays;

/**
 * The stack of open elements. It reports the ends of elements to the sink, and hides the content of
 * skipped elements from the sink.
 */
final class OpenElements {

  /**
   * The maximum depth, as in browsers; an element that would be deeper replaces the innermost one.
   */
  private static final int DEEPEST = 512;

  /** Initial capacity: most pages are not deeper, and short ones cost little else. */
  private static final int USUAL = 32;

  private static final int NONE = Integer.MAX_VALUE;

  /**
   * The flag, next to {@link #GONE} as the name, of an element that ended before elements that
   * began in it.
   */
  private static final int ENDED = 1 << 31;

  private static final ElementName SOURCE = ElementName.of("source");
  private static final ElementName GONE = ElementName.of("#gone");

  private final HtmlSink sink;
  private final Work work;
  private ElementName[] names = new ElementName[USUAL];
  private int[] ids = new int[USUAL];
  private int[] flags = new int[USUAL];
  private Reading[] readings = new Reading[USUAL];

  /** Number of open elements by id of their name. Most searches end here: the count is 0. */
  private final int[] counts = new int[ElementName.count()];

  private int size;
  private int skippedFrom = NONE;

  OpenElements(HtmlSink sink, Work work) {
    this.sink = sink;
    this.work = work;
  }

  /**
   * Begins an element.
   *
   * @param nameFlags the flags of the element, as in {@link ElementName}
   */
  void push(ElementName name, int nameFlags, StartTag tag) {
    if (size == DEEPEST) {
      pop();
    } else if (size == names.length) {
      grow();
    }
    Reading reading = begin(name, tag);
    if (reading == Reading.SKIPPED && !isSkipping()) {
      skippedFrom = size;
    }
    names[size] = name;
    ids[size] = name.id();
    flags[size] = nameFlags;
    readings[size++] = reading;
    counts[name.id()]++;
  }

  private void grow() {
    names = Arrays.copyOf(names, 2 * size);
    ids = Arrays.copyOf(ids, 2 * size);
    flags = Arrays.copyOf(flags, 2 * size);
    readings = Arrays.copyOf(readings, 2 * size);
  }

  /** Begins and ends an element without content. */
  void pass(ElementName name, StartTag tag) {
    if (begin(name, tag) == Reading.ENCLOSING) {
      sink.close();
    }
  }

  private Reading begin(ElementName name, StartTag tag) {
    work.elements(1);
    boolean isPlayed = skippedFrom == size - 1 && name.is(SOURCE); // by what is skipped
    return isSkipping() && !isPlayed ? Reading.SKIPPED : sink.open(name, tag);
  }

  /** Ends the innermost element. */
  void pop() {
    do {
      size--;
      counts[names[size].id()]--;
      if (size == skippedFrom) {
        skippedFrom = NONE;
      } else if (size < skippedFrom && readings[size] == Reading.ENCLOSING) {
        sink.close();
      }
    } while (size > 0 && has(size - 1, ENDED));
  }

  /** Ends an element and all elements in it; does nothing if the index is negative. */
  void popTo(int at) {
    while (at >= 0 && size > at) {
      pop();
    }
  }

  /** Ends an element, but not the elements that began in it. */
  void leave(int at) {
    counts[names[at].id()]--;
    counts[GONE.id()]++;
    names[at] = GONE;
    ids[at] = GONE.id();
    flags[at] = ENDED;
    if (at < skippedFrom && readings[at] == Reading.ENCLOSING) {
      int above = 0;
      for (int i = at + 1; i < size && i < skippedFrom; i++) {
        above += readings[i] == Reading.ENCLOSING ? 1 : 0;
      }
      if (sink.leave(above)) {
        readings[at] = Reading.TRANSPARENT;
      }
    }
    work.steps(size - at);
  }

  /**
   * Ends the innermost element if these bytes, which follow {@code </}, begin with its end tag;
   * returns the length of the end tag in bytes, or 0 if they do not.
   */
  int endCurrent(long eight) {
    if (size == 0 || !names[size - 1].isEndedBy(eight)) {
      return 0;
    }
    int length = names[size - 1].endingLength();
    pop();
    return length;
  }

  boolean isSkipping() {
    return skippedFrom != NONE;
  }

  int size() {
    return size;
  }

  boolean has(int at, int flag) {
    return (flags[at] & flag) != 0;
  }

  boolean currentHas(int flag) {
    return size > 0 && has(size - 1, flag);
  }

  boolean currentIs(ElementName name) {
    return size > 0 && names[size - 1].is(name);
  }

  /** Whether an element with this name is open. */
  boolean holds(ElementName name) {
    return counts[name.id()] > 0;
  }

  /**
   * Index of the last open element with this name; -1 if there is none, or if one with any of the
   * flags began in it.
   */
  int find(ElementName name, int borders) {
    int id = name.id();
    if (counts[id] == 0) {
      return -1;
    }
    int at = size - 1;
    while (at >= 0 && !is(at, name, id) && (flags[at] & borders) == 0) {
      at--;
    }
    work.steps(size - at);
    return at >= 0 && is(at, name, id) ? at : -1;
  }

  /** The same, but the search ends at the first element outwards that has none of the flags. */
  int findWithin(ElementName name, int inner) {
    int id = name.id();
    if (counts[id] == 0) {
      return -1;
    }
    int at = size - 1;
    while (at >= 0 && has(at, inner) && !is(at, name, id)) {
      at--;
    }
    work.steps(size - at);
    return at >= 0 && has(at, inner) ? at : -1;
  }

  private boolean is(int at, ElementName name, int id) {
    return ids[at] == id && names[at].is(name);
  }

  /**
   * Index of the last open element with a flag; -1 if there is none, or one of the borders began in
   * it.
   */
  int find(int flag, int borders) {
    int at = size - 1;
    while (at >= 0 && (flags[at] & (flag | borders)) == 0) {
      at--;
    }
    work.steps(size - at);
    return at >= 0 && has(at, flag) ? at : -1;
  }
}
