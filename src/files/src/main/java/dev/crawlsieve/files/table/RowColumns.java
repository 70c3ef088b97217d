package dev.crawlsieve.files.table;

import java.util.List;
import java.util.Set;

/**
 * Says as what the columns of a table are read. Columns are given by paths: the names that lead to
 * them, from the outermost column. This decides what bytes without a type mean.
 *
 * @param bodies columns that hold a page's body, in the order in which they are looked for
 * @param texts columns that are read as text, with everything in them
 */
public record RowColumns(List<Body> bodies, Set<List<String>> texts) {

  /**
   * A column that holds a page's body.
   *
   * @param path the names that lead to it
   * @param contentType its content type, if the row does not state it
   */
  public record Body(List<String> path, String contentType) {
    public Body {
      path = List.copyOf(path);
    }
  }

  public RowColumns {
    bodies = List.copyOf(bodies);
    texts = Set.copyOf(texts);
  }

  /** Whether a column, or one around it, is read as text. */
  boolean isText(List<String> path) {
    for (int depth = path.size(); depth > 0; depth--) {
      if (texts.contains(path.subList(0, depth))) {
        return true;
      }
    }
    return false;
  }

  /** Whether a column, or one within it, is read at all. */
  boolean isRead(List<String> path) {
    return isText(path)
        || texts.stream().anyMatch(text -> begins(text, path))
        || bodies.stream().anyMatch(body -> begins(body.path(), path));
  }

  private static boolean begins(List<String> path, List<String> with) {
    return path.size() >= with.size() && path.subList(0, with.size()).equals(with);
  }
}
