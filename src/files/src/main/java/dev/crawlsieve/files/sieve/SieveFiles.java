package dev.crawlsieve.files.sieve;

import static java.util.stream.Collectors.joining;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.fingerprint.FingerprintFileReader;
import dev.crawlsieve.core.fingerprint.FingerprintFileWriter;
import dev.crawlsieve.core.folder.FolderLock;
import dev.crawlsieve.core.folder.Folders;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.sites.passage.KnownPassages;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The files of a local run. They get their final names once all of them are complete. A run that is
 * interrupted before that leaves them as they were at its last {@link Checkpoint}.
 */
public final class SieveFiles implements AutoCloseable {

  /** Names of files that not every run writes; earlier builds wrote {@code verdicts.csv}. */
  private static final Pattern OF_SOME_RUNS =
      Pattern.compile(
          Stream.of(PageFormat.values()).map(PageFormat::files).collect(joining("|"))
              + "|verdicts\\.(csv|parquet)|rows\\.bin|passages\\.jsonl|(unique|duplicate)\\.texts");

  private final SieveFolder folder;
  private final PageFormat format;

  /** The progress of an earlier run; null if this one starts from scratch. */
  private final @Nullable Checkpoint earlier;

  private final FolderLock lock;
  private final UnfinishedFiles files;
  private final PageOutput pages;
  private final OutputStream verdicts;
  private final OutputStream deadLetters;
  private final OutputStream fingerprintBytes;
  private @Nullable FingerprintFileWriter fingerprints; // null until begin() is called
  private long kept; // number of pages at the last checkpoint
  private boolean finished;
  private @Nullable Path above; // the nearest folder that existed before this run

  private SieveFiles(
      Path dir,
      PageFormat format,
      @Nullable Checkpoint earlier,
      FolderLock lock,
      UnfinishedFiles files)
      throws IOException {
    this.lock = lock;
    this.folder = new SieveFolder(dir);
    this.format = format;
    this.earlier = earlier;
    this.files = files;
    kept = earlier == null ? 0 : earlier.pages();
    removeIndex(); // left by a killed run
    verdicts = files.open(folder.verdicts());
    deadLetters = files.open(folder.deadLetters());
    fingerprintBytes = files.open(folder.fingerprints());
    pages =
        switch (format) {
          case JSONL -> new LineOutput(folder, files);
          case WARC, WACZ -> new WarcOutput(folder, files, captures());
          case PARQUET -> new TableOutput(folder, files);
          case TEXT -> new TextOutput(folder, files);
        };
  }

  /**
   * Creates the folder if necessary and opens the files, with pages as JSON lines.
   *
   * @param overwrite whether an earlier run's files may be replaced
   * @throws SieveException if the folder is not empty and must not be overwritten, or cannot be
   *     written
   */
  public static SieveFiles in(Path dir, boolean overwrite) {
    return in(dir, overwrite, PageFormat.JSONL);
  }

  /**
   * Creates the folder if necessary and opens the files.
   *
   * @param overwrite whether an earlier run's files may be replaced
   * @throws SieveException if the folder is not empty and must not be overwritten, or cannot be
   *     written
   */
  public static SieveFiles in(Path dir, boolean overwrite, PageFormat format) {
    try {
      if (Files.exists(dir) && !Files.isDirectory(dir)) {
        throw new SieveException(dir + " is not a folder, --out needs one");
      }
      if (!overwrite && !Files.exists(Checkpoint.file(dir))) {
        ensureEmpty(dir);
      }
      return open(dir, format, () -> noneLeft(dir, overwrite));
    } catch (IOException e) {
      throw new SieveException("the folder " + dir + " cannot be written: " + e, e);
    }
  }

  private static @Nullable Checkpoint noneLeft(Path dir, boolean overwrite) throws IOException {
    Checkpoint left = overwrite ? null : Checkpoint.read(dir);
    if (left != null && left.pages() > 0) {
      throw new SieveException(
          String.format(
              Locale.ROOT,
              "the folder %s holds an interrupted run, with %,d %s done: --resume goes on with it,"
                  + " --force begins again",
              dir,
              left.pages(),
              left.pages() == 1 ? "page" : "pages"));
    }
    if (!overwrite) {
      ensureEmpty(dir);
    }
    Checkpoint.remove(dir);
    return null;
  }

  /**
   * Opens the files of an interrupted run to continue them, or to begin again if nothing of it was
   * kept.
   *
   * @throws SieveException if the folder holds something else, or its files cannot be written
   */
  public static SieveFiles resume(Path dir, PageFormat format) {
    try {
      return open(dir, format, () -> interrupted(dir));
    } catch (IOException e) {
      throw new SieveException("the files in " + dir + " cannot be resumed: " + e, e);
    }
  }

  private static @Nullable Checkpoint interrupted(Path dir) throws IOException {
    Checkpoint earlier = Checkpoint.read(dir);
    Path begun = UnfinishedFiles.unfinished(new SieveFolder(dir).fingerprints());
    if (earlier == null && !Files.exists(begun) && holdsSomething(dir)) {
      throw new SieveException(
          Files.exists(new SieveFolder(dir).fingerprints())
              ? dir
                  + " holds a finished run: there is nothing to resume."
                  + " --force in place of --resume replaces it"
              : "there is no interrupted run in " + dir + " to resume, and it is not empty");
    }
    return earlier;
  }

  /** Finds the progress of an earlier run, as the last holder of the lock left it. */
  private interface Earlier {
    @Nullable Checkpoint find() throws IOException;
  }

  private static SieveFiles open(Path dir, PageFormat format, Earlier earlier) throws IOException {
    Path above = Folders.create(dir);
    FolderLock lock = FolderLock.take(dir.resolve("lock" + UnfinishedFiles.SUFFIX));
    if (lock == null) {
      throw new SieveException(
          "another 'sieve' is at work in " + dir + ": wait until it ends, or name another --out");
    }
    UnfinishedFiles files = new UnfinishedFiles(dir);
    try {
      Checkpoint found = earlier.find();
      Checkpoint past = found == null || found.pages() == 0 ? null : found;
      if (past != null) {
        files.keep(past.lengths());
      }
      SieveFiles opened = new SieveFiles(dir, format, past, lock, files);
      opened.above = above;
      return opened;
    } catch (IOException | RuntimeException e) {
      try (lock;
          files) {
        throw e;
      }
    }
  }

  private static void ensureEmpty(Path dir) throws IOException {
    if (holdsSomething(dir)) {
      throw new SieveException(
          "the folder " + dir + " is not empty; --force replaces an earlier run's files in it");
    }
  }

  /** Whether the folder holds anything but the remains of an earlier, killed run. */
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

  /** The format of the pages. */
  PageFormat format() {
    return format;
  }

  /** The name of the file or files of kept pages, for people. */
  String unique() {
    return folder.name(folder.unique(), format);
  }

  /** The options that decide which files are written, under names that no setting has. */
  Map<String, String> choices() {
    return Map.of("--format", format.name().toLowerCase(Locale.ROOT));
  }

  /** The progress of an earlier run; null if this one starts from scratch. */
  @Nullable Checkpoint earlier() {
    return earlier;
  }

  /** Whether this run continues an earlier one. */
  public boolean resumes() {
    return earlier != null;
  }

  /** The output that pages are written to. */
  PageOutput pages() {
    return pages;
  }

  /**
   * Writes the header of the file of fingerprints, before the first of them: the settings under
   * which they are decided on.
   */
  void begin(int lanes, SortedMap<String, String> settings) throws IOException {
    fingerprints =
        earlier == null
            ? new FingerprintFileWriter(fingerprintBytes, lanes, settings)
            : FingerprintFileWriter.append(fingerprintBytes, earlier.tally().decided());
  }

  /** Opens the fingerprints of the earlier run; there are only those that it decided on. */
  FingerprintFileReader earlierFingerprints() throws IOException {
    return FingerprintFileReader.open(UnfinishedFiles.unfinished(folder.fingerprints()));
  }

  /** Adds a verdict. */
  void verdict(Verdict verdict) throws IOException {
    LineOutput.line(verdicts, VerdictCodec.encode(verdict));
  }

  /** Adds a record that is not a page. */
  void deadLetter(byte[] line) throws IOException {
    LineOutput.line(deadLetters, line);
  }

  /** Adds a fingerprint. */
  void fingerprint(PreparedPage.Judged page) throws IOException {
    Objects.requireNonNull(fingerprints).add(page.scope(), page.fingerprint(), page.override());
  }

  /**
   * Writes everything to the disk, and then the checkpoint. From now on, everything written so far
   * is kept if the run ends before {@link #finish}.
   *
   * @param pages makes the checkpoint from the lengths of the files
   */
  void checkpoint(Function<SortedMap<String, Long>, Checkpoint> pages) throws IOException {
    this.pages.flush();
    SortedMap<String, Long> lengths = files.lengths();
    Checkpoint next = pages.apply(lengths);
    next.write(folder.path());
    if (next.pages() > 0) {
      files.keep(lengths);
      kept = next.pages();
    }
  }

  /** The archives in an order in which those of copies come after those that they refer to. */
  private static Map<String, Path> copiesLast(SortedMap<String, Path> archives) {
    Map<String, Path> ordered = new LinkedHashMap<>(archives);
    archives.forEach(
        (name, file) -> {
          if (name.startsWith("duplicate")) {
            ordered.remove(name);
            ordered.put(name, file);
          }
        });
    return ordered;
  }

  /** Opens the file of passages, which is written only at the end. */
  OutputStream passages() throws IOException {
    return files.open(folder.passages());
  }

  /**
   * Writes what can be written only at the end, and renames the files to their final names. Returns
   * a sentence about this for the user, or the empty string.
   *
   * @param passages the passages to take out of texts, if these are written
   * @param goOn called repeatedly; may end the work by an exception
   */
  String finish(KnownPassages passages, Runnable goOn) throws IOException {
    String note = "";
    Objects.requireNonNull(fingerprints).finish();
    SortedMap<String, Path> parts = new TreeMap<>();
    if (format == PageFormat.WACZ) {
      parts = files.complete(Pattern.compile(PageFormat.WARC.files()).asMatchPredicate());
      Path wacz = folder.file(folder.unique(), format, 0);
      WaczFile.write(files.open(wacz), copiesLast(parts), index().resolve("wacz"));
    }
    if (format == PageFormat.PARQUET) {
      parts = files.complete(folder.rows().getFileName().toString()::equals);
      SortedMap<String, Path> verdictLines =
          files.complete(folder.verdicts().getFileName().toString()::equals);
      RowCopies.write(folder, files, only(parts), only(verdictLines), goOn);
    }
    if (format == PageFormat.TEXT) {
      parts = files.complete(name -> name.endsWith(SieveFolder.TEXTS));
      note = TextOutput.write(folder, files, parts, passages, goOn);
    }
    files.finish(OF_SOME_RUNS.asMatchPredicate(), parts.keySet());
    Checkpoint.remove(folder.path());
    finished = true;
    files.removeLeft(OF_SOME_RUNS.asMatchPredicate());
    return note;
  }

  private static Path only(SortedMap<String, Path> one) {
    return one.values().iterator().next();
  }

  /** A clause that says what an interrupted run has left; empty if it has left nothing. */
  public String left() {
    return kept == 0 || finished
        ? ""
        : String.format(
            Locale.ROOT,
            (kept == 1 ? "; %,d page is done" : "; %,d pages are done")
                + ". The same command with --resume, without --force, goes on%s",
            kept,
            Files.exists(folder.verdicts())
                ? "; to keep what was there before, delete %s%s*%s"
                    .formatted(folder.path(), File.separator, UnfinishedFiles.SUFFIX)
                : "");
  }

  /** A sentence that says what became of a run that was stopped. */
  public String stopped() {
    if (finished) {
      return "stopped, but all pages are done and lie in " + folder.path();
    }
    String left = left();
    return left.isEmpty()
        ? "stopped before the first pages were read and sieved: nothing is written to "
            + folder.path()
            + ", and what was there is as it was"
        : "stopped" + left;
  }

  /** The folder for what does not fit into memory, which is removed at the end. */
  Path index() {
    return folder.path().resolve("index" + UnfinishedFiles.SUFFIX);
  }

  private Path captures() {
    return index().resolve("captures");
  }

  /**
   * Removes the index, which is rebuilt from the fingerprints, but not what kept output refers to.
   */
  private void removeIndex() throws IOException {
    if (!Files.exists(index())) {
      return;
    }
    if (kept == 0 || finished) {
      Folders.remove(index());
      return;
    }
    try (Stream<Path> found = Files.list(index())) {
      found.filter(each -> !each.equals(captures())).forEach(Folders::remove);
    }
  }

  /**
   * Removes what was written after the last checkpoint, even if the disk is full; and the folder,
   * if it was created and nothing is left in it.
   */
  @Override
  public void close() {
    try {
      closeFiles();
      if (kept == 0 && !finished && above != null) {
        Folders.removeEmpty(folder.path(), above);
      }
    } catch (IOException e) {
      throw new SieveException("the folder " + folder.path() + " cannot be cleaned up: " + e, e);
    }
  }

  private void closeFiles() throws IOException {
    try (lock;
        files) {
      pages.close();
      removeIndex();
      if (kept == 0 || finished) {
        Checkpoint.remove(folder.path());
      }
    }
  }
}
