package dev.crawlsieve.core.engine;

import dev.crawlsieve.core.config.FingerprintSettings;
import dev.crawlsieve.core.config.PageSettings;
import dev.crawlsieve.core.engine.PureMap.PoisonPageException;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.fingerprint.FingerprintedPage;
import dev.crawlsieve.core.fingerprint.KnownBodies;
import dev.crawlsieve.core.fingerprint.PageFingerprinter;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.BodySource;
import dev.crawlsieve.core.page.Page;
import dev.crawlsieve.core.page.PageHeaders;
import dev.crawlsieve.core.page.RecordLimits;
import dev.crawlsieve.core.page.RecordSize;
import dev.crawlsieve.core.page.UnjudgedPageException;
import dev.crawlsieve.core.text.Printable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns a record into the outcome for its page: {@link Judged} with its fingerprint, {@link
 * Unjudged}, or {@link Dead}. {@link PageFingerprinter} has the steps; {@link PureMap} runs them
 * and catches what fails. {@code run}, {@code sieve}, {@code replay}, {@code ask} and the library's
 * users all go through it.
 *
 * <p>The outcome is a pure function of the record and of the body that it refers to, if any: no
 * earlier page has any effect. Time and memory are bounded for any record. Not thread-safe: use one
 * per thread, and use it for many pages, since it keeps buffers.
 */
public final class PagePipeline {

  /** What a record turned out to be. */
  public sealed interface Outcome permits Judged, Unjudged, Dead {

    /**
     * Returns the judged page, or throws the reason why there is none.
     *
     * @throws UnjudgedPageException if it is not judged
     * @throws BadPageException if the record is not a page, or cannot be processed
     */
    Judged judged() throws BadPageException, UnjudgedPageException;
  }

  /**
   * A page that is compared with others: {@link Lane} makes its verdict from the fingerprint.
   *
   * @param declared what {@link Declared} read from it; null if it reads nothing
   */
  public record Judged(FingerprintedPage page, byte @Nullable [] declared) implements Outcome {

    /** The fingerprint in its stored form. */
    public byte[] fingerprint() {
      return FingerprintCodec.encode(page.fingerprint());
    }

    @Override
    public Judged judged() {
      return this;
    }
  }

  /**
   * A page that is not compared with others, because the settings do not accept one of its traits.
   */
  public record Unjudged(UnjudgedPageException why) implements Outcome {

    @Override
    public Judged judged() throws UnjudgedPageException {
      throw why;
    }
  }

  /** A record that is not a page, or whose processing failed. */
  public record Dead(Exception why) implements Outcome {

    /** What is wrong with it, see {@link PagePipeline#reason}. */
    public String reason() {
      return PagePipeline.reason(why);
    }

    @Override
    public Judged judged() throws BadPageException {
      throw why instanceof BadPageException bad ? bad : new BadPageException(why.getMessage(), why);
    }
  }

  /** Reads what a page declares in addition to its text. */
  @FunctionalInterface
  public interface Declared {

    /** Reads nothing. */
    Declared NOTHING = (page, canonical, headers) -> null;

    /**
     * What the page declares, in a stored form.
     *
     * @param canonical target of the canonical link in the markup, as written
     */
    byte @Nullable [] read(Page page, String canonical, PageHeaders headers);
  }

  private record Steps(PageFingerprinter fingerprinter, Declared declared) {}

  private static final Logger LOG = LoggerFactory.getLogger(PagePipeline.class);

  private static final int LONGEST_REASON = 4_000;

  /** The warning is logged once per process, not once per pipeline. */
  private static final AtomicBoolean ODD_TIME_TOLD = new AtomicBoolean();

  private final RecordLimits limits;
  private final PureMap<Steps> map;

  /** A pipeline for records in the configured format that hold their bodies. */
  public PagePipeline(FingerprintSettings settings) {
    this(settings, settings.page(), BodySource.NONE);
  }

  /**
   * A pipeline for records in another format, with a source for bodies that they refer to.
   *
   * @param records how records are read as pages
   * @param bodies reads the bodies that events refer to
   */
  public PagePipeline(FingerprintSettings settings, PageSettings records, BodySource bodies) {
    this(settings, records, bodies, null, () -> Declared.NOTHING);
  }

  /**
   * A pipeline that also reads what pages declare, and does not read a known body again.
   *
   * @param known bodies that were already read, shared by several pipelines; null if no body is
   *     expected twice
   * @param declared makes the first reader, and another after each failure
   */
  public PagePipeline(
      FingerprintSettings settings,
      PageSettings records,
      BodySource bodies,
      @Nullable KnownBodies known,
      Supplier<Declared> declared) {
    this.limits = new RecordLimits(records);
    this.map =
        new PureMap<>(
            () ->
                new Steps(new PageFingerprinter(settings, records, bodies, known), declared.get()));
  }

  /**
   * Processes one record.
   *
   * @param at its position
   * @param timestamp its time, milliseconds since 1970-01-01T00:00Z
   * @throws dev.crawlsieve.core.config.SettingsException if a setting makes every page fail
   */
  public Outcome process(
      byte @Nullable [] key,
      byte @Nullable [] value,
      PageHeaders headers,
      Coordinates at,
      long timestamp) {
    String excess = limits.excess(RecordSize.of(key, value, headers));
    if (excess != null) {
      return new Dead(new BadPageException(excess));
    }
    try {
      return map.run(
          steps -> {
            FingerprintedPage page =
                steps.fingerprinter.fingerprint(key, value, headers, at, timestamp);
            tell(steps.fingerprinter.oddTime());
            return new Judged(page, steps.declared.read(page.page(), page.canonical(), headers));
          });
    } catch (UnjudgedPageException e) {
      return new Unjudged(e);
    } catch (BadPageException | PoisonPageException e) {
      return new Dead(e);
    }
  }

  /**
   * The scope in which the page at a URL is compared.
   *
   * @param headers returns a record header's value
   * @throws BadPageException if the URL is not an absolute http or https URL, or the header that
   *     names the scope is missing
   */
  public byte[] scope(String url, Function<String, byte @Nullable []> headers)
      throws BadPageException {
    try {
      return map.run(steps -> steps.fingerprinter.scope(url, headers));
    } catch (PoisonPageException | UnjudgedPageException e) {
      throw new BadPageException(e.getMessage(), e);
    }
  }

  /**
   * What is wrong with a page, in human-readable form. It may quote the page, so it is cut to a
   * length that fits a record's header.
   */
  public static String reason(Throwable cause) {
    String reason = cause.getMessage() == null ? cause.getClass().getName() : cause.getMessage();
    return Printable.cut(reason, LONGEST_REASON);
  }

  private static void tell(@Nullable String oddTime) {
    if (oddTime != null && ODD_TIME_TOLD.compareAndSet(false, true)) {
      LOG.warn(
          "the field 'fetchTime' is '{}', which is not a time; it is ignored there and in others",
          oddTime);
    }
  }
}
