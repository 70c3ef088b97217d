package dev.crawlsieve.tool.inspect;

import dev.crawlsieve.core.bytemap.MemoryByteMap;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.files.sieve.SieveFolder;
import dev.crawlsieve.sites.mirror.Finding;
import dev.crawlsieve.sites.mirror.MirrorCounts;
import dev.crawlsieve.sites.mirror.MirrorSettings;
import dev.crawlsieve.sites.mirror.Mirrors;
import dev.crawlsieve.sites.mirror.VerdictObserver;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Learns mirrors and URL rules from files of verdicts, as {@code run} does from the topic. */
public final class MirrorSearch {

  private final Map<String, Finding> found = new TreeMap<>();
  private final VerdictObserver observer = new VerdictObserver();
  private final Mirrors mirrors =
      new Mirrors(
          new MemoryByteMap(),
          MirrorSettings.DEFAULT,
          finding -> found.put(finding.key(), finding));

  /**
   * Reads a file of verdicts in order.
   *
   * @param path the file, or the folder in which {@code sieve} has left it
   * @throws SieveException if the file cannot be read, or a line is not a verdict
   */
  public void read(Path path) {
    FileLines.verdicts(
        SieveFolder.verdicts(path),
        verdict -> observer.observe(verdict).ifPresent(mirrors::observe));
  }

  /**
   * The findings that hold after all files were read, sorted by key. Withdrawn findings are left
   * out.
   */
  public List<Finding> findings() {
    mirrors.finish();
    return found.values().stream().filter(Finding::declared).toList();
  }

  /** Counts of what was observed and dropped. */
  public MirrorCounts counts() {
    return mirrors.counts();
  }
}
