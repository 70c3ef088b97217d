package dev.crawlsieve.stream.meters;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;

/** The last few values added. Thread-safe. */
public final class Latest<T> {

  private final int most;
  private final Deque<T> values = new ArrayDeque<>();

  /**
   * @param most number of values kept
   */
  public Latest(int most) {
    this.most = most;
  }

  /** Adds a value; if there would be too many, it replaces the oldest. */
  public synchronized void add(T value) {
    if (values.size() == most) {
      values.removeLast();
    }
    values.addFirst(value);
  }

  /** The values, latest first. */
  public synchronized List<T> values() {
    return new ArrayList<>(values);
  }

  /** The values in the order in which they were added. */
  public List<T> oldestFirst() {
    List<T> values = values();
    Collections.reverse(values);
    return values;
  }
}
