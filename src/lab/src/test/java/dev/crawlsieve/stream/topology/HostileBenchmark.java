package dev.crawlsieve.stream.topology;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.extract.HostilePages;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.FingerprintedPage;
import dev.crawlsieve.core.fingerprint.PageFingerprinter;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.UnjudgedPageException;
import dev.crawlsieve.stream.config.SieveConfig;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Times hostile pages up to their fingerprint: {@code HostileBenchmark [MB…] [--only NAME]}, by
 * default with 1, 4 and 16 MB. Prints the worst, in ms per MB and as a ratio to a plain page, and
 * their outcome. Run with {@code -Xmx512m} it shows that memory is bounded, too.
 */
final class HostileBenchmark {

  private static final int SHOWN = 12;
  private static final int ROUNDS = 2;

  /** CPU time of the thread, so that a busy machine does not matter. */
  private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();

  /** Reported at once, ms per MB. */
  private static final double SLOW = 300;

  private static final HostilePages.Pattern PLAIN =
      new HostilePages.Pattern("plain", "text/html; charset=utf-8", "", "", "", "");

  private final PageFingerprinter fingerprinter;
  private final PrintStream out;

  private HostileBenchmark(int mostBytes, PrintStream out) {
    SieveConfig config =
        SieveConfig.of(Map.of("page.format", "raw", "page.max.bytes", Integer.toString(mostBytes)));
    this.fingerprinter = new PageFingerprinter(config.fingerprinting());
    this.out = out;
  }

  private record Timed(HostilePages.Pattern pattern, double millisMegabyte, String end) {}

  public static void main(String[] arguments) {
    List<Integer> megabytes = new ArrayList<>();
    String only = "";
    int worst = Integer.MAX_VALUE;
    for (int i = 0; i < arguments.length; i++) {
      if (arguments[i].equals("--only")) {
        only = arguments[++i];
      } else if (arguments[i].equals("--worst")) {
        worst = Integer.parseInt(arguments[++i]);
      } else {
        megabytes.add(Integer.parseInt(arguments[i]));
      }
    }
    HostileBenchmark bench = new HostileBenchmark(32 << 20, System.out);
    List<HostilePages.Pattern> patterns = HostilePages.all();
    String wanted = only;
    patterns.removeIf(pattern -> !pattern.name().contains(wanted));
    for (int size : megabytes.isEmpty() ? List.of(1, 4, 16) : megabytes) {
      List<Timed> all = bench.run(size << 20, patterns);
      patterns = all.stream().limit(worst).map(Timed::pattern).toList();
    }
  }

  /** The times of all patterns, the worst first. */
  private List<Timed> run(int bytes, List<HostilePages.Pattern> patterns) {
    double plain = plain(bytes);
    List<Timed> all = new ArrayList<>();
    int bad = 0;
    int failed = 0;
    for (HostilePages.Pattern pattern : patterns) {
      Timed timed = timed(pattern, pattern.page(bytes));
      all.add(timed);
      if (timed.millisMegabyte() > SLOW) {
        out.printf(
            Locale.ROOT,
            "  slow: %s, %.0f ms a MB%n",
            timed.pattern().name(),
            timed.millisMegabyte());
      }
      bad += timed.end().startsWith("bad") ? 1 : 0;
      failed += timed.end().startsWith("failed") ? 1 : 0;
    }
    all.sort(Comparator.comparingDouble(Timed::millisMegabyte).reversed());
    out.printf(
        Locale.ROOT,
        "%d MB, %d patterns: %d read, %d dead letters, %d failed; plain pages take %.1f ms a MB%n",
        bytes >> 20,
        all.size(),
        all.size() - bad - failed,
        bad,
        failed,
        plain);
    for (Timed timed : all) {
      if (all.indexOf(timed) < SHOWN || timed.end().startsWith("failed")) {
        out.printf(
            Locale.ROOT,
            "  %8.1f ms a MB, %6.1f times plain: %s (%s)%n",
            timed.millisMegabyte(),
            timed.millisMegabyte() / plain,
            timed.pattern().name(),
            timed.end());
      }
    }
    return all;
  }

  private double plain(int bytes) {
    StringBuilder page = new StringBuilder(bytes + 1024);
    for (int i = 0; page.length() < bytes; i++) {
      page.append(
              "<div class=post><h2>The boat</h2><p>An old man mends his wooden boat by the river")
          .append(" at night, <a href=/page/")
          .append(i)
          .append(">and again</a> on day ")
          .append(i)
          .append(".</div>\n");
    }
    byte[] plain = page.toString().getBytes(UTF_8);
    double[] times = new double[5];
    for (int i = 0; i < times.length; i++) {
      times[i] = timed(PLAIN, plain).millisMegabyte();
    }
    Arrays.sort(times);
    return times[0];
  }

  private Timed timed(HostilePages.Pattern pattern, byte[] page) {
    double best = Double.MAX_VALUE;
    String end = "";
    for (int i = 0; i < ROUNDS; i++) {
      long start = CLOCK.getCurrentThreadCpuTime();
      end = end(pattern.type(), page);
      best = Math.min(best, (CLOCK.getCurrentThreadCpuTime() - start) / 1e6);
      if (best > 100) {
        break;
      }
    }
    return new Timed(pattern, best / (page.length / (double) (1 << 20)), end);
  }

  private String end(String type, byte[] page) {
    Map<String, byte[]> headers = Map.of("content-type", type.getBytes(UTF_8));
    try {
      FingerprintedPage made =
          fingerprinter.fingerprint(
              "http://a.example/".getBytes(UTF_8), page, headers::get, new Coordinates(0, 0), 0);
      return made.fingerprint().tokens() + " tokens";
    } catch (BadPageException | UnjudgedPageException e) {
      return "bad: " + e.getMessage();
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      return "failed: " + e;
    }
  }
}
