package dev.crawlsieve.measure.replay;

import dev.crawlsieve.core.work.Stoppable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads on a thread of its own, some batches ahead of the thread that uses them.
 *
 * @param <T> type of the things read
 */
final class ReadAhead<T> implements AutoCloseable {

  private static final int BATCH = 1024;
  private static final int BATCHES = 4;
  private static final long LOOKS_MILLIS = 50;

  private final BlockingQueue<List<T>> batches = new ArrayBlockingQueue<>(BATCHES);
  private final Thread thread;
  private volatile boolean closed;
  private volatile boolean ended;
  private @Nullable RuntimeException failure; // published by `ended`

  /** Ends the reading if the rest is not needed. */
  private static final class Closed extends RuntimeException {

    private static final long serialVersionUID = 1L;
  }

  /**
   * Starts reading.
   *
   * @param reading reads everything and passes it on, in order
   */
  ReadAhead(Consumer<Consumer<T>> reading) {
    thread = new Thread(() -> read(reading), "crawlsieve-read");
    thread.setDaemon(true);
    thread.start();
  }

  private void read(Consumer<Consumer<T>> reading) {
    try {
      List<T> batch = new ArrayList<>(BATCH);
      reading.accept(
          one -> {
            batch.add(one);
            if (batch.size() == BATCH) {
              put(List.copyOf(batch));
              batch.clear();
            }
          });
      put(List.copyOf(batch));
    } catch (Closed e) {
      batches.clear();
    } catch (RuntimeException | Error e) {
      failure = e instanceof RuntimeException known ? known : new IllegalStateException(e);
    } finally {
      ended = true;
    }
  }

  private void put(List<T> batch) {
    try {
      while (!batches.offer(batch, LOOKS_MILLIS, TimeUnit.MILLISECONDS)) {
        if (closed) {
          throw new Closed();
        }
      }
    } catch (InterruptedException e) {
      throw new Closed();
    }
  }

  /**
   * Passes everything that is read to a user, until it ends or the work should stop.
   *
   * @param decode decodes a thing; runs on all cores
   * @param user receives the decoded things, in order
   */
  <R> void forEach(Function<T, R> decode, Stoppable stops, Consumer<R> user) {
    for (List<T> some = next(); some != null && !stops.asked(); some = next()) {
      some.parallelStream().map(decode).toList().forEach(user);
    }
  }

  /**
   * The next batch, or null at the end.
   *
   * @throws RuntimeException if reading has failed, with its failure
   */
  @Nullable List<T> next() {
    try {
      while (true) {
        boolean all = ended; // read before the queue is looked at
        List<T> batch = batches.poll(all ? 0 : LOOKS_MILLIS, TimeUnit.MILLISECONDS);
        if (batch != null) {
          return batch;
        }
        if (all) {
          if (failure != null) {
            throw failure;
          }
          return null;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while reading", e);
    }
  }

  /** Ends the reading, and waits until it has ended. */
  @Override
  public void close() {
    closed = true;
    try {
      while (!ended) {
        batches.clear();
        thread.join(LOOKS_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
