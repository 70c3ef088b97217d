package dev.crawlsieve.core.html;

import dev.crawlsieve.core.html.HtmlSink.Reading;
import java.util.Arrays;

/**
 * The list of active formatting elements, which are reconstructed after a block ended inside them.
 */
final class FormattingElements {

  /** The number that jsoup reconstructs at most. */
  private static final int MOST = 12;

  private ElementName[] names = new ElementName[16];
  private int[] ids = new int[16];
  private int[] tags = new int[16];

  /** The attributes of those that were reconstructed. */
  private KeptTag[] kept = new KeptTag[16];

  private final Work work;
  private int size;

  FormattingElements(Work work) {
    this.work = work;
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

  /** Offset of the attributes of its start tag. */
  int tag(int at) {
    return tags[at];
  }

  /** Its attributes, or null if they have not been kept yet. */
  KeptTag kept(int at) {
    return kept[at];
  }

  void keep(int at, KeptTag tag) {
    kept[at] = tag;
  }

  boolean isMarker(int at) {
    return names[at] == null;
  }

  void mark() {
    insert(size, null, 0, 0, null);
  }

  void clearToMarker() {
    while (size > 0 && !isMarker(--size)) {
      names[size] = null;
    }
  }

  /** Adds an element; if more than three are alike, the first of them is removed. */
  void add(ElementName name, int id, StartTag tag, Reading reading) {
    int alike = 0;
    int sinceMarker = 0;
    for (int at = size - 1; at >= 0 && !isMarker(at); at--) {
      sinceMarker++;
      if (name.equals(names[at])) {
        if (++alike >= 3 && (reading != Reading.TRANSPARENT || tag.isWrittenAs(tags[at]))) {
          if (reading != Reading.TRANSPARENT) {
            throw Doubt.REPEATED_FORMATTING.exception();
          }
          remove(at);
          break;
        }
      }
    }
    work.steps(sinceMarker);
    if (sinceMarker > MOST) {
      throw Doubt.REPEATED_FORMATTING.exception();
    }
    insert(size, name, id, tag.start(), null);
  }

  void insert(int at, ElementName name, int id, int tag, KeptTag keptTag) {
    if (size == names.length) {
      names = Arrays.copyOf(names, 2 * size);
      ids = Arrays.copyOf(ids, 2 * size);
      tags = Arrays.copyOf(tags, 2 * size);
      kept = Arrays.copyOf(kept, 2 * size);
    }
    int above = size - at;
    if (above > 0) {
      System.arraycopy(names, at, names, at + 1, above);
      System.arraycopy(ids, at, ids, at + 1, above);
      System.arraycopy(tags, at, tags, at + 1, above);
      System.arraycopy(kept, at, kept, at + 1, above);
    }
    names[at] = name;
    ids[at] = id;
    tags[at] = tag;
    kept[at] = keptTag;
    size++;
  }

  void remove(int at) {
    size--;
    int above = size - at;
    if (above > 0) {
      System.arraycopy(names, at + 1, names, at, above);
      System.arraycopy(ids, at + 1, ids, at, above);
      System.arraycopy(tags, at + 1, tags, at, above);
      System.arraycopy(kept, at + 1, kept, at, above);
    }
  }

  void replace(int at, int id) {
    ids[at] = id;
  }

  /** Index of the last element with this name since the last marker, or -1. */
  int find(ElementName name) {
    for (int at = size - 1; at >= 0 && !isMarker(at); at--) {
      if (name.equals(names[at])) {
        return at;
      }
    }
    return -1;
  }

  /** Index of the element with this id, or -1. */
  int find(int id) {
    int at = id == 0 ? -1 : size - 1;
    int from = at;
    while (at >= 0 && ids[at] != id) {
      at--;
    }
    work.steps(from - at);
    return at;
  }
}
