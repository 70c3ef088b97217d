package dev.crawlsieve.core.failure;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** Recognises failures due to lack of disk space. */
public final class FullDisk {

  // The message of the C library, the JDK and RocksDB; there is no exception type for this.
  private static final String NO_SPACE = "No space left on device";

  private static final class Told extends SieveException {

    private static final long serialVersionUID = 1L;

    private final String where;
    private final String afterwards;

    Told(String message, String where, String afterwards, Throwable cause) {
      super(message, cause);
      this.where = where;
      this.afterwards = afterwards;
    }
  }

  private FullDisk() {}

  /** The sentence for the user if a full disk caused a failure; else null. */
  public static @Nullable String sentence(Throwable failure) {
    for (Throwable cause : Causes.of(failure)) {
      if (cause instanceof Told) {
        return cause.getMessage();
      }
    }
    String where = where(failure);
    return where == null
        ? null
        : "a disk is full (" + where + "): free some space on it, and start again";
  }

  /**
   * Runs work that fills a folder, which the message names if the disk is full. Of nested calls,
   * the outermost names it, in its user's words.
   *
   * @param folder the folder and the option or setting that names it, as a phrase
   * @param afterwards what is kept, as a clause that begins with "; "; if it is empty, the clause
   *     of the inner call is used
   */
  public static <T> T naming(String folder, String afterwards, Callable<T> work) throws Exception {
    try {
      return work.call();
    } catch (Exception e) {
      SieveException told = told(folder, afterwards, e);
      throw told == null ? e : told;
    }
  }

  /**
   * An exception with a sentence that names the folder; null if a full disk did not cause the
   * failure.
   */
  public static @Nullable SieveException told(String folder, String afterwards, Throwable failure) {
    String where = where(failure);
    String kept =
        afterwards.isEmpty() && failure instanceof Told told ? told.afterwards : afterwards;
    return where == null ? null : full(folder, where, kept, failure);
  }

  /** The exception to throw when a folder's disk is known to be full. */
  public static SieveException full(
      String folder, String where, String afterwards, Throwable failure) {
    return new Told(
        "the disk of %s is full (%s): free some space on it, or name a folder on a larger one%s"
            .formatted(folder, where, afterwards),
        where,
        afterwards,
        failure);
  }

  private static @Nullable String where(Throwable failure) {
    String where = null;
    for (Throwable cause : Causes.of(failure)) {
      if (cause instanceof Told told) {
        return told.where;
      }
      String message = String.valueOf(cause.getMessage());
      where = message.contains(NO_SPACE) ? message.lines().findFirst().orElseThrow() : where;
    }
    return where;
  }
}
