package dev.crawlsieve.measure.replay;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.config.OverrideRule;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.FingerprintFileReader;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.work.Progress;
import dev.crawlsieve.files.input.InputException;
import dev.crawlsieve.files.input.InputPage;
import dev.crawlsieve.files.input.PageInputs;
import dev.crawlsieve.files.sieve.SieveFolder;
import dev.crawlsieve.measure.sweep.LaneRange;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.run.SettingsInForce;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * A replay's source in the files that {@code sieve} writes into a folder. A verdict's position is
 * the number of its line, from 0. The pages are in two files, each in the order of the verdicts.
 */
public final class FileSource implements ReplaySource {

  private static final int TELL_EVERY = 10_000;

  private final Path folder;
  private final Path fingerprints;
  private final Path verdicts;
  private final List<Path> pages;
  private final SettingsInForce inForce;
  private final List<LaneRange> ranges = new ArrayList<>();

  /**
   * Opens the files of a folder.
   *
   * @param given the user's settings
   * @throws dev.crawlsieve.core.config.SettingsException if the given settings contradict those in
   *     force
   * @throws SieveException if the files do not exist or cannot be read
   */
  public FileSource(Path folder, Map<String, String> given) {
    this.folder = folder;
    SieveFolder files = new SieveFolder(folder);
    fingerprints = files.fingerprints();
    verdicts = files.verdicts();
    pages = List.of(files.unique(), files.duplicate());
    SieveFolder.existing(fingerprints);
    SieveFolder.existing(verdicts);
    try (FingerprintFileReader reader = FingerprintFileReader.open(fingerprints)) {
      inForce = SettingsInForce.of(given, SieveConfig.of(given), Optional.of(reader.settings()));
      long[] ends = new long[reader.lanes()];
      for (var next = reader.next(); next != null; next = reader.next()) {
        ends[next.lane()]++;
      }
      for (int lane = 0; lane < ends.length; lane++) {
        ranges.add(new LaneRange(lane, 0, ends[lane]));
      }
    } catch (IOException e) {
      throw new SieveException(e.getMessage(), e);
    }
  }

  @Override
  public SettingsInForce inForce() {
    return inForce;
  }

  @Override
  public FingerprintLog log() {
    if (records() == 0) {
      throw new SieveException(fingerprints + " is empty: no page has been fingerprinted");
    }
    return new FingerprintLog(fingerprints.toString(), ranges, this::readFingerprints);
  }

  private long records() {
    return ranges.stream().mapToLong(LaneRange::records).sum();
  }

  private void readFingerprints(FingerprintLog.Records each, Consumer<Progress> progress) {
    long start = System.nanoTime();
    long all = records();
    long count = 0;
    try (FingerprintFileReader reader = FingerprintFileReader.open(fingerprints)) {
      for (var next = reader.next(); next != null; next = reader.next()) {
        OverrideRule override = next.override();
        each.record(
            next.lane(),
            next.laneOffset(),
            next.scope(),
            next.fingerprint(),
            override == null ? null : override.toBytes());
        if (++count % TELL_EVERY == 0) {
          progress.accept(progress(start, count, reader.bytesRead(), all));
        }
      }
    } catch (IOException e) {
      throw new SieveException(e.getMessage(), e);
    }
  }

  private static Progress progress(long start, long count, long bytes, long all) {
    return new Progress(count, bytes, -1, (double) count / all, (System.nanoTime() - start) / 1e9);
  }

  /** The folder of the files; {@code state.dir} if nothing can be written there. */
  @Override
  public Path scratch() {
    return Files.isWritable(folder) ? folder : Path.of(inForce.config().stateDir());
  }

  @Override
  public String verdictsName() {
    return verdicts.toString();
  }

  @Override
  public String verdictPlace(int partition, long offset) {
    return verdicts + ":" + (offset + 1);
  }

  @Override
  public void readVerdicts(BiConsumer<Coordinates, byte[]> each, Consumer<Progress> progress) {
    long start = System.nanoTime();
    long bytes = 0;
    long number = 0;
    try (BufferedReader lines = Files.newBufferedReader(verdicts)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        byte[] verdict = line.getBytes(UTF_8);
        bytes += verdict.length + 1;
        each.accept(new Coordinates(0, number++), verdict);
        if (number % TELL_EVERY == 0) {
          progress.accept(progress(start, number, bytes, Math.max(number, records())));
        }
      }
    } catch (IOException e) {
      throw new SieveException(verdicts + " cannot be read: " + e, e);
    }
  }

  @Override
  public Map<Coordinates, byte[]> verdicts(Set<Coordinates> places) {
    Map<Coordinates, byte[]> found = new HashMap<>();
    readVerdicts(
        (place, verdict) -> {
          if (places.contains(place)) {
            found.put(place, verdict);
          }
        },
        unheard -> {});
    return found;
  }

  @Override
  public Map<Coordinates, StoredPage> pages(Set<Coordinates> places) {
    Map<Coordinates, StoredPage> found = new HashMap<>();
    if (places.isEmpty()) {
      return found;
    }
    List<Map<Long, Coordinates>> lines = List.of(new HashMap<>(), new HashMap<>());
    long[] ends = new long[lines.size()];
    decodeVerdicts(
        (verdict, stored) -> {
          if (verdict.route() == Verdict.Route.NOWHERE) {
            return; // the page is in neither file
          }
          int file = verdict.route() == Verdict.Route.UNIQUE ? 0 : 1;
          if (places.contains(verdict.source())) {
            lines.get(file).put(ends[file], verdict.source());
          }
          ends[file]++;
        },
        unheard -> {});
    for (int file = 0; file < lines.size(); file++) {
      read(pages.get(file), lines.get(file), found);
    }
    return found;
  }

  private void read(Path file, Map<Long, Coordinates> lines, Map<Coordinates, StoredPage> found) {
    if (lines.isEmpty() || !Files.isRegularFile(file)) {
      return;
    }
    int left = lines.size();
    try (PageInputs inputs = PageInputs.open(List.of(file), inForce.config().page().maxBytes())) {
      long number = 0;
      for (InputPage next = inputs.next(); next != null && left > 0; next = inputs.next()) {
        Coordinates place = lines.get(number++);
        if (place != null) {
          InputPage page = next;
          found.put(
              place,
              reader -> {
                if (page.defect() != null) {
                  throw new BadPageException(page.defect());
                }
                return reader.read(page.key(), page.value(), name -> null);
              });
          left--;
        }
      }
    } catch (InputException e) {
      throw new SieveException(e.getMessage(), e);
    }
  }

  @Override
  public double bytesPerPage() {
    try {
      long bytes = 0;
      for (Path file : pages) {
        if (!Files.isRegularFile(file)) {
          return 0;
        }
        bytes += Files.size(file);
      }
      return records() == 0 ? 0 : (double) bytes / records();
    } catch (IOException e) {
      throw new SieveException("the size of the pages cannot be found: " + e, e);
    }
  }
}
