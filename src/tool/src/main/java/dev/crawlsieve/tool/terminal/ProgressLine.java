package dev.crawlsieve.tool.terminal;

import dev.crawlsieve.core.work.Progress;
import dev.crawlsieve.core.work.ProgressListener;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Reports progress: every second on a terminal, every ten seconds elsewhere. */
public final class ProgressLine implements Consumer<Progress>, ProgressListener, AutoCloseable {

  private static final Progress NOTHING = new Progress(0, 0, 0, 0, 0);

  private final Console console;
  private final long everyNanos;
  private long lastNanos = System.nanoTime();
  private Progress first = NOTHING; // when the first pages had come out

  public ProgressLine(Console console) {
    this.console = console;
    this.everyNanos = TimeUnit.SECONDS.toNanos(console.terminal() ? 1 : 10);
  }

  @Override
  public void accept(Progress progress) {
    accept("pages", progress);
  }

  @Override
  public void accept(String things, Progress progress) {
    if (out(first) == 0) {
      first = progress;
    }
    long now = System.nanoTime();
    if (now - lastNanos < everyNanos) {
      return;
    }
    lastNanos = now;
    if (console.terminal()) {
      console.fleeting(text(things, progress, first));
    } else {
      console.note(text(things, progress, first));
    }
  }

  @Override
  public void note(String sentence) {
    console.fleeting("");
    console.note(sentence);
  }

  private static long out(Progress progress) {
    return progress.routed() >= 0 ? progress.routed() : progress.pages();
  }

  /** The share of the input that has come out. */
  private static double share(Progress progress) {
    return progress.pages() == 0 ? 0 : progress.done() * out(progress) / progress.pages();
  }

  /**
   * The line.
   *
   * @param first when the first had come out. The time before that, in which the program was
   *     loaded, and the work of an earlier run say nothing about the rest
   */
  static String text(String things, Progress progress, Progress first) {
    boolean routing = progress.routed() >= 0;
    long out = out(progress);
    double seconds = Math.max(progress.seconds(), 1e-3);
    double byteRate =
        progress.pages() == 0 ? 0 : (double) progress.bytes() * out / progress.pages() / seconds;
    StringBuilder text = new StringBuilder();
    text.append(String.format(Locale.ROOT, "%,d %s read", progress.pages(), things));
    boolean pace = out / seconds >= 0.5; // pages come out in order, and the first may be late
    if (routing) {
      text.append(
          pace
              ? String.format(Locale.ROOT, ", %,d sieved", out)
              : progress.pages() == 0 ? "" : ", the first are being sieved");
    }
    if (pace) {
      text.append(
          String.format(
              Locale.ROOT, ", %,.0f %s/s, %.1f MB/s", out / seconds, things, byteRate / 1e6));
    }
    double done = share(progress);
    double since = seconds - first.seconds();
    double gained = done - share(first);
    if (means(gained, since)) {
      text.append(
          String.format(
              Locale.ROOT, ", %.0f %%, %s left", 100 * done, time(since * (1 - done) / gained)));
    }
    return text.toString();
  }

  /**
   * Whether the remaining time can be estimated. The first seconds and pages say nothing about the
   * rest.
   */
  private static boolean means(double done, double seconds) {
    return done > 0 && seconds >= 3 && (done >= 0.05 || seconds >= 120);
  }

  public static String time(double seconds) {
    long whole = Math.round(seconds);
    return whole < 3600
        ? String.format(Locale.ROOT, "%d:%02d", whole / 60, whole % 60)
        : String.format(Locale.ROOT, "%d:%02d:%02d", whole / 3600, whole / 60 % 60, whole % 60);
  }

  @Override
  public void close() {
    console.fleeting("");
  }
}
