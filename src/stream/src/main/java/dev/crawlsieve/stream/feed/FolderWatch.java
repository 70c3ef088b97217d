package dev.crawlsieve.stream.feed;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.work.Progress;
import dev.crawlsieve.files.input.InputGroup;
import dev.crawlsieve.files.input.InputIdentity;
import dev.crawlsieve.stream.config.SieveConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Watches folders, and produces each file of pages that appears there once, even across restarts:
 * progress is recorded as by {@link PageProducer}.
 */
public final class FolderWatch {

  private static final Duration EVERY = Duration.ofSeconds(1);
  private static final Duration SETTLED = Duration.ofSeconds(5);

  private final InputGroup folders;
  private final PageProducer checked;
  private final Map<String, ProducedPages> recorded;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private volatile PageProducer current;

  /** Receives what became of each file. */
  public interface Listener extends Consumer<Progress> {

    /** All pages of a file are committed. */
    void produced(Path file, PageProducer pages);

    /** A file was not produced. */
    void passedOver(Path file, String why);
  }

  /**
   * @param folders the folders to watch, and how files in them are read
   * @throws SettingsException if one of them is not a folder
   * @throws SieveException if no broker responds, or a topic or a right is missing
   */
  public FolderWatch(SieveConfig config, InputGroup folders) {
    for (Path folder : folders.paths()) {
      if (!Files.isDirectory(folder)) {
        throw new SettingsException(folder + " is not a folder, so it cannot be watched");
      }
    }
    this.folders = folders;
    this.checked = new PageProducer(config);
    this.recorded = ProducedPages.all(config);
    this.current = checked;
  }

  /**
   * Watches until it is stopped.
   *
   * @throws SieveException if the broker fails, or a folder cannot be read
   */
  public void watch(Listener listener) {
    SettledFiles files = new SettledFiles(folders.paths(), SETTLED);
    try {
      do {
        for (Path file : files.next(System.nanoTime())) {
          if (stopped()) {
            return;
          }
          produce(file, listener);
        }
      } while (!stopped.await(EVERY.toMillis(), TimeUnit.MILLISECONDS));
    } catch (IOException e) {
      throw new SieveException("a watched folder cannot be read any more: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void produce(Path file, Listener listener) {
    InputGroup group =
        new InputGroup(List.of(file), folders.baseUrl(), folders.references(), folders.reference());
    if (!Files.isReadable(file)) {
      listener.passedOver(file, Files.exists(file) ? "permission denied" : "it is gone");
      return;
    }
    InputIdentity identity = InputIdentity.of(List.of(group), null);
    ProducedPages before = recorded.remove(identity.name());
    if (before != null && !before.same(identity)) {
      listener.passedOver(
          file, "it has changed since " + before.pages() + " pages of it were committed");
    } else if (before == null || !before.complete()) {
      try (PageProducer pages = new PageProducer(checked)) {
        current = pages;
        if (stopped()) {
          return;
        }
        pages.goOn(List.of(group), before, listener);
        if (!pages.stopped()) {
          listener.produced(file, pages);
        }
      }
    }
  }

  private boolean stopped() {
    return stopped.getCount() == 0;
  }

  /** Stops watching, and abandons what is not committed. May be called from another thread. */
  public void stop() {
    stopped.countDown();
    current.stop();
  }
}
