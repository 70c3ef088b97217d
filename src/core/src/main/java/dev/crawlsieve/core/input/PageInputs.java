package dev.crawlsieve.core.input;

import dev.crawlsieve.core.input.PageSequence.Part;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Reads pages from a user's files, in the order given: JSONL, WARC, WET and ARC (also .gz, .zst),
 * WACZ, HTML files, zip and jar, folders of all of these except the last two, and {@code -} for
 * standard input (JSONL, HTML or an archive).
 *
 * <p>Everything is returned as page events ({@code topology.md}, "A page event"). A file without a
 * URL of its own gets {@code http://localhost/NAME/PATH}, where NAME is the name of the folder or
 * archive, or the base URL plus PATH if a base is given. Not thread-safe.
 */
public final class PageInputs implements AutoCloseable {

  private final PageSequence inputs;
  private final Progress progress;
  private final long bytesTotal;

  private PageInputs(List<InputFile> files, Reading how) {
    this.inputs =
        new PageSequence(
            files.stream().map(file -> new Part(file.name(), () -> file.open(how))).iterator());
    this.progress = how.progress();
    boolean unknown = files.stream().anyMatch(InputFile::isStdin);
    this.bytesTotal = unknown ? -1 : files.stream().mapToLong(InputFile::bytes).sum();
  }

  /**
   * Opens inputs whose files get URLs under {@code http://localhost/}.
   *
   * @param maxBytes largest page accepted, in bytes; a larger one is returned with a defect
   * @throws InputException if an input is missing, unreadable, or a folder without pages
   */
  public static PageInputs open(List<Path> inputs, int maxBytes) throws InputException {
    return open(inputs, maxBytes, null);
  }

  /**
   * Opens inputs whose files get URLs under a base.
   *
   * @param maxBytes largest page accepted, in bytes; a larger one is returned with a defect
   * @param baseUrl an http or https URL, or null for {@code http://localhost/NAME/}
   * @throws InputException if an input is missing, unreadable, or a folder without pages, or if the
   *     base is not a valid http or https URL
   */
  public static PageInputs open(List<Path> inputs, int maxBytes, String baseUrl)
      throws InputException {
    return open(inputs, maxBytes, baseUrl, System.in);
  }

  /**
   * Opens inputs with a limit on the output of compressed ones.
   *
   * @param maxBytes largest page accepted, in bytes; a larger one is returned with a defect
   * @param maxInflation how many times its size a compressed input may grow to; one that grows
   *     further, and beyond 64 MiB, cannot be read to its end
   * @param baseUrl an http or https URL, or null for {@code http://localhost/NAME/}
   * @param references how events refer to the records of archives, or null if they hold the bodies
   * @throws InputException if an input is missing, unreadable, or a folder without pages, or if the
   *     base is not a valid http or https URL
   */
  public static PageInputs open(
      List<Path> inputs, int maxBytes, int maxInflation, String baseUrl, References references)
      throws InputException {
    return open(inputs, new Limits(maxBytes, maxInflation), baseUrl, System.in, references);
  }

  static PageInputs open(List<Path> inputs, int maxBytes, String baseUrl, InputStream stdin)
      throws InputException {
    return open(inputs, new Limits(maxBytes), baseUrl, stdin, null);
  }

  /** {@return whether a file in a folder is read as an archive of pages, by its name} */
  public static boolean isArchive(String file) {
    return InputFile.isArchive(file);
  }

  private static PageInputs open(
      List<Path> inputs, Limits limits, String baseUrl, InputStream stdin, References references)
      throws InputException {
    if (baseUrl != null && !baseUrl.matches("(?i)https?://[^\\s/?#]+[^\\s?#]*")) {
      throw new InputException(
          "the base URL is '" + baseUrl + "', must begin with http:// or https:// and a host");
    }
    List<InputFile> files = new ArrayList<>();
    for (Path input : inputs) {
      files.add(InputFile.check(input));
    }
    if (references != null && files.stream().anyMatch(InputFile::isStdin)) {
      throw References.refuse("standard input");
    }
    return new PageInputs(files, new Reading(baseUrl, references, limits, new Progress(), stdin));
  }

  /**
   * The next page, or null after the last one.
   *
   * @throws InputException if the input cannot be read to its end, after everything readable was
   *     returned; the next call continues with the next input
   */
  public InputPage next() throws InputException {
    return inputs.next();
  }

  /** The input read last, as the user named it. */
  public String name() {
    return inputs.name();
  }

  /** Bytes of the stored files read so far. */
  public long bytesRead() {
    return progress.bytesRead();
  }

  /** Total size of the stored files in bytes, or -1 if standard input is among them. */
  public long bytesTotal() {
    return bytesTotal;
  }

  /** Number of files, entries and records that were skipped, by reason. */
  public Map<String, Long> skipped() {
    return progress.skipped();
  }

  /**
   * Number of stretches of the inputs that could not be read, each of which was returned as a page
   * with a defect. An {@link InputException} is not included.
   */
  public long damaged() {
    return progress.damaged();
  }

  @Override
  public void close() throws InputException {
    try {
      inputs.close();
    } catch (IOException e) {
      throw new InputException(name() + " cannot be closed: " + e.getMessage(), e);
    }
  }
}
