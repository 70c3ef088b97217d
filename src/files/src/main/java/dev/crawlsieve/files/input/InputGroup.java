package dev.crawlsieve.files.input;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Inputs whose pages share a base URL.
 *
 * @param paths files and folders, read in this order
 * @param baseUrl prefix of the URLs of pages that have none of their own, or null
 * @param references how events refer to the records of archives, or null if they hold the bodies
 * @param reference whether its pages are a corpus that is only compared with
 * @param out the folder that the output goes to, which is not read if one of the folders contains
 *     it; null if there is none
 */
public record InputGroup(
    List<Path> paths,
    @Nullable String baseUrl,
    @Nullable References references,
    boolean reference,
    @Nullable Path out) {

  public InputGroup {
    paths = List.copyOf(paths);
  }

  /** Inputs without a folder for the output. */
  public InputGroup(
      List<Path> paths,
      @Nullable String baseUrl,
      @Nullable References references,
      boolean reference) {
    this(paths, baseUrl, references, reference, null);
  }

  /**
   * Pages of a crawl whose events hold the bodies.
   *
   * @param paths files and folders, read in this order
   * @param baseUrl prefix of the URLs of pages that have none of their own, or null
   */
  public InputGroup(List<Path> paths, @Nullable String baseUrl) {
    this(paths, baseUrl, null, false);
  }

  /** The same inputs, as a corpus that is only compared with. */
  public InputGroup asReference() {
    return new InputGroup(paths, baseUrl, references, true, out);
  }

  /** The same inputs, without the folder that the output goes to. */
  public InputGroup without(Path out) {
    return new InputGroup(paths, baseUrl, references, reference, out);
  }

  /**
   * The folder that the output goes to, with all links resolved, if it is in another folder, or is
   * it.
   *
   * @param folder an input, with all links resolved
   * @return null if it is elsewhere, or does not exist
   */
  @Nullable Path outIn(Path folder) throws IOException {
    Path real = out == null || !Files.exists(out) ? null : out.toRealPath();
    return real == null || !real.startsWith(folder) ? null : real;
  }

  /** Says what becomes of the folder that the output goes to, which is in an input, or is it. */
  String note(boolean itself) {
    return "the folder "
        + out
        + (itself
            ? " (--out) is an input, too: what this run leaves there, the next one reads"
            : " (--out) lies inside the input; it is not read");
  }
}
