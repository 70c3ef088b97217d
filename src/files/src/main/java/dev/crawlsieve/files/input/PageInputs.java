package dev.crawlsieve.files.input;

import dev.crawlsieve.core.config.PageFields;
import dev.crawlsieve.files.input.PageSequence.Part;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads pages from a user's files, in the order given: {@link #KINDS}, folders of these except zip
 * and jar, and {@code -} for standard input. Symbolic links, devices and FIFOs are read only if
 * they are named, not if they are in a folder.
 *
 * <p>Everything is returned as page events ({@code topology.md}, "A page event"). A file without a
 * URL of its own gets {@code http://localhost/NAME/PATH}, where NAME is the name of the folder or
 * zip; or, if a base URL is given, that URL followed by PATH. If inputs have the same name, NAME
 * begins with the folders that tell them apart ({@link InputNames}). Not thread-safe.
 */
public final class PageInputs implements AutoCloseable {

  /**
   * Inputs that are read in the same way.
   *
   * @param paths files and folders, read in this order
   * @param baseUrl an http or https URL, or null for {@code http://localhost/NAME/}
   * @param references how events refer to the records of archives, or null if they hold the bodies
   */
  public record Group(
      List<Path> paths, @Nullable String baseUrl, @Nullable References references) {}

  /**
   * An input that was read and had no page.
   *
   * @param group number of its group
   * @param name its name as the user gave it
   */
  public record Empty(int group, String name) {}

  /** The kinds of files that are read, for people. */
  public static final String KINDS = Kind.names(kind -> true);

  /** The kinds of files that hold pages and are looked for in folders, for people. */
  public static final String KINDS_OF_PAGES = Kind.names(Kind::ofPages);

  private final PageSequence inputs;
  private final List<Empty> empty = new ArrayList<>();
  private final ReadCounts counts = new ReadCounts();
  private long bytesTotal;
  private int group;

  private PageInputs(List<Group> groups, Limits limits, PageFields fields, InputStream stdin)
      throws InputException {
    List<Part> parts = new ArrayList<>();
    for (int i = 0; i < groups.size(); i++) {
      int number = i;
      Group alike = groups.get(i);
      ensureUrl(alike.baseUrl());
      Reading how =
          new Reading(
              alike.baseUrl(), alike.references(), limits, counts, stdin, fields, null, false);
      Map<Path, String> names = InputNames.of(alike.paths());
      for (Path path : alike.paths()) {
        InputFile file = InputFile.check(path);
        if (file.isStdin() && alike.references() != null) {
          throw References.refuse(file.name());
        }
        bytesTotal = bytesTotal < 0 || file.isStdin() ? -1 : bytesTotal + file.bytes();
        parts.add(
            new Part(
                file.name(),
                () -> {
                  group = number;
                  return file.open(how.called(names.get(path)));
                }));
      }
    }
    inputs = new PageSequence(parts.iterator(), name -> empty.add(new Empty(group, name)));
  }

  private static void ensureUrl(@Nullable String baseUrl) throws InputException {
    if (baseUrl != null && !baseUrl.matches("(?i)https?://[^\\s/?#]+[^\\s?#]*")) {
      throw new InputException(
          "the base URL is '" + baseUrl + "', must begin with http:// or https:// and a host");
    }
  }

  /**
   * Opens inputs whose files get URLs under {@code http://localhost/}.
   *
   * @param maxBytes largest page accepted, in bytes; a larger one is returned with a defect
   * @throws InputException if an input is missing, unreadable, or a folder without pages
   */
  public static PageInputs open(List<Path> inputs, int maxBytes) throws InputException {
    Group alike = new Group(inputs, null, null);
    return of(List.of(alike), maxBytes, Limits.USUAL_INFLATION, PageFields.OWN);
  }

  /**
   * Opens groups of inputs with a limit on the output of compressed ones, and names of fields.
   *
   * @param maxBytes largest page accepted, in bytes; a larger one is returned with a defect
   * @param maxInflation how many times its size a compressed input may grow to; one that grows
   *     further, and beyond 64 MiB, cannot be read to its end
   * @param fields the names of the fields of page events
   * @throws InputException if an input is missing, unreadable, or a folder without pages, or if a
   *     base URL is not a valid http or https URL
   */
  public static PageInputs of(List<Group> groups, int maxBytes, int maxInflation, PageFields fields)
      throws InputException {
    return new PageInputs(groups, new Limits(maxBytes, maxInflation), fields, System.in);
  }

  static PageInputs of(List<Group> groups, int maxBytes, InputStream stdin) throws InputException {
    return new PageInputs(groups, new Limits(maxBytes), PageFields.OWN, stdin);
  }

  /** {@return whether a file in a folder holds pages rather than being one, judged by its name} */
  public static boolean isFileOfPages(String file) {
    return InputFile.isFileOfPages(file);
  }

  /**
   * The next page, or null after the last one.
   *
   * @throws InputException if the input cannot be read to its end, after everything readable was
   *     returned; the next call continues with the next input
   */
  public @Nullable InputPage next() throws InputException {
    return inputs.next();
  }

  /**
   * The next page, or null after the last one. An input that cannot be read further is returned as
   * a page with a defect.
   */
  public @Nullable InputPage nextOrDamage() {
    return inputs.nextOrDamage(counts);
  }

  /** Number of the group that was read last. */
  public int group() {
    return group;
  }

  /** The input read last, as the user named it. */
  public String name() {
    return inputs.name();
  }

  /** The inputs so far that had no page. */
  public List<Empty> empty() {
    return List.copyOf(empty);
  }

  /** Bytes of the stored files read so far. */
  public long bytesRead() {
    return counts.bytesRead();
  }

  /** Total size of the stored files in bytes, or -1 if standard input is among them. */
  public long bytesTotal() {
    return bytesTotal;
  }

  /** Number of files, entries and records that were skipped, by reason. */
  public Map<String, Long> skipped() {
    return counts.skipped();
  }

  /** Notes for the user about the inputs read so far; the first ten. */
  public List<String> notes() {
    return List.copyOf(counts.notes());
  }

  /**
   * Number of inputs and stretches of inputs that could not be read. Each was returned as a page
   * with a defect. An {@link InputException} is not included.
   */
  public long damaged() {
    return counts.damaged();
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
