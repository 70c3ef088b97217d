package dev.crawlsieve.stream.feed;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.folder.Folders;
import dev.crawlsieve.files.input.InputException;
import dev.crawlsieve.files.input.InputGroup;
import dev.crawlsieve.files.input.InputPage;
import dev.crawlsieve.files.input.PageInputs;
import dev.crawlsieve.stream.config.SieveConfig;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.zip.GZIPOutputStream;

/**
 * Real pages on which to try the sieve: the documentation of a few libraries, each in two adjacent
 * versions. They are fetched from Maven Central once, and cached.
 */
public final class SamplePages {

  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final Path cache;
  private final MavenCentral central;

  /**
   * @param cache folder that keeps the files
   */
  public SamplePages(Path cache) {
    this(cache, new MavenCentral(MavenCentral.URL, PATIENCE));
  }

  SamplePages(Path cache, MavenCentral central) {
    this.cache = cache.toAbsolutePath();
    this.central = central;
  }

  /**
   * The default folder: {@code $CRAWLSIEVE_QUICKSTART_DIR}, or {@code crawlsieve/quickstart} in the
   * user's cache folder.
   */
  public static Path usualCache(Map<String, String> environment) {
    String own = environment.getOrDefault("CRAWLSIEVE_QUICKSTART_DIR", "");
    if (!own.isEmpty()) {
      return Path.of(own);
    }
    return userCache(environment).resolve("quickstart");
  }

  /** This program's folder in the user's cache folder. */
  public static Path userCache(Map<String, String> environment) {
    String caches = environment.getOrDefault("XDG_CACHE_HOME", "");
    // Java's user.home comes from the system's list of users; $HOME may differ, and takes
    // precedence here.
    String home = environment.getOrDefault("HOME", "");
    String own = home.isEmpty() ? System.getProperty("user.home") : home;
    return (caches.isEmpty() ? Path.of(own, ".cache") : Path.of(caches)).resolve("crawlsieve");
  }

  /**
   * The sample pages, fetched if necessary.
   *
   * @param note receives a sentence before anything that takes time
   * @throws SieveException if they cannot be fetched
   */
  public List<InputGroup> get(Consumer<String> note) {
    List<JavadocJar> missing =
        JavadocJar.SAMPLES.stream()
            .filter(jar -> !Files.isRegularFile(cache.resolve(jar.file())))
            .toList();
    if (!missing.isEmpty()) {
      fetch(missing, note);
    }
    return JavadocJar.SAMPLES.stream().map(jar -> jar.pagesIn(cache)).toList();
  }

  /**
   * Writes the pages of one library as JSONL, for the commands in the documents.
   *
   * @param pages the result of {@link #get}, whose last two groups are versions of one library
   * @param file the file to create; it is compressed
   * @return the number of pages written
   * @throws IOException if the file exists or cannot be written
   * @throws InputException if the pages cannot be read
   */
  public static int write(List<InputGroup> pages, Path file) throws IOException, InputException {
    List<InputGroup> library = pages.subList(pages.size() - 2, pages.size());
    int written = 0;
    try (PageInputs feed = PageInputs.open(library, SieveConfig.of(Map.of()).inputs());
        OutputStream out =
            new GZIPOutputStream(Files.newOutputStream(file, StandardOpenOption.CREATE_NEW))) {
      for (InputPage page = feed.next(); page != null; page = feed.next()) {
        out.write(page.value());
        out.write('\n');
        written++;
      }
    }
    return written;
  }

  private void fetch(List<JavadocJar> missing, Consumer<String> note) {
    Path arrivals = null;
    try {
      Files.createDirectories(cache);
      // A file gets its final name in the cache only once it is complete.
      arrivals = Files.createTempDirectory(cache, "fetching-");
      note.accept("fetching " + missing.size() + " files of sample pages from Maven Central, once");
      for (JavadocJar jar : missing) {
        central.fetch(jar, arrivals);
      }
      for (JavadocJar jar : missing) {
        Files.move(
            arrivals.resolve(jar.file()),
            cache.resolve(jar.file()),
            StandardCopyOption.REPLACE_EXISTING);
      }
    } catch (IOException e) {
      throw new SieveException(
          "the folder for sample pages, "
              + cache
              + ", cannot be written: "
              + (e instanceof AccessDeniedException ? "permission denied" : e)
              + "; name another with --cache or CRAWLSIEVE_QUICKSTART_DIR",
          e);
    } finally {
      if (arrivals != null) {
        Folders.remove(arrivals);
      }
    }
  }
}
