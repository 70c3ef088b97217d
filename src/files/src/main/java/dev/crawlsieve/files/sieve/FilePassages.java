package dev.crawlsieve.files.sieve;

import dev.crawlsieve.core.bytemap.DiskByteMap;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.failure.UnreadableRecordException;
import dev.crawlsieve.sites.passage.KnownPassages;
import dev.crawlsieve.sites.passage.PassageSettings;
import dev.crawlsieve.sites.passage.Passages;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Learns passages while pages are written, in a store on disk, and writes them at the end. */
final class FilePassages implements AutoCloseable {

  private static final int SITES = 100; // between two checks whether to go on

  private final DiskByteMap map;
  private final Passages passages;
  private long found;
  private final Map<String, byte @Nullable []> changed = new LinkedHashMap<>();

  /**
   * Opens the store.
   *
   * @param folder empty or missing
   * @throws SieveException if it cannot be written
   */
  FilePassages(PassageSettings settings, Path folder) {
    map = new DiskByteMap(folder);
    passages = new Passages(map, settings, changed::put);
  }

  /** Learns from a page; pages must come in the order of the input. */
  void take(PreparedPage page) {
    if (page.said() == null || page.said().blocks() == null) {
      return;
    }
    try {
      passages.observe(page.said().blocks());
    } catch (UnreadableRecordException e) {
      throw new IllegalStateException(e); // never: this program made it
    }
  }

  /**
   * Finds the passages and writes them, a line each.
   *
   * @param goOn called repeatedly; may end the work by an exception
   */
  KnownPassages finish(OutputStream out, Runnable goOn) throws IOException {
    KnownPassages known = new KnownPassages();
    int sites;
    do {
      goOn.run();
      sites = passages.evaluate(SITES);
      for (Map.Entry<String, byte @Nullable []> each : changed.entrySet()) {
        if (each.getValue() != null) {
          LineOutput.line(out, each.getValue());
          known.add(each.getKey());
          found++;
        }
      }
      changed.clear();
    } while (sites == SITES);
    return known;
  }

  /**
   * A sentence for the user after {@link #finish}: how many passages were found, or why none were.
   */
  String note(PageFormat format) {
    return found > 0
        ? String.format(
                Locale.ROOT,
                found == 1
                    ? "%,d passage is in passages.jsonl"
                    : "%,d passages are in passages.jsonl",
                found)
            + (format == PageFormat.TEXT ? "" : "; --format text leaves them out of texts")
        : passages.whyNone();
  }

  @Override
  public void close() {
    map.close();
  }
}
