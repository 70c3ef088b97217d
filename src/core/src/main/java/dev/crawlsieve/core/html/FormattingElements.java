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

  private final TreeConstruction tree;
  private int size;

  FormattingElements(TreeConstruction tree) {
    this.tree = tree;
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

  /** Its attributes, or null if it was not reconstructed yet. */
  KeptTag kept(int at) {
    return kept[at];
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

  /**
   * Inserts a formatting element; if more than three are alike, the first is not listed anymore.
   */
  void begin(ElementName name, StartTag tag) {
    int id = tree.newId();
    Reading reading = tree.insert(name, OpenElements.HTML, id, tag);
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
    tree.work.steps(sinceMarker);
    if (sinceMarker > MOST) {
      throw Doubt.REPEATED_FORMATTING.exception();
    }
    insert(size, name, id, tag.start(), null);
  }

  /** Inserts copies of the elements that a block has ended. */
  void reconstruct() {
    int at = size - 1;
    if (at < 0 || isThere(at)) {
      return;
    }
    while (at > 0 && !isThere(at - 1)) {
      at--;
    }
    for (; at < size; at++) {
      if (kept[at] == null) {
        kept[at] = new KeptTag(tree.readAgain(tags[at]));
      }
      int id = tree.newId();
      Reading unused = tree.insert(names[at], OpenElements.HTML, id, kept[at]);
      ids[at] = id;
    }
  }

  private boolean isThere(int at) {
    return isMarker(at) || tree.open.find(ids[at]) >= 0;
  }

  void insert(int at, ElementName name, int id, int tag, KeptTag keptTag) {
    if (size == names.length) {
      names = Arrays.copyOf(names, 2 * size);
      ids = Arrays.copyOf(ids, 2 * size);
      tags = Arrays.copyOf(tags, 2 * size);
      kept = Arrays.copyOf(kept, 2 * size);
    }
    move(at, at + 1, size - at);
    names[at] = name;
    ids[at] = id;
    tags[at] = tag;
    kept[at] = keptTag;
    size++;
  }

  void remove(int at) {
    size--;
    move(at + 1, at, size - at);
  }

  private void move(int from, int to, int count) {
    if (count > 0) {
      System.arraycopy(names, from, names, to, count);
      System.arraycopy(ids, from, ids, to, count);
      System.arraycopy(tags, from, tags, to, count);
      System.arraycopy(kept, from, kept, to, count);
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
    tree.work.steps(from - at);
    return at;
  }
}
