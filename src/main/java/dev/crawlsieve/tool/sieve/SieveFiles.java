package dev.crawlsieve.tool.sieve;

import dev.crawlsieve.core.fingerprint.FingerprintFileWriter;
import dev.crawlsieve.core.index.IndexException;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.core.work.Folders;
import dev.crawlsieve.core.work.SieveException;
import dev.crawlsieve.stream.config.SieveFolder;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The files of a local run. */
public final class SieveFiles implements AutoCloseable {

  /**
   * What is written.
   *
   * @param pages the form of the pages
   * @param verdictTable whether the verdicts are also written as CSV
   */
  public record Formats(PageFormat pages, boolean verdictTable) {}

  /** Names of files that not every run writes. */
  private static final Pattern OF_SOME_RUNS =
      Pattern.compile("(unique|duplicate|unjudged)(\\.jsonl|-\\d+\\.warc\\.gz)|verdicts\\.csv");

  private final Path dir;
  private final Formats formats;
  private final UnfinishedFiles files;
  private final PageOutput pages;
  private final OutputStream verdicts;
  private final VerdictTable table; // null if it is not wanted
  private final OutputStream deadLetters;
  private final OutputStream fingerprintBytes;
  private FingerprintFileWriter fingerprints; // null until begin() is called

  private SieveFiles(Path dir, Formats formats, UnfinishedFiles files) throws IOException {
    this.dir = dir;
    this.formats = formats;
    this.files = files;
    if (Files.exists(index())) {
      Folders.remove(index()); // left by a killed run
    }
    SieveFolder folder = new SieveFolder(dir);
    verdicts = files.open(folder.verdicts());
    table = formats.verdictTable() ? new VerdictTable(files.open(folder.verdictTable())) : null;
    deadLetters = files.open(folder.deadLetters());
    fingerprintBytes = files.open(folder.fingerprints());
    pages =
        formats.pages() == PageFormat.WARC
            ? new WarcOutput(folder, files, index().resolve("captures"))
            : new LineOutput(folder, files);
  }

  /**
   * Creates the folder, if need be, and opens the files, with pages as JSON lines.
   *
   * @param overwrite whether an earlier run's files may be replaced
   * @throws SieveException if the folder is not empty and must not be overwritten, or cannot be
   *     written
   */
  public static SieveFiles in(Path dir, boolean overwrite) {
    return in(dir, overwrite, new Formats(PageFormat.JSONL, false));
  }

  /**
   * Creates the folder, if need be, and opens the files.
   *
   * @param overwrite whether an earlier run's files may be replaced
   * @throws SieveException if the folder is not empty and must not be overwritten, or cannot be
   *     written
   */
  public static SieveFiles in(Path dir, boolean overwrite, Formats formats) {
    try {
      if (Files.exists(dir) && !Files.isDirectory(dir)) {
        throw new SieveException(dir + " is not a folder, --out needs one");
      }
      if (!overwrite && holdsSomething(dir)) {
        throw new SieveException(
            "the folder " + dir + " is not empty; --force replaces an earlier run's files in it");
      }
      Files.createDirectories(dir);
      return open(dir, formats);
    } catch (IOException e) {
      throw new SieveException("the folder " + dir + " cannot be written: " + e, e);
    } catch (IndexException e) {
      throw new SieveException(e.getMessage(), e);
    }
  }

  private static SieveFiles open(Path dir, Formats formats) throws IOException {
    UnfinishedFiles files = new UnfinishedFiles(dir);
    try {
      return new SieveFiles(dir, formats, files);
    } catch (IOException | RuntimeException e) {
      files.close();
      throw e;
    }
  }

  /** Whether the folder holds more than the remains of an earlier, killed run. */
  private static boolean holdsSomething(Path dir) throws IOException {
    if (!Files.exists(dir)) {
      return false;
    }
    try (Stream<Path> files = Files.list(dir)) {
      return files
          .map(file -> file.getFileName().toString())
          .anyMatch(name -> !name.endsWith(UnfinishedFiles.SUFFIX));
    }
  }

  /** The form of the pages. */
  PageFormat format() {
    return formats.pages();
  }

  /** Where pages are written. */
  PageOutput pages() {
    return pages;
  }

  /**
   * Writes the header of the fingerprints, before the first of them: what they are decided with.
   */
  void begin(int lanes, SortedMap<String, String> settings) throws IOException {
    fingerprints = new FingerprintFileWriter(fingerprintBytes, lanes, settings);
  }

  /** Adds a verdict. */
  void verdict(Verdict verdict) throws IOException {
    LineOutput.line(verdicts, VerdictCodec.encode(verdict));
    if (table != null) {
      table.add(verdict);
    }
  }

  /** Adds a record that is not a page. */
  void deadLetter(byte[] line) throws IOException {
    LineOutput.line(deadLetters, line);
  }

  /** Adds a fingerprint. */
  void fingerprint(byte[] scope, byte[] fingerprint) throws IOException {
    fingerprints.add(scope, fingerprint);
  }

  /** Renames the files to their final names. */
  void finish() throws IOException {
    fingerprints.finish();
    if (table != null) {
      table.finish();
    }
    files.finish(OF_SOME_RUNS.asMatchPredicate());
  }

  /** Folder for what does not fit into memory, removed at the end. */
  Path index() {
    return dir.resolve("index" + UnfinishedFiles.SUFFIX);
  }

  /** Removes what is not finished, whether or not its last bytes can be written. */
  @Override
  public void close() {
    try (files) {
      pages.close();
      if (Files.exists(index())) {
        Folders.remove(index());
      }
    }
  }
}
