package dev.crawlsieve.files.table;

import java.util.List;
import java.util.Set;

/**
 * What the columns of a table are read as, by their paths: the names that lead to them, from the
 * outermost column. It decides what bytes without a type of their own are.
 *
 * @param bodies columns that hold a page's body, in the order in which they are looked for
 * @param texts columns that are read as text, with all that is in them
 */
public record RowColumns(List<Body> bodies, Set<List<String>> texts) {

  /**
   * A column that holds a page's body.
   *
   * @param path the names that lead to it
   * @param contentType what it is if the row does not say so
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

  /** Whether a column is read as text, or is in one that is. */
  boolean isText(List<String> path) {
    for (int depth = path.size(); depth > 0; depth--) {
      if (texts.contains(path.subList(0, depth))) {
        return true;
      }
    }
    return false;
  }

  /** Whether a column is read at all, or one that is in it. */
  boolean isRead(List<String> path) {
    return isText(path)
        || texts.stream().anyMatch(text -> begins(text, path))
        || bodies.stream().anyMatch(body -> begins(body.path(), path));
  }

  private static boolean begins(List<String> path, List<String> with) {
    return path.size() >= with.size() && path.subList(0, with.size()).equals(with);
  }
}
