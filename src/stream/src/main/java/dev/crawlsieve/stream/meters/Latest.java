package dev.crawlsieve.stream.meters;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;

/** The last few values added. Thread-safe. */
final class Latest<T> {

  private final int most;
  private final Deque<T> values = new ArrayDeque<>();

  Latest(int most) {
    this.most = most;
  }

  synchronized void add(T value) {
    if (values.size() == most) {
      values.removeLast();
    }
    values.addFirst(value);
  }

  /** The values, latest first. */
  synchronized List<T> values() {
    return new ArrayList<>(values);
  }

  /** The values in the order in which they were added. */
  List<T> oldestFirst() {
    List<T> values = values();
    Collections.reverse(values);
    return values;
  }
}
