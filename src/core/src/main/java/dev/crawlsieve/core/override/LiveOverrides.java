package dev.crawlsieve.core.override;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.Overrides;
import dev.crawlsieve.core.config.PageSettings;
import dev.crawlsieve.core.config.RuleSettings;
import dev.crawlsieve.core.config.SettingsException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The overrides of a file that may change while they are in use. Whoever asks for them looks at the
 * file's time and size once in {@link #LOOK_EVERY}, and reads it again if these have changed. Until
 * it can be used, the last ones stay in force, and a warning says why. Those by which pages are
 * compared never change: a file with others is not used. Thread-safe.
 */
public final class LiveOverrides {

  /** How often the file is looked at, at most. */
  public static final Duration LOOK_EVERY = Duration.ofSeconds(2);

  private static final Logger LOG = LoggerFactory.getLogger(LiveOverrides.class);

  private final @Nullable Path file;
  private final PageSettings pages;
  private final DetectorSettings detector;
  private final LongSupplier nanos;
  private final Consumer<String> warnings;
  private final Overrides first;
  private final AtomicLong nextLook;
  private @Nullable State seen;
  private volatile Overrides now;

  /** What tells that a file has changed. */
  private record State(FileTime time, long bytes, @Nullable Object key) {

    /** The state of a file; null if there is none. */
    static @Nullable State of(Path file) {
      try {
        BasicFileAttributes is = Files.readAttributes(file, BasicFileAttributes.class);
        return new State(is.lastModifiedTime(), is.size(), is.fileKey());
      } catch (IOException e) {
        return null;
      }
    }
  }

  /**
   * Reads a file, see {@link OverridesFile#read}.
   *
   * @throws SettingsException if it cannot be used
   */
  public LiveOverrides(Path file, PageSettings pages, DetectorSettings detector) {
    this(file, pages, detector, System::nanoTime, LOG::warn);
  }

  /**
   * @param nanos the time, in nanoseconds
   * @param warnings receives the reason why a changed file is not used
   */
  LiveOverrides(
      Path file,
      PageSettings pages,
      DetectorSettings detector,
      LongSupplier nanos,
      Consumer<String> warnings) {
    this.file = file;
    this.pages = pages;
    this.detector = detector;
    this.nanos = nanos;
    this.warnings = warnings;
    seen = State.of(file); // before the file is read, so that no change is missed
    first = OverridesFile.read(file, pages, detector);
    now = first;
    nextLook = new AtomicLong(nanos.getAsLong() + LOOK_EVERY.toNanos());
  }

  /** Overrides that are in no file, and never change. */
  public LiveOverrides(Overrides only) {
    file = null;
    pages = PageSettings.RAW;
    detector = DetectorSettings.DEFAULT;
    nanos = () -> 0;
    warnings = unheard -> {};
    nextLook = new AtomicLong();
    first = only;
    now = only;
  }

  /** The overrides as they were read first. */
  public Overrides first() {
    return first;
  }

  /** The overrides that count now. */
  public Overrides now() {
    if (file != null) {
      long due = nextLook.get();
      long time = nanos.getAsLong();
      if (time - due >= 0 && nextLook.compareAndSet(due, time + LOOK_EVERY.toNanos())) {
        look(file);
      }
    }
    return now;
  }

  private synchronized void look(Path at) {
    State state = State.of(at);
    if (Objects.equals(state, seen)) {
      return;
    }
    Overrides read = null;
    String fault = "";
    try {
      read = OverridesFile.read(at, pages, detector);
    } catch (SettingsException e) {
      fault = e.getMessage();
    }
    if (!Objects.equals(state, State.of(at))) {
      return; // it is being written; the next look reads it
    }
    seen = state;
    if (read == null) {
      warnings.accept(fault + ". The lines that were read before stay in force");
    } else if (read.digest().equals(first.digest())) {
      now = read;
      LOG.info("{} {} has changed and counts from now on", RuleSettings.OVERRIDES_FILE, at);
    } else {
      warnings.accept(
          ("%s %s has other lines of separate or thresholds than at the start, which need a new"
                  + " generation ('replay --into PREFIX'). Nothing of it is applied until these"
                  + " lines are as before")
              .formatted(RuleSettings.OVERRIDES_FILE, at));
    }
  }
}
