package dev.crawlsieve.core.failure;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.AccessMode;
import java.nio.file.Path;

/** Tells files that may not be read from files that are not there. */
public final class Permission {

  private Permission() {}

  /** Whether a file may not be read, or may not even be looked for in its folder. */
  public static boolean denied(Path file) {
    try {
      file.getFileSystem().provider().checkAccess(file, AccessMode.READ);
      return false;
    } catch (AccessDeniedException e) {
      return true;
    } catch (IOException e) {
      return false; // it is not there
    }
  }

  /**
   * Checks that a file that is not found is not only hidden.
   *
   * @throws SieveException if it may not be read, or looked for
   */
  public static void ensure(Path file) {
    if (denied(file)) {
      throw new SieveException(file + " cannot be read: permission denied");
    }
  }
}
