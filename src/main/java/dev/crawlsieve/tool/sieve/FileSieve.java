package dev.crawlsieve.tool.sieve;

import dev.crawlsieve.core.index.IndexException;
import dev.crawlsieve.core.input.InputException;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.work.Progress;
import dev.crawlsieve.core.work.SieveException;
import dev.crawlsieve.core.work.Stoppable;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.feed.InputGroup;
import dev.crawlsieve.stream.feed.PageFeed;
import dev.crawlsieve.stream.index.SettingsRecord;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Sieves pages from files into files, in the order of the input.
 *
 * <p>One thread reads, all cores make fingerprints, and the thread that calls {@link #sieve}
 * decides and writes. The verdicts equal those of a topology over one partition that holds the same
 * pages: the classes that read, fingerprint and decide are the same. Memory use does not grow with
 * the input: the pages in flight are bounded by {@link InFlight}, and the indexes as described in
 * {@link Lanes}; what exceeds these bounds is on disk.
 *
 * <p>An instance sieves once. {@link #close} may be called from another thread; it ends the work
 * and waits until everything is cleaned up.
 */
public final class FileSieve implements AutoCloseable {

  private static final int PAGES_IN_FLIGHT = 1024;
  private static final long MOST_BYTES_IN_FLIGHT = 64L << 20;
  private static final long LOOK_EVERY_MILLIS = 100;

  private final SieveConfig config;
  private final SieveInputs inputs;
  private final InFlight inFlight;
  private final int threads;
  private final InstantSource clock;
  private final Stoppable stoppable =
      new Stoppable("the sieve does not end", Duration.ofSeconds(20));

  /**
   * A sieve of a crawl on all cores.
   *
   * @param crawl the inputs to read pages from
   * @throws dev.crawlsieve.core.config.SettingsException if a setting cannot be used on files
   * @throws SieveException if an input is missing
   */
  public FileSieve(SieveConfig config, List<InputGroup> crawl) {
    this(config, SieveInputs.of(crawl));
  }

  /**
   * A sieve of a crawl and the corpus that it is compared with, on all cores.
   *
   * @param inputs the inputs to read pages from
   * @throws dev.crawlsieve.core.config.SettingsException if a setting cannot be used on files
   * @throws SieveException if an input is missing
   */
  public FileSieve(SieveConfig config, SieveInputs inputs) {
    this(
        config,
        inputs,
        new InFlight(
            PAGES_IN_FLIGHT, Math.min(MOST_BYTES_IN_FLIGHT, Runtime.getRuntime().maxMemory() / 16)),
        Runtime.getRuntime().availableProcessors(),
        InstantSource.system());
  }

  /**
   * @param inputs the inputs to read pages from
   * @param inFlight bounds the pages between the reader and the files
   * @param threads number of threads that make fingerprints
   * @param clock provides the pages' times
   */
  FileSieve(
      SieveConfig config, SieveInputs inputs, InFlight inFlight, int threads, InstantSource clock) {
    this.config = config;
    this.inputs = inputs;
    this.inFlight = inFlight;
    this.threads = threads;
    this.clock = clock;
    config.page().requireEvents();
    PageFeed.check(inputs.groups(), config.page().maxBytes());
  }

  /**
   * Sieves the pages.
   *
   * @param files the files to write, closed at the end
   * @param progress called several times a second
   * @throws SieveException if anything stops the work
   */
  public SieveResult sieve(SieveFiles files, Consumer<Progress> progress) {
    stoppable.begin();
    try (files) {
      stoppable.ensureGoingOn();
      try (PageFeed feed = PageFeed.open(inputs.groups(), config);
          Lanes lanes = new Lanes(config, files.index())) {
        files.begin(config.lanes(), SettingsRecord.settings(config));
        return sieve(feed, lanes, files, progress);
      }
    } catch (IOException e) {
      throw new SieveException("the output cannot be written: " + e.getMessage(), e);
    } catch (InputException | IndexException e) {
      throw new SieveException(e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SieveException("interrupted", e);
    } finally {
      stoppable.cleared();
    }
  }

  private SieveResult sieve(
      PageFeed feed, Lanes lanes, SieveFiles files, Consumer<Progress> progress)
      throws IOException, InterruptedException {
    Tally tally = new Tally();
    DeadLetterLine deadLetters = new DeadLetterLine(config);
    long start = System.nanoTime();
    try (OrderedPages pages =
        new OrderedPages(config, files.format(), inputs.sieved(), feed, inFlight, threads, clock)) {
      long looked = start;
      while (true) {
        boolean there = pages.await(LOOK_EVERY_MILLIS);
        stoppable.ensureGoingOn();
        long now = System.nanoTime();
        if (!there || now - looked > TimeUnit.MILLISECONDS.toNanos(LOOK_EVERY_MILLIS)) {
          looked = now;
          progress.accept(
              new Progress(
                  pages.pages(), pages.bytes(), tally.pages(), pages.done(), (now - start) / 1e9));
        }
        if (there) {
          PreparedPage page = pages.next();
          if (page == null) {
            break;
          }
          write(page, lanes, files, deadLetters, tally);
          pages.release(page);
        }
      }
    }
    files.finish();
    double seconds = tally.pages() == 0 ? 0 : (System.nanoTime() - start) / 1e9;
    return tally.result(seconds, feed.skipped(), feed.damages());
  }

  private static void write(
      PreparedPage page, Lanes lanes, SieveFiles files, DeadLetterLine deadLetters, Tally tally)
      throws IOException {
    int bytes = page.page().page().value().length;
    tally.page(bytes);
    if (page.outcome() instanceof PreparedPage.Judged judged) {
      Verdict verdict = lanes.decide(judged);
      files.fingerprint(judged.scope(), judged.fingerprint());
      files.verdict(verdict);
      switch (verdict.route()) {
        case UNIQUE -> files.pages().unique(page, verdict);
        case DUPLICATE -> files.pages().duplicate(page, verdict);
        case NOWHERE -> tally.referenceBytes(bytes);
      }
      tally.verdict(verdict);
    } else if (page.outcome() instanceof PreparedPage.Unjudged && page.page().reference()) {
      tally.unjudgedReference();
      tally.referenceBytes(bytes);
    } else if (page.outcome() instanceof PreparedPage.Unjudged unjudged) {
      files.pages().unjudged(page);
      tally.unjudged(unjudged.trait());
    } else if (page.outcome() instanceof PreparedPage.Dead dead) {
      files.deadLetter(deadLetters.of(page.page(), dead));
      tally.deadLetter();
    }
  }

  /** Ends the work, if there is any, and waits until everything is cleaned up. */
  @Override
  public void close() {
    stoppable.stop();
  }
}
