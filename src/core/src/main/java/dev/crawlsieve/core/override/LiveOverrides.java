package dev.crawlsieve.core.override;

import dev.crawlsieve.core.config.Overrides;
import dev.crawlsieve.core.config.RuleSettings;
import dev.crawlsieve.core.config.SettingsException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The overrides of a file that may change while they are in use. Whoever asks for them looks at the
 * file's time and size once in {@link #LOOK_EVERY}, and reads it again if these have changed. Until
 * it can be used, the last ones stay in force; a warning tells of either, as verdicts change. Those
 * by which pages are compared never change: a file with others is not used. Thread-safe.
 */
public final class LiveOverrides {

  /** How often the file is looked at, at most. */
  public static final Duration LOOK_EVERY = Duration.ofSeconds(2);

  private static final Logger LOG = LoggerFactory.getLogger(LiveOverrides.class);

  private final @Nullable Path file;
  private final Supplier<Overrides> reader;
  private final LongSupplier nanos;
  private final Consumer<String> told;
  private final Overrides first;
  private final AtomicLong nextLook;
  private @Nullable List<Object> seen;
  private volatile Overrides now;

  /**
   * Reads the overrides.
   *
   * @param file the file that may change; null if they never change
   * @param reader reads them, see {@link OverridesFile#read}
   * @throws SettingsException if they cannot be used
   */
  public LiveOverrides(@Nullable Path file, Supplier<Overrides> reader) {
    this(file, reader, System::nanoTime, LOG::warn);
  }

  /**
   * @param nanos the time, in nanoseconds
   * @param told receives a sentence on each change: that it counts, or why it does not
   */
  LiveOverrides(
      @Nullable Path file, Supplier<Overrides> reader, LongSupplier nanos, Consumer<String> told) {
    this.file = file;
    this.reader = reader;
    this.nanos = nanos;
    this.told = told;
    seen = file == null ? null : state(file); // first, so that no change is missed
    first = reader.get();
    now = first;
    nextLook = new AtomicLong(nanos.getAsLong() + LOOK_EVERY.toNanos());
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
    List<Object> state = state(at);
    if (Objects.equals(state, seen)) {
      return;
    }
    Overrides read = null;
    String fault = "";
    try {
      read = reader.get();
    } catch (SettingsException e) {
      fault = e.getMessage();
    }
    if (!Objects.equals(state, state(at))) {
      return; // it is being written; the next look reads it
    }
    seen = state;
    if (read == null) {
      told.accept(fault + ". The lines that were read before stay in force");
    } else if (read.digest().equals(first.digest())) {
      now = read;
      told.accept(
          "%s %s has changed: its lines of keep and drop count from now on"
              .formatted(RuleSettings.OVERRIDES_FILE, at));
    } else {
      told.accept(
          ("%s %s has other lines of separate or thresholds than at the start, which need a new"
                  + " generation ('replay --into PREFIX'). Nothing of it is applied until these"
                  + " lines are as before")
              .formatted(RuleSettings.OVERRIDES_FILE, at));
    }
  }

  /** What tells that a file has changed; null if there is none. */
  private static @Nullable List<Object> state(Path file) {
    try {
      BasicFileAttributes is = Files.readAttributes(file, BasicFileAttributes.class);
      return List.of(is.lastModifiedTime(), is.size(), String.valueOf(is.fileKey()));
    } catch (IOException e) {
      return null; // reading it says why
    }
  }
}
