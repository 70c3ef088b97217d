package dev.crawlsieve.core.engine;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.config.IndexSettings;
import dev.crawlsieve.core.config.Overrides;
import dev.crawlsieve.core.config.SettingsHash;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.IndexException;
import dev.crawlsieve.core.index.ScopeKey;
import dev.crawlsieve.core.index.store.TableIndex;
import dev.crawlsieve.core.verdict.Verdict;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Decides on pages, one after the other: a page is a duplicate iff it matches an earlier page that
 * was itself kept; otherwise it is unique and is kept. The records of the kept pages are in a
 * folder, about a kilobyte each plus the URL, and partly in memory.
 *
 * <p>All pages are in one scope and one lane. They are numbered from 0 in the order in which they
 * are decided on. In a page's verdict, {@code source} is partition 0 and the page's number, {@code
 * lane} is 0, and {@code laneOffset} is the number, too.
 *
 * <p>A sieve on an existing folder continues where the last one was closed. If the process dies,
 * decisions after the last {@link #flush} may be lost, from some page on. After reopening, {@link
 * #decided} is the number of that page: give the pages again from there, and the verdicts are the
 * same.
 *
 * <p>Thread-safe: calls wait for each other. Only one process at a time can have a folder open.
 */
public final class Sieve implements AutoCloseable {

  private static final int ONLY_LANE = 0;
  private static final String SETTINGS = "library.settings";
  private static final String FINGERPRINTS = "library.fingerprints";

  /** Decisions are committed in batches of this many, if {@link #flush} is not called sooner. */
  private static final int COMMITTED_AT_ONCE = 1_000;

  private final TableIndex index;
  private final Lane lane;
  private final Path folder;
  private final Overrides overrides;
  private @Nullable String
      fingerprints; // the settings under which they were made; null before the first one
  private long decided;
  private long durable;
  private boolean closed;

  private Sieve(TableIndex index, Path folder, IndexSettings settings) {
    this.index = index;
    this.folder = folder;
    this.overrides = settings.rule().overrides();
    SortedMap<String, String> decisive = settings.decisive();
    ensureMadeUnder(decisive.toString());
    fingerprints = text(FINGERPRINTS);
    lane =
        new Lane(
            ONLY_LANE,
            index,
            new Verdict.Basis(settings.detector().name(), SettingsHash.of(decisive)));
    decided = Math.max(0, index.position());
    durable = decided;
  }

  /**
   * Opens a folder under the default settings, with at most a quarter of the heap for the index.
   *
   * @param folder created if it does not exist
   * @return the sieve, to be closed
   * @throws IndexException if the folder is damaged, cannot be read or is open already, or its
   *     pages were decided under other settings
   */
  public static Sieve open(Path folder) {
    return open(folder, IndexSettings.DEFAULT.within(Runtime.getRuntime().maxMemory() / 4));
  }

  /**
   * Opens a folder.
   *
   * @param folder created if it does not exist
   * @param settings detector and rule must be those that the folder was made with
   * @return the sieve, to be closed
   * @throws IndexException if the folder is damaged, cannot be read or is open already, or its
   *     pages were decided under other settings
   */
  public static Sieve open(Path folder, IndexSettings settings) {
    TableIndex index = TableIndex.open(folder, settings);
    try {
      return new Sieve(index, folder, settings);
    } catch (RuntimeException e) {
      index.abandon();
      throw e;
    }
  }

  /**
   * Decides on the next page, and keeps it if it is unique.
   *
   * @param page made under the same settings as all others in this folder; its own {@code source}
   *     is not used
   * @return whether the page is kept, and if not, why
   * @throws IllegalArgumentException if it was made under other settings
   * @throws IndexException if the disk fails or this is closed; open the folder again
   */
  public synchronized Verdict decide(Fingerprint page) {
    ensureComparable(page);
    if (fingerprints == null) {
      fingerprints = madeUnder(page);
      index.putMeta(FINGERPRINTS, fingerprints.getBytes(UTF_8));
    }
    Verdict verdict = lane.decide(next(page));
    decided++;
    if (decided % COMMITTED_AT_ONCE == 0) {
      index.commit(decided);
    }
    return verdict;
  }

  /**
   * Returns the verdict that {@link #decide} would return if it were called now, and changes
   * nothing: the page is not kept or counted, and no page expires.
   *
   * @param page made under the same settings as all others in this folder; its own {@code source}
   *     is not used
   * @return the verdict that the page would get
   * @throws IllegalArgumentException if it was made under other settings
   * @throws IndexException if the disk fails or this is closed; open the folder again
   */
  public synchronized Verdict ask(Fingerprint page) {
    ensureComparable(page);
    ComparedPage next = next(page);
    return lane.ask(index, next);
  }

  /** The page as it would be stored if it came next. */
  private ComparedPage next(Fingerprint page) {
    Fingerprint numbered = page.at(new Coordinates(ONLY_LANE, decided));
    return ComparedPage.of(ScopeKey.NONE, decided, numbered.toBytes())
        .overriddenBy(overrides.of(page.url()).decision());
  }

  /**
   * {@return how many pages have been decided on in this folder, including those before it was
   * opened} This is the number of the next page; after a crash, it is that of the first page whose
   * decision was lost.
   */
  public synchronized long decided() {
    return decided;
  }

  /**
   * Makes all decisions so far durable. This forces a write to disk, so call it once every few
   * thousand pages.
   *
   * @throws IndexException if the disk fails or this is closed
   */
  public synchronized void flush() {
    if (decided == durable) {
      return;
    }
    index.commit(decided);
    index.flush();
    durable = decided;
  }

  /**
   * Makes all decisions durable and frees all resources. Calling it again does nothing.
   *
   * @throws IndexException if the disk fails; all resources are freed nevertheless
   */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      flush();
    } finally {
      index.close();
    }
  }

  /** Closes as a crash would: what was not written is lost. */
  synchronized void abandon() {
    closed = true;
    index.abandon();
  }

  private void ensureMadeUnder(String settings) {
    String former = text(SETTINGS);
    if (former == null && index.nextOrdinal() > 0) {
      throw new IndexException("the index in " + folder + " was made by something else than Sieve");
    }
    if (former == null) {
      index.putMeta(SETTINGS, settings.getBytes(UTF_8));
    } else if (!former.equals(settings)) {
      throw new IndexException(
          "the pages in %s were decided under %s, not under %s: use another folder"
              .formatted(folder, former, settings));
    }
  }

  private void ensureComparable(Fingerprint page) {
    String made = madeUnder(page);
    if (fingerprints != null && !fingerprints.equals(made)) {
      throw new IllegalArgumentException(
          "a fingerprint made under settings %s, but those in %s were made under %s"
              .formatted(made, folder, fingerprints));
    }
  }

  private static String madeUnder(Fingerprint page) {
    return HexFormat.of().toHexDigits(page.settings());
  }

  private @Nullable String text(String key) {
    byte[] stored = index.meta(key);
    return stored == null ? null : new String(stored, UTF_8);
  }
}
