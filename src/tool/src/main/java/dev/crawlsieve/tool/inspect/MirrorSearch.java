package dev.crawlsieve.tool.inspect;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.config.MirrorSettings;
import dev.crawlsieve.core.mirror.Finding;
import dev.crawlsieve.core.mirror.MemoryMirrorStore;
import dev.crawlsieve.core.mirror.MirrorCounts;
import dev.crawlsieve.core.mirror.Mirrors;
import dev.crawlsieve.core.mirror.VerdictObserver;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.verdict.UnreadableVerdictException;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.core.work.SieveException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
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
          new MemoryMirrorStore(),
          MirrorSettings.DEFAULT,
          finding -> found.put(finding.key(), finding));

  /**
   * Reads a file of verdicts in order.
   *
   * @throws SieveException if it cannot be read, or a line is not a verdict
   */
  public void read(Path file) {
    if (!Files.isRegularFile(file)) {
      throw new SieveException("there is no file " + file);
    }
    long number = 0;
    try (BufferedReader in = Files.newBufferedReader(file)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        number++;
        if (!line.isBlank()) {
          mirrors.observe(observer.observe(VerdictCodec.decode(line.getBytes(UTF_8))));
        }
      }
    } catch (UnreadableVerdictException | BadPageException e) {
      throw new SieveException(file + ":" + number + ": " + e.getMessage(), e);
    } catch (CharacterCodingException e) {
      throw new SieveException("the file " + file + " is not UTF-8", e);
    } catch (IOException e) {
      throw new SieveException("the file " + file + " cannot be read: " + e, e);
    }
  }

  /**
   * The findings that hold after everything was read, sorted by key; withdrawn ones are left out.
   */
  public List<Finding> findings() {
    mirrors.finish();
    return found.values().stream().filter(Finding::declared).toList();
  }

  /** What was seen and left out. */
  public MirrorCounts counts() {
    return mirrors.counts();
  }
}
