package dev.crawlsieve.files.sieve;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.failure.Permission;
import dev.crawlsieve.core.failure.SieveException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The files of a run without a broker.
 *
 * @param path the folder
 */
public record SieveFolder(Path path) {

  /** Suffix of the files' names until all of them are complete. */
  public static final String UNFINISHED = ".unfinished";

  /** Suffix of the names of {@link #texts}. */
  static final String TEXTS = ".texts";

  /** The file of verdicts, which a user names by its path or by the folder of the sieve. */
  public static Path verdicts(Path fileOrFolder) {
    return Files.isDirectory(fileOrFolder)
        ? new SieveFolder(fileOrFolder).verdicts()
        : fileOrFolder;
  }

  /** The file of passages, which a user names by its path or by the folder of the sieve. */
  public static Path passages(Path fileOrFolder) {
    return Files.isDirectory(fileOrFolder)
        ? new SieveFolder(fileOrFolder).passages()
        : fileOrFolder;
  }

  /**
   * Checks that one of the files exists, and that the sieve has ended.
   *
   * @throws SettingsException if the file does not exist; the message says what to do
   * @throws SieveException if the sieve has not ended
   */
  public static Path existing(Path file) {
    ensureComplete(file);
    if (Files.isRegularFile(file)) {
      return file;
    }
    Permission.ensure(file);
    Path folder = file.getParent();
    if (!String.valueOf(file.getFileName()).contains(".")) {
      throw new SettingsException(
          "there is no folder "
              + file
              + "; 'crawlsieve sieve INPUT --out DIR' writes one, DIR, the folder to name");
    }
    String missing = "there is no file " + file;
    throw new SettingsException(
        folder != null && Files.isDirectory(folder) && new SieveFolder(folder).names(file)
            ? folder
                + " is no folder that 'crawlsieve sieve' has written: "
                + missing
                + " in it. If it holds pages, 'crawlsieve sieve "
                + folder
                + " --out DIR' leaves one in DIR, the folder to name"
            : missing
                + "; 'crawlsieve sieve INPUT"
                + (folder != null && file.equals(new SieveFolder(folder).passages())
                    ? " --passages"
                    : "")
                + " --out DIR' leaves one in DIR");
  }

  /** Whether a file is one that every sieve writes and that other commands read. */
  private boolean names(Path file) {
    return file.equals(verdicts()) || file.equals(fingerprints());
  }

  /**
   * Checks that the sieve of a file has ended. While a sieve is running, and after it was
   * interrupted, a file with a final name is from the run that it replaces.
   *
   * @throws SieveException if the sieve has not ended
   */
  static void ensureComplete(Path file) {
    boolean begun = Files.exists(Checkpoint.file(file.resolveSibling("")));
    boolean there = Files.isRegularFile(file);
    if (begun || (!there && Files.isRegularFile(UnfinishedFiles.unfinished(file)))) {
      throw new SieveException(
          "the sieve into "
              + file.toAbsolutePath().getParent()
              + " is not complete"
              + (there ? " (" + file.getFileName() + " is there from the run before it)" : "")
              + ": if it was interrupted, give the same command with --resume"
              + (there ? " in place of --force" : ""));
    }
  }

  /** The pages kept, a line each, in the order of the verdicts. */
  public Path unique() {
    return path.resolve("unique.jsonl");
  }

  /** The pages dropped, a line each, in the order of the verdicts. */
  public Path duplicate() {
    return path.resolve("duplicate.jsonl");
  }

  /** The pages that are not judged, a line each. */
  public Path unjudged() {
    return path.resolve("unjudged.jsonl");
  }

  /** The verdicts, a line each, in the order of decisions. */
  public Path verdicts() {
    return path.resolve("verdicts.jsonl");
  }

  /**
   * The name of the file with pages in a format, for people; with a {@code *} if there may be
   * several files.
   *
   * @param pages the file of lines that it replaces
   */
  public String name(Path pages, PageFormat format) {
    return file(pages, format, 0).getFileName().toString().replace("-00000", "-*");
  }

  /**
   * The name of the file with the pages not judged, if its format does not allow looking them up;
   * otherwise null.
   */
  public @Nullable String sealedUnjudged() {
    for (PageFormat format : PageFormat.values()) {
      if (!format.hasLines() && Files.exists(file(unjudged(), format, 0))) {
        return name(unjudged(), format);
      }
    }
    return null;
  }

  /**
   * A file with pages in a format.
   *
   * @param pages the file of lines that it replaces
   * @param number number of the file, from 0, if there may be several
   */
  Path file(Path pages, PageFormat format, int number) {
    return path.resolve(format.file(which(pages), number));
  }

  /** The verdicts as a table, in addition to the lines, if tables were asked for. */
  public Path verdictTable() {
    return path.resolve("verdicts.parquet");
  }

  /** The file that says which row goes to which table, until the tables are written. */
  public Path rows() {
    return path.resolve("rows.bin");
  }

  /** The whole texts of pages kept or dropped, from which lines are taken out at the end. */
  Path texts(Path pages) {
    return path.resolve(which(pages) + TEXTS);
  }

  private static String which(Path pages) {
    return pages.getFileName().toString().replace(".jsonl", "");
  }

  /** The records that are not pages, a line each. */
  public Path deadLetters() {
    return path.resolve("dead-letters.jsonl");
  }

  /** What each site says on many of its pages, a passage a line, if that was asked for. */
  Path passages() {
    return path.resolve("passages.jsonl");
  }

  /** The log of fingerprints. */
  public Path fingerprints() {
    return path.resolve("fingerprints.bin");
  }
}
