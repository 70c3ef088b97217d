package dev.crawlsieve.core.maintext;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An element that contains blocks, or has a role of its own within a block, with totals over its
 * whole content.
 */
final class Container {

  /** Flags inherited by everything inside. */
  static final int IN_TABLE = 1;

  static final int IN_DATA_TABLE = 1 << 1;
  static final int IN_CODE = 1 << 2;
  static final int IN_LIST = 1 << 3;
  static final int IN_ARTICLE = 1 << 4;
  static final int IN_MAIN = 1 << 5;
  static final int IN_HIDDEN = 1 << 6;
  static final int IN_NOT_DISPLAYED = 1 << 7;

  final @Nullable Container parent;
  final String name;
  final Tag tag;

  /** The innermost container, starting with this one, that is not inline. */
  final Container block;

  final int index;
  int hints;
  Landmark landmark = Landmark.NONE;
  boolean hidden;

  /** Whether it is seen although the element around it is hidden. */
  boolean shown;

  int within;

  /**
   * Whether it is, or contains, an element with text that the page declares to be its main part.
   */
  boolean holdsMain;

  /** The containers inside are those from {@code index} + 1 to here, exclusive. */
  int endIndex;

  int firstRun;
  int endRun;

  int words;
  int chars;
  int linkChars;
  int commas;

  /** Words outside links, in blocks that are long enough to be prose. */
  int prose;

  /** Words of {@link #prose} that are seen although they are in a hidden element. */
  int shownProse;

  int paragraphs;
  int items;
  int inputs;
  int links;
  int headingChars;

  /** Headings of the first level. */
  int titles;

  int rows;
  int cells;
  int headerCells;
  int tables;
  int dataTables;
  int blockChildren;

  Container(@Nullable Container parent, String name, Tag tag, int index) {
    this.parent = parent;
    this.name = name;
    this.tag = tag;
    this.index = index;
    this.block = tag.flow() == Tag.Flow.INLINE && parent != null ? parent.block : this;
    this.within = parent == null ? 0 : parent.within;
  }

  /** The container around it; the root must not be asked. */
  Container around() {
    return Objects.requireNonNull(parent);
  }

  void add(TextRun run) {
    words += run.words;
    chars += run.chars;
    linkChars += run.linkChars;
    commas += run.commas;
    prose += run.prose();
    if (tag.headingLevel() > 0) {
      headingChars += run.chars - run.linkChars;
    }
  }

  void add(Container child) {
    words += child.words;
    chars += child.chars;
    linkChars += child.linkChars;
    commas += child.commas;
    prose += child.prose;
    shownProse += child.shown ? child.prose : child.shownProse;
    paragraphs += child.paragraphs + (child.tag == Tag.PARAGRAPH ? 1 : 0);
    items += child.items + (child.tag == Tag.ITEM ? 1 : 0);
    inputs += child.inputs;
    links += child.links;
    headingChars += child.headingChars;
    titles += child.titles + (child.tag == Tag.HEADING_1 ? 1 : 0);
    rows += child.rows + (child.tag == Tag.ROW ? 1 : 0);
    cells += child.cells + (child.tag.isCell() ? 1 : 0);
    headerCells +=
        child.headerCells + (child.tag == Tag.HEADER_CELL || child.tag == Tag.CAPTION ? 1 : 0);
    dataTables += child.dataTables + (child.isDataTable() ? 1 : 0);
    tables += child.tables + (child.tag == Tag.TABLE ? 1 : 0);
  }

  /** The flags that the element adds to those of what is around it. */
  int ancestry() {
    int ancestry =
        switch (tag) {
          case TABLE -> IN_TABLE;
          case PREFORMATTED -> IN_CODE;
          case LIST, DEFINITIONS -> IN_LIST;
          default -> 0;
        };
    return ancestry
        | (hidden && tag != Tag.BODY ? IN_HIDDEN : 0)
        | switch (landmark) {
          case MAIN -> IN_MAIN;
          case ARTICLE -> IN_ARTICLE;
          default -> 0;
        };
  }

  double linkDensity() {
    return chars == 0 ? 0 : (double) linkChars / chars;
  }

  boolean is(int ancestry) {
    return (within & ancestry) != 0;
  }

  boolean holds(Container other) {
    return other.index >= index && other.index < endIndex;
  }

  /** Whether it is a table whose rows and columns have a meaning, not one used for layout. */
  boolean isDataTable() {
    if (tag != Tag.TABLE || tables > 0 || rows < 2) {
      return false;
    }
    return headerCells > 0 || (cells >= 2 * rows && chars < 100 * cells);
  }
}
