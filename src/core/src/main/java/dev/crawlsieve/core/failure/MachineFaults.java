package dev.crawlsieve.core.failure;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Recognises failures that are caused by the machine's set-up, and says what to change. */
public final class MachineFaults {

  private static final String OTHER_FOLDER = "JAVA_OPTS=-Djava.io.tmpdir=DIR names another folder";

  private static final int LEAST_HEAP_MB = 512;

  /** How RocksDB and zstd-jni report that they cannot unpack their library. */
  private static final Pattern NOT_UNPACKED =
      Pattern.compile("Unable to load the RocksDB shared library|.*Cannot unpack lib.*");

  /**
   * How the JVM and its library report a full heap; {@link #TOO_LONG}: an array longer than any can
   * be.
   */
  private static final Pattern FULL_HEAP =
      Pattern.compile("Java heap space.*|GC overhead limit exceeded");

  private static final Pattern TOO_LONG =
      Pattern.compile("Requested array size exceeds VM limit|Required (array )?(length|size) .*");

  /** How POSIX systems report that file descriptors have run out. */
  private static final String TOO_MANY_FILES = "Too many open files";

  private static final Pattern REASON = Pattern.compile(".*: (.+)");

  private MachineFaults() {}

  /**
   * The sentence for the user if a failure is caused by too little memory, by a low limit on open
   * files, or by a folder for temporary files from which native libraries cannot be loaded;
   * otherwise null.
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

  /** The sentence for the user if a temporary folder or file cannot be created. */
  public static String noTemporary(Exception e) {
    return "no temporary folder can be created in %s (%s): it must exist and be writable; %s"
        .formatted(temporary(), reason(e.toString()), OTHER_FOLDER);
  }

  /** The sentence for an error of memory; null if no amount of memory would help. */
  private static @Nullable String memory(OutOfMemoryError error) {
    String message = firstLine(error);
    if (TOO_LONG.matcher(message).matches()) {
      return null; // no heap is large enough
    } else if (!FULL_HEAP.matcher(message).matches()) {
      return "the process may not have what it needs (%s): raise its limits".formatted(message);
    }
    long heap = Runtime.getRuntime().maxMemory() >> 20;
    return String.format(
        Locale.ROOT,
        "the heap of %,d MiB is too small (%s): JAVA_OPTS=-Xmx%dm makes it larger",
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
