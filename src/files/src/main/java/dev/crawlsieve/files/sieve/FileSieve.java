package dev.crawlsieve.files.sieve;

import dev.crawlsieve.core.config.AppliedOverrides;
import dev.crawlsieve.core.config.OverrideRule;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.fingerprint.FingerprintFileReader;
import dev.crawlsieve.core.index.IndexException;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.work.Progress;
import dev.crawlsieve.core.work.Stoppable;
import dev.crawlsieve.files.input.InputException;
import dev.crawlsieve.files.input.InputIdentity;
import dev.crawlsieve.files.input.InputPage;
import dev.crawlsieve.files.input.PageInputs;
import dev.crawlsieve.sites.cluster.Features;
import dev.crawlsieve.sites.cluster.MissingFeatures;
import dev.crawlsieve.sites.passage.KnownPassages;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sieves pages from files into files, in the order of the input.
 *
 * <p>One thread reads, all cores make fingerprints, and the thread that calls {@link #sieve}
 * decides and writes. The verdicts equal those of a topology over one partition with the same
 * pages: the classes that read, fingerprint and decide are the same. Memory use does not grow with
 * the input. The pages in flight are bounded by {@link InFlight}, and the indexes by {@link Lanes};
 * what exceeds these bounds is on disk.
 *
 * <p>Every few seconds, and when it is stopped, a sieve writes everything to the disk and makes a
 * {@link Checkpoint}. A resumed run reads the pages before the checkpoint again, but does not
 * fingerprint them: it decides on the fingerprints in the file, which gives the same indexes. With
 * clusters that may replace kept pages, or with passages, it has to prepare these pages again, too.
 *
 * <p>An instance can be used once. {@link #close} may be called from another thread; it ends the
 * work and waits until everything is cleaned up.
 */
public final class FileSieve implements AutoCloseable {

  static final Duration CHECKPOINT_EVERY = Duration.ofSeconds(5);

  private final SieveSettings settings;
  private final SieveInputs inputs;
  private final InFlight inFlight;
  private final int threads;
  private final InstantSource clock;
  private final Duration checkpointEvery;
  private final Stoppable stoppable =
      new Stoppable("the sieve does not end", Duration.ofSeconds(20));

  /**
   * A sieve of a crawl and the corpus that it is compared with, on all cores.
   *
   * @param inputs the inputs to read pages from
   * @throws dev.crawlsieve.core.config.SettingsException if a setting cannot be used on files
   * @throws SieveException if an input is missing
   */
  public FileSieve(SieveSettings settings, SieveInputs inputs) {
    this(
        settings,
        inputs,
        InFlight.ofThisHeap(),
        Runtime.getRuntime().availableProcessors(),
        InstantSource.system(),
        CHECKPOINT_EVERY);
  }

  /**
   * @param inputs the inputs to read pages from
   * @param inFlight bounds the pages between the reader and the files
   * @param threads number of threads that make fingerprints
   * @param clock provides the pages' times
   * @param checkpointEvery time between two checkpoints
   */
  FileSieve(
      SieveSettings settings,
      SieveInputs inputs,
      InFlight inFlight,
      int threads,
      InstantSource clock,
      Duration checkpointEvery) {
    this.settings = settings;
    this.inputs = inputs;
    this.inFlight = inFlight;
    this.threads = threads;
    this.clock = clock;
    this.checkpointEvery = checkpointEvery;
    settings.page().requireEvents();
    PageInputs.check(inputs.groups(), settings.inputs());
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
      InputIdentity identity = inputs.identity();
      if (files.earlier() != null) {
        files.earlier().ensureSame(identity, settings(files));
      }
      try (PageInputs feed = PageInputs.open(inputs.groups(), settings.inputs());
          Lanes lanes = new Lanes(settings, files.index());
          FilePassages passages = passages(files)) {
        files.begin(settings.lanes(), settings.recorded());
        return new Work(feed, lanes, passages, files, identity, progress).sieve();
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

  private @Nullable FilePassages passages(SieveFiles files) {
    return settings.passages() == null
        ? null
        : new FilePassages(settings.passages(), files.index().resolve("passages"));
  }

  /** The settings that the output depends on, by name. */
  private SortedMap<String, String> settings(SieveFiles files) {
    SortedMap<String, String> all = new TreeMap<>(settings.changed());
    all.putAll(settings.recorded());
    all.putAll(files.choices());
    if (settings.passages() != null) {
      all.put("--passages", "true");
    }
    return all;
  }

  /** One run. */
  private final class Work {

    private final PageInputs feed;
    private final Lanes lanes;
    private final @Nullable FilePassages passages; // null if they are not learned
    private final SieveFiles files;
    private final InputIdentity identity;
    private final Consumer<Progress> progress;
    private final @Nullable Checkpoint earlier; // null if this run starts from scratch
    private final Tally tally;
    private final AppliedOverrides overrides =
        new AppliedOverrides(settings.index().rule()::overrides);
    private final Examples examples = new Examples();
    private final MissingFeatures missing = new MissingFeatures(settings.clusters());
    private final DeadLetterLine deadLetters = new DeadLetterLine(settings);
    private final long start = System.nanoTime();
    private long done; // number of pages written
    private @Nullable InputPage last; // last page that this run has written
    private long noted = start; // time of the last checkpoint
    private long told = start; // time of the last report of progress

    Work(
        PageInputs feed,
        Lanes lanes,
        @Nullable FilePassages passages,
        SieveFiles files,
        InputIdentity identity,
        Consumer<Progress> progress) {
      this.feed = feed;
      this.lanes = lanes;
      this.passages = passages;
      this.files = files;
      this.identity = identity;
      this.progress = progress;
      this.earlier = files.earlier();
      this.tally = earlier == null ? new Tally() : earlier.tally();
      this.done = earlier == null ? 0 : earlier.pages();
    }

    SieveResult sieve() throws IOException, InterruptedException {
      boolean prepared = settings.clusters().keepPreferred() || passages != null;
      OrderedPages.Skip skip =
          earlier == null
              ? OrderedPages.Skip.NOTHING
              : new OrderedPages.Skip(earlier.pages(), earlier.last(), prepared);
      try (OrderedPages pages =
          new OrderedPages(
              settings, files.format(), inputs.sieved(), feed, skip, inFlight, threads, clock)) {
        if (earlier != null) {
          decideAgain(pages, prepared, earlier);
        }
        checkpoint();
        for (PreparedPage page = next(pages); page != null; page = next(pages)) {
          write(page);
          pages.release(page);
        }
      }
      checkpoint();
      KnownPassages known =
          passages == null
              ? new KnownPassages()
              : passages.finish(files.passages(), stoppable::ensureGoingOn);
      String taken = files.finish(known, stoppable::ensureGoingOn);
      double seconds = tally.pages() == 0 ? 0 : seconds();
      return tally.result(
          seconds, feed.skipped(), feed.damages(), feed.empty(), notes(taken), examples.some());
    }

    private List<String> notes(String taken) {
      List<String> notes = new ArrayList<>(feed.notes());
      notes.addAll(List.of(tally.silence(), tally.preference(files.unique()), overrides.text()));
      if (passages != null) {
        notes.add(passages.note(files.format()));
      }
      notes.add(taken);
      notes.removeIf(String::isEmpty);
      if (settings.clusters().keepPreferred()) {
        notes.addAll(missing.told());
      }
      return notes;
    }

    /**
     * The next page, or null at the end. If the run is stopped meanwhile, what was written is kept.
     */
    private @Nullable PreparedPage next(OrderedPages pages)
        throws IOException, InterruptedException {
      PreparedPage page =
          pages.next(
              () -> {
                noteIfTime();
                goOn(pages, true);
              });
      noteIfTime();
      goOn(pages, false);
      return page;
    }

    private void noteIfTime() throws IOException {
      if (stoppable.asked() || System.nanoTime() - noted >= checkpointEvery.toNanos()) {
        checkpoint();
      }
    }

    private double seconds() {
      double before = earlier == null ? 0 : earlier.seconds();
      return before + (System.nanoTime() - start) / 1e9;
    }

    /** Stops if requested. Reports progress several times a second, or at once if {@code now}. */
    private void goOn(OrderedPages pages, boolean now) {
      stoppable.ensureGoingOn();
      long time = System.nanoTime();
      if (now || time - told > TimeUnit.MILLISECONDS.toNanos(OrderedPages.LOOK_EVERY_MILLIS)) {
        told = time;
        progress.accept(
            new Progress(pages.pages(), pages.bytes(), tally.pages(), pages.done(), seconds()));
      }
    }

    /**
     * Repeats the decisions of the earlier run, which gives the same indexes.
     *
     * @param prepared whether the pages before the checkpoint are prepared again, for the features
     *     that clusters need and the blocks that passages are learned from
     */
    private void decideAgain(OrderedPages pages, boolean prepared, Checkpoint earlier)
        throws IOException, InterruptedException {
      try (FingerprintFileReader log = files.earlierFingerprints()) {
        long steps = prepared ? earlier.pages() : earlier.tally().decided();
        for (long step = 0; step < steps; step++) {
          goOn(pages, false);
          Features features = Features.NONE;
          if (prepared) {
            PreparedPage page = Objects.requireNonNull(pages.next(() -> goOn(pages, true)));
            observe(page);
            pages.release(page);
            if (!(page.outcome() instanceof PreparedPage.Judged judged)) {
              continue;
            }
            features = judged.features();
            missing.page(features);
          }
          FingerprintFileReader.Entry made = Objects.requireNonNull(log.next());
          decided(
              made.override(),
              lanes.decide(
                  new PreparedPage.Judged(
                      made.lane(), made.scope(), made.fingerprint(), made.override(), features)));
        }
      }
    }

    /** Updates what checkpoints do not hold. */
    private void decided(@Nullable OverrideRule override, Verdict verdict) {
      overrides.page(verdict.url(), override, verdict.overridden() != null);
      examples.decided(verdict);
    }

    private void checkpoint() throws IOException {
      String hash = earlier == null ? "" : earlier.last();
      files.checkpoint(
          lengths ->
              new Checkpoint(
                  identity,
                  settings(files),
                  done,
                  last == null ? hash : InputIdentity.hash(last),
                  tally,
                  seconds(),
                  lengths));
      noted = System.nanoTime();
    }

    private void observe(PreparedPage page) {
      if (passages != null) {
        passages.take(page);
      }
    }

    private void write(PreparedPage page) throws IOException {
      observe(page);
      int bytes = page.event().length;
      tally.pages(1, bytes);
      String why = page.outcome() instanceof PreparedPage.Dead dead ? dead.reason() : null;
      tally.input(page.page().input(), why);
      if (page.outcome() instanceof PreparedPage.Judged judged) {
        Verdict verdict = lanes.decide(judged);
        files.fingerprint(judged);
        files.verdict(verdict);
        if (verdict.route() == Verdict.Route.NOWHERE) {
          tally.referenceBytes(bytes);
        } else {
          files.pages().judged(page, verdict);
        }
        tally.decided(verdict);
        if (judged.silent() && verdict.kept() && !verdict.reference()) {
          tally.silent(verdict.url());
        }
        decided(judged.override(), verdict);
        missing.page(judged.features());
        tally.routed(verdict.route());
      } else if (page.outcome() instanceof PreparedPage.Unjudged && page.page().reference()) {
        tally.unjudgedReference();
        tally.referenceBytes(bytes);
      } else if (page.outcome() instanceof PreparedPage.Unjudged unjudged) {
        files.pages().unjudged(page);
        tally.unjudged(unjudged.trait().toString());
      } else if (page.outcome() instanceof PreparedPage.Dead dead) {
        files.deadLetter(deadLetters.of(page.page(), dead));
        tally.deadLetter(dead.reason());
      }
      done++;
      last = page.page().page();
    }
  }

  /** Whether the work was asked to end. */
  public boolean stopped() {
    return stoppable.asked();
  }

  /** Ends the work, if there is any, and waits until everything is cleaned up. */
  @Override
  public void close() {
    stoppable.stop();
  }
}
