package dev.crawlsieve.stream.pending;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * The pages of one partition that await their verdict.
 *
 * <p>The input topic stores the bodies; this is a cache. It keeps each lane's pages in order,
 * admits a page only while there is room, and never evicts: verdicts arrive oldest page first, so
 * evicting the oldest for the newest would make every later verdict a miss. Pages not admitted, or
 * lost in a restart, are read again through a cursor that moves forward.
 *
 * <p>A generation that decides on the log of another one never puts pages here: all of them are
 * read through {@link PageWindows}.
 */
public final class PendingPages implements StateStore {

  private final String name;
  private final PendingBudget budget;
  private final PendingBudget windowBudget;
  private final PageCursor.Factory cursors;
  private final Map<Integer, Deque<Waiting>> lanes = new HashMap<>();
  private @Nullable PageWindows windows;
  private int partition;
  private boolean isOpen;

  /** A page that awaits its verdict. */
  private record Waiting(long offset, Taken taken, long bytes) {}

  /**
   * A page, as returned for its verdict.
   *
   * @param url its URL as produced, if the page was kept since it was fingerprinted; null if it was
   *     read again
   */
  public record Taken(Record<byte[], byte[]> page, @Nullable String url) {}

  /**
   * @param budget the memory for pages that await their verdict
   * @param windowBudget the memory for pages that are read again ahead of their verdict
   */
  PendingPages(
      String name, PendingBudget budget, PendingBudget windowBudget, PageCursor.Factory cursors) {
    this.name = name;
    this.budget = budget;
    this.windowBudget = windowBudget;
    this.cursors = cursors;
  }

  /**
   * Keeps a page until its verdict arrives, if there is room; returns whether there was.
   *
   * @param url the page's URL as produced
   */
  public boolean put(int lane, long offset, String url, Record<byte[], byte[]> page) {
    long bytes = size(page) + url.length();
    boolean kept = budget.take(bytes);
    if (kept) {
      lanes
          .computeIfAbsent(lane, l -> new ArrayDeque<>())
          .add(new Waiting(offset, new Taken(page, url), bytes));
    }
    return kept;
  }

  /** Whether the pages of all partitions take more than half of their memory. */
  public boolean isFilling() {
    return budget.isHalfUsed();
  }

  /**
   * Removes and returns the page that a verdict is about.
   *
   * @param lane the lane that decided
   * @param offset the page's offset in this partition
   * @throws PageGoneException if retention has removed it
   */
  public Taken take(int lane, long offset) throws PageGoneException {
    Deque<Waiting> waiting = lanes.get(lane);
    while (waiting != null && !waiting.isEmpty() && waiting.peek().offset() <= offset) {
      Waiting first = waiting.remove();
      budget.give(first.bytes());
      if (first.offset() == offset) {
        return first.taken();
      }
    }
    if (windows == null) {
      windows = new PageWindows(cursors, partition, windowBudget);
    }
    return new Taken(windows.take(lane, offset), null);
  }

  /** The approximate memory that a page takes, in bytes. */
  static long size(Record<byte[], byte[]> page) {
    long bytes = 160L + (page.key() == null ? 0 : page.key().length);
    bytes += page.value() == null ? 0 : page.value().length;
    for (Header header : page.headers()) {
      bytes += 64L + header.key().length();
      bytes += header.value() == null ? 0 : header.value().length;
    }
    return bytes;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void init(StateStoreContext context, StateStore root) {
    partition = context.taskId().partition();
    isOpen = true;
    if (root != null) {
      context.register(
          root,
          (key, value) -> {
            throw new IllegalStateException("the pending pages have no changelog");
          });
    }
  }

  @Override
  public void close() {
    for (Deque<Waiting> waiting : lanes.values()) {
      for (Waiting page : waiting) {
        budget.give(page.bytes());
      }
    }
    lanes.clear();
    if (windows != null) {
      windows.close();
      windows = null;
    }
    isOpen = false;
  }

  @Override
  public boolean persistent() {
    return false;
  }

  @Override
  public boolean isOpen() {
    return isOpen;
  }
}
