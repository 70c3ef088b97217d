package dev.crawlsieve.stream.feed;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.work.Progress;
import dev.crawlsieve.files.input.Damages;
import dev.crawlsieve.files.input.InputException;
import dev.crawlsieve.files.input.InputGroup;
import dev.crawlsieve.files.input.InputIdentity;
import dev.crawlsieve.files.input.InputPage;
import dev.crawlsieve.files.input.PageInputs;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.Rights;
import dev.crawlsieve.stream.kafka.topics.Topics;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.kafka.common.acl.AclOperation;
import org.jspecify.annotations.Nullable;

/**
 * Produces all pages of some files. A page that cannot become a record on the topic becomes a dead
 * letter.
 *
 * <p>Its progress is committed together with the pages, so an interrupted run can be resumed, and
 * each page is still committed exactly once. The counters may be read from other threads.
 */
public final class PageProducer implements AutoCloseable {

  private static final Duration STOPPING = Duration.ofSeconds(3);
  private static final Duration CLOSING = Duration.ofSeconds(10);

  private final SieveConfig config;
  private final AtomicLong pages = new AtomicLong();
  private final AtomicLong bytes = new AtomicLong();
  private final UnreadablePages unreadable;
  private volatile @Nullable PageTransactions transactions;
  private volatile Map<String, Long> skipped = Map.of();
  private volatile Damages damages = new Damages(0, List.of());
  private volatile Damages empty = new Damages(0, List.of());
  private volatile List<String> notes = List.of();
  private volatile double done;
  private volatile long startNanos;
  private volatile long committedBefore;
  private volatile boolean stopped;

  /**
   * @throws SieveException if no broker responds, or a topic or a right is missing
   */
  public PageProducer(SieveConfig config) {
    this.config = config;
    this.unreadable = new UnreadablePages(config.page());
    Rights.ensureProduce(config);
    Topics.ensureExist(
        config,
        List.of(config.topics().pages(), config.topics().deadLetters()),
        AclOperation.WRITE);
    Topics.createSideTopic(config, config.topics().producedPages());
  }

  /** Another producer to the same topics, which are not checked again. */
  PageProducer(PageProducer other) {
    this.config = other.config;
    this.unreadable = new UnreadablePages(config.page());
  }

  /**
   * Produces all pages of some inputs.
   *
   * @param progress called after each page; the listener decides when to report
   * @throws SieveException if an input is missing, or the broker fails; the message says how many
   *     pages are committed
   */
  public void produce(List<InputGroup> inputs, Consumer<Progress> progress) {
    produce(inputs, unheard -> null, progress);
  }

  /**
   * Produces those pages of some inputs that earlier runs have not committed.
   *
   * @param progress called after each page; the listener decides when to report
   * @throws SieveException if nothing is recorded about these inputs, they have changed, one is
   *     missing, or the broker fails; the message says how many pages are committed
   */
  public void resume(List<InputGroup> inputs, Consumer<Progress> progress) {
    produce(inputs, identity -> ProducedPages.read(config, identity), progress);
  }

  /**
   * Produces the pages of some inputs that follow those already committed.
   *
   * @param before what is committed; null if nothing is
   */
  void goOn(List<InputGroup> inputs, @Nullable ProducedPages before, Consumer<Progress> progress) {
    produce(inputs, identity -> before, progress);
  }

  /**
   * @param before returns what is committed of the inputs; null to begin with their first page
   */
  private void produce(
      List<InputGroup> inputs,
      Function<InputIdentity, @Nullable ProducedPages> before,
      Consumer<Progress> progress) {
    try (PageInputs feed = PageInputs.open(inputs, config.inputs())) {
      startNanos = System.nanoTime();
      InputPage page = feed.nextOrDamage();
      if (page != null && !stopped) {
        page = begin(InputIdentity.of(inputs, page), before, feed, page);
      }
      while (page != null && !stopped) {
        Objects.requireNonNull(transactions).add(page, feed.reference());
        unreadable.look(page);
        bytes.addAndGet(page.value().length);
        pages.incrementAndGet();
        done = feed.done();
        progress.accept(progress());
        page = feed.nextOrDamage();
      }
      skipped = feed.skipped();
      damages = feed.damages();
      empty = feed.empty();
      notes = feed.notes();
      if (transactions != null && !stopped) {
        transactions.complete();
      }
    } catch (InputException e) {
      throw new SieveException(e.getMessage(), e);
    } catch (SieveException e) {
      ensureStopped(transactions == null ? e : brokenOff(e));
    } catch (IllegalStateException e) {
      ensureStopped(e);
    }
    done = 1;
    progress.accept(progress());
  }

  /** Starts, and returns the first page to be produced, or null if there is none. */
  private @Nullable InputPage begin(
      InputIdentity inputs,
      Function<InputIdentity, @Nullable ProducedPages> committed,
      PageInputs feed,
      InputPage first) {
    PageTransactions begun = new PageTransactions(config, inputs);
    transactions = begun;
    ProducedPages before = committed.apply(inputs);
    if (before == null) {
      begun.begin();
      return first;
    }
    InputPage next = after(before, feed, first);
    begun.resume(before);
    committedBefore = before.pages();
    return next;
  }

  private @Nullable InputPage after(ProducedPages before, PageInputs feed, InputPage first) {
    InputPage page = first;
    for (long skip = 1; skip <= before.pages() && !stopped; skip++) {
      if (page == null) {
        throw new SieveException(
            ("the inputs end after %s pages, but %s are committed: they have changed, and"
                    + " --resume cannot go on there")
                .formatted(skip - 1, before.pages()));
      }
      if (skip == before.pages() && !InputIdentity.hash(page).equals(before.last())) {
        throw new SieveException(
            ("page %s of the inputs, %s, is not the one that was committed: they have"
                    + " changed, and --resume cannot go on there")
                .formatted(skip, page.origin()));
      }
      page = feed.nextOrDamage();
    }
    return page;
  }

  /**
   * Stopping closes the producer while it is in use; the resulting exception is not an error to
   * report.
   */
  private void ensureStopped(RuntimeException e) {
    if (!stopped) {
      throw e;
    }
  }

  private SieveException brokenOff(SieveException e) {
    return committedBefore + pages.get() == 0
        ? e
        : new SieveException(e.getMessage() + "; " + committed(), e);
  }

  /** How much is committed, and how to continue, as a clause of a sentence. */
  public String committed() {
    long committed = committedPages();
    long read = committedBefore + pages.get();
    if (read == 0) {
      return "no page was read";
    }
    return String.format(
        Locale.ROOT,
        "%s%,d of the %,d pages read so far are committed. The same command with --resume goes on"
            + " after them",
        committed < read ? "at least " : "",
        committed,
        read);
  }

  /** The progress of the work. */
  public Progress progress() {
    return new Progress(pages.get(), bytes.get(), -1, done, (System.nanoTime() - startNanos) / 1e9);
  }

  /**
   * Number of pages read, including dead letters, but not those that an earlier run had committed.
   */
  public long pages() {
    return pages.get();
  }

  /** Number of pages that this run skipped because an earlier one had committed them. */
  public long committedBefore() {
    return committedBefore;
  }

  /**
   * Number of pages of the inputs that are known to be committed, by this run or an earlier one.
   */
  public long committedPages() {
    PageTransactions begun = transactions;
    return begun == null ? 0 : begun.pages();
  }

  /** Number of dead letters that this run has committed. */
  public long deadLetters() {
    PageTransactions begun = transactions;
    return begun == null ? 0 : begun.deadLetters();
  }

  /**
   * Number of files and records that were skipped because they are not pages, by reason; known at
   * the end.
   */
  public Map<String, Long> skipped() {
    return skipped;
  }

  /**
   * Where the first record is that {@code run} will make a dead letter, and why; null if none is
   * known. Only the first 1,000 records of a run are looked at.
   */
  public @Nullable String firstUnreadable() {
    return unreadable.first();
  }

  /**
   * Number of records that are neither dead letters nor known to become some; if {@link
   * #looksAtAll}, of those that are pages.
   */
  public long goodPages() {
    return pages() - deadLetters() - unreadable.count();
  }

  /** Whether all records are looked at, or only the first 1,000. */
  public boolean looksAtAll() {
    return pages() <= UnreadablePages.MOST;
  }

  /**
   * How many records {@code run} will make dead letters, as a clause of a sentence; empty if none
   * is known.
   */
  public String unreadable() {
    return unreadable.count() == 0
        ? ""
        : String.format(
            Locale.ROOT,
            "'run' will make %,d of %s %s",
            unreadable.count(),
            looksAtAll()
                ? "them"
                : String.format(Locale.ROOT, "the first %,d", UnreadablePages.MOST),
            unreadable.count() == 1 ? "a dead letter" : "dead letters");
  }

  /** Further sentences about the inputs for the user; known at the end. */
  public List<String> notes() {
    return notes;
  }

  /** The parts of the inputs that could not be read; known at the end. */
  public Damages damages() {
    return damages;
  }

  /** The inputs that had no page; known at the end. */
  public Damages empty() {
    return empty;
  }

  /** Total size of the values of the pages read, in bytes. */
  public long bytes() {
    return bytes.get();
  }

  /** The {@link System#nanoTime} just before the first page was read. */
  public long startNanos() {
    return startNanos;
  }

  /** Whether it was stopped. */
  public boolean stopped() {
    return stopped;
  }

  /**
   * Stops {@link #produce}, and abandons what is not committed. May be called from another thread.
   */
  public void stop() {
    stopped = true;
    PageTransactions begun = transactions;
    if (begun != null) {
      begun.close(STOPPING);
    }
  }

  @Override
  public void close() {
    PageTransactions begun = transactions;
    if (begun != null) {
      begun.close(stopped ? STOPPING : CLOSING);
    }
  }
}
