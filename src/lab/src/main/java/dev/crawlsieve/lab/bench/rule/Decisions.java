package dev.crawlsieve.lab.bench.rule;

import dev.crawlsieve.core.engine.Lane;
import dev.crawlsieve.core.fingerprint.FingerprintFileReader;
import dev.crawlsieve.core.folder.Folders;
import dev.crawlsieve.core.index.store.TableIndex;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.stream.config.SieveConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/**
 * Decides on the fingerprints of files, each in a lane of its own. Loaded by {@link MutantLoader}.
 */
public final class Decisions implements BiFunction<Map<String, String>, List<Path>, List<String>> {

  /** Two lines for each page: its URL, and that of the page it copies, or nothing. */
  @Override
  public List<String> apply(Map<String, String> settings, List<Path> files) {
    SieveConfig config = SieveConfig.of(settings);
    List<String> decided = new ArrayList<>();
    for (Path file : files) {
      Path folder = Folders.temporary();
      try (FingerprintFileReader reader = FingerprintFileReader.open(file)) {
        decide(reader, config, folder, decided);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } finally {
        Folders.remove(folder);
      }
    }
    return decided;
  }

  private static void decide(
      FingerprintFileReader reader, SieveConfig config, Path folder, List<String> decided)
      throws IOException {
    try (TableIndex index = TableIndex.open(folder, config.index())) {
      Lane lane = new Lane(0, index, new Verdict.Basis(config.detector().name(), 0));
      index.commit(0);
      long offset = 0;
      for (var entry = reader.next(); entry != null; entry = reader.next()) {
        Verdict verdict = lane.decide(lane.page(entry.scope(), offset++, entry.fingerprint()));
        Verdict.Original copied = verdict.duplicateOf();
        decided.add(verdict.url());
        decided.add(copied == null ? "" : copied.url());
      }
    }
  }
}
