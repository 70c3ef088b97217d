package dev.crawlsieve.core.work;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Recognises failures that the machine's set-up causes, and says what to set. */
public final class Surroundings {

  private static final String OTHER_FOLDER = "JAVA_OPTS=-Djava.io.tmpdir=DIR names another folder";

  private static final int LEAST_HEAP_MB = 512;

  /** How RocksDB and zstd-jni report that they could not unpack their library. */
  private static final Pattern NOT_UNPACKED =
      Pattern.compile("Unable to load the RocksDB shared library|.*Cannot unpack lib.*");

  /** How the JVM and its library report the lack of heap, and an array longer than any can be. */
  private static final Pattern FULL_HEAP =
      Pattern.compile("Java heap space.*|GC overhead limit exceeded");

  private static final Pattern TOO_LONG =
      Pattern.compile("Requested array size exceeds VM limit|Required (array )?(length|size) .*");

  /** How POSIX systems report the lack of descriptors. */
  private static final String TOO_MANY_FILES = "Too many open files";

  private static final Pattern REASON = Pattern.compile(".*: (.+)");

  private Surroundings() {}

  /**
   * What to tell the user if a failure comes from too little memory, from too few open files, or
   * from a folder for temporary files that native libraries cannot be loaded from; else null.
   */
  public static @Nullable String sentence(Throwable failure) {
    String sentence = null;
    for (Throwable cause : Causes.of(failure)) {
      if (cause instanceof OutOfMemoryError error) {
        return memory(error);
      }
      String message = firstLine(cause);
      if (message.contains(TOO_MANY_FILES)) {
        return "the process may not open more files (%s): raise its limit, with 'ulimit -n' or LimitNOFILE; 65536 is enough"
            .formatted(TOO_MANY_FILES);
      }
      if (cause instanceof UnsatisfiedLinkError) {
        sentence = library(message);
      } else if (NOT_UNPACKED.matcher(message).matches()) {
        sentence = notLoaded(Causes.root(cause));
      }
    }
    return sentence;
  }

  /** Describes that a temporary folder or file cannot be created. */
  static String noTemporary(Exception e) {
    return "no temporary folder can be created in %s (%s): it must exist and be writable; %s"
        .formatted(temporary(), reason(e.toString()), OTHER_FOLDER);
  }

  /** Null if it is not due to lack of memory. */
  private static @Nullable String memory(OutOfMemoryError error) {
    String message = firstLine(error);
    if (TOO_LONG.matcher(message).matches()) {
      return null; // no heap is large enough for it
    } else if (!FULL_HEAP.matcher(message).matches()) {
      return "the process may not have what it needs (%s): raise its limits".formatted(message);
    }
    long heap = Runtime.getRuntime().maxMemory() >> 20;
    return String.format(
        Locale.ROOT,
        "the heap of %,d MB is too small (%s): JAVA_OPTS=-Xmx%dm makes it larger",
        heap,
        message,
        Math.max(LEAST_HEAP_MB, 2 * heap));
  }

  private static String library(String message) {
    return message.contains(temporary())
        ? notLoaded(message)
        : "a native library cannot be loaded: " + message;
  }

  private static String notLoaded(String message) {
    return "native libraries cannot be loaded from the folder for temporary files, %s (%s): it must"
            .formatted(temporary(), reason(message))
        + " exist, be writable and let programs run from it; "
        + OTHER_FOLDER;
  }

  private static String temporary() {
    return System.getProperty("java.io.tmpdir");
  }

  private static String reason(String message) {
    Matcher reason = REASON.matcher(message);
    return reason.lookingAt() ? reason.group(1) : message;
  }

  private static String firstLine(Throwable cause) {
    return String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
  }
}
