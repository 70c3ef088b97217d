package dev.crawlsieve.lab.bench.kernel;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.Threshold;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One kernel that can be measured.
 *
 * @param name its name
 * @param benchmark its JMH benchmark
 * @param detector value of the benchmark's parameter, or null if it has none
 * @param input what it processes
 */
public record Kernel(String name, String benchmark, @Nullable String detector, Input input) {

  /** What a kernel processes in one operation. */
  public enum Input {
    /** The markup of a page. */
    HTML,
    /** The main text of a page. */
    TEXT,
    /** Nothing measured in bytes. */
    NONE
  }

  private static final String PAGES = "dev.crawlsieve.lab.jmh.PageKernels.";
  private static final String FEATURES = "dev.crawlsieve.core.fingerprint.FeatureKernels.";
  private static final String LOOKUP = "dev.crawlsieve.lab.jmh.IndexKernels.lookup";

  /** All of them, in the order in which a page passes through them. */
  public static List<Kernel> all() {
    List<Kernel> all = new ArrayList<>();
    all.add(new Kernel("event-to-record", PAGES + "eventToRecord", null, Input.HTML));
    all.add(new Kernel("event", PAGES + "event", null, Input.HTML));
    all.add(new Kernel("jsoup-parse", PAGES + "jsoupParse", null, Input.HTML));
    all.add(new Kernel("main-text", PAGES + "mainText", null, Input.HTML));
    all.add(new Kernel("html-to-fingerprint", PAGES + "htmlToFingerprint", null, Input.HTML));
    all.add(new Kernel("visible-text", PAGES + "visibleText", null, Input.HTML));
    all.add(new Kernel("text-event-to-record", PAGES + "textEventToRecord", null, Input.TEXT));
    all.add(new Kernel("url", PAGES + "url", null, Input.NONE));
    all.add(new Kernel("fingerprint", PAGES + "fingerprint", null, Input.TEXT));
    all.add(new Kernel("features", FEATURES + "features", null, Input.TEXT));
    all.add(new Kernel("tokens", FEATURES + "tokens", null, Input.TEXT));
    all.add(new Kernel("content-hash", FEATURES + "contentHash", null, Input.TEXT));
    all.add(new Kernel("simhash-1024", FEATURES + "simhash1024", null, Input.NONE));
    all.add(new Kernel("sketch-1024", FEATURES + "sketch1024", null, Input.NONE));
    all.add(new Kernel("encode", PAGES + "encode", null, Input.NONE));
    all.add(new Kernel("decode", PAGES + "decode", null, Input.NONE));
    for (DetectorSettings.Kind near : Threshold.ALIKE.kinds()) {
      all.add(new Kernel("lookup-" + near.text(), LOOKUP, near.text(), Input.NONE));
    }
    return all;
  }
}
