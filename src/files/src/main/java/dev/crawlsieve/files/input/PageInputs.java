package dev.crawlsieve.files.input;

import dev.crawlsieve.core.config.InputSettings;
import dev.crawlsieve.core.config.PageFields;
import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.failure.SieveException;
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

  /** The kinds of files that are read, for people. */
  public static final String KINDS = FileKind.names(kind -> true);

  /** The kinds of files that hold pages and are looked for in folders, for people. */
  public static final String KINDS_OF_PAGES = FileKind.names(FileKind::ofPages);

  private final PageSequence inputs;
  private final List<String> firstDamages = new ArrayList<>();
  private final List<String> empty = new ArrayList<>(); // not of a corpus
  private final ReadCounts counts = new ReadCounts();
  private long bytesTotal;
  private boolean reference;

  PageInputs(List<InputGroup> groups, Limits limits, PageFields fields, InputStream stdin)
      throws InputException {
    List<Part> parts = new ArrayList<>();
    for (InputGroup alike : groups) {
      ensureUrl(alike.baseUrl());
      Reading how =
          new Reading(
              alike.baseUrl(), alike.references(), limits, counts, stdin, fields, null, false);
      Map<Path, String> names = InputNames.of(alike.paths());
      for (Path path : alike.paths()) {
        InputFile file = InputFile.check(path, alike);
        if (file.note() != null) {
          counts.note(file.note());
        }
        if (file.isStdin() && alike.references() != null) {
          throw References.refuse(file.name());
        }
        bytesTotal = bytesTotal < 0 || file.isStdin() ? -1 : bytesTotal + file.bytes();
        parts.add(
            new Part(
                file.name(),
                () -> {
                  reference = alike.reference();
                  return file.open(how.called(names.get(path)));
                }));
      }
    }
    inputs = new PageSequence(parts.iterator(), this::noteEmpty);
  }

  private void noteEmpty(String name) {
    if (!reference) {
      empty.add(name + ": there is no page in it");
    }
  }

  private static void ensureUrl(@Nullable String baseUrl) throws InputException {
    if (baseUrl != null && !baseUrl.matches("(?i)https?://[^\\s/?#]+[^\\s?#]*")) {
      throw new InputException(
          "the base URL is '" + baseUrl + "', must begin with http:// or https:// and a host");
    }
  }

  /**
   * Opens all inputs before the first one is read, so that a missing one is reported at once.
   *
   * @throws InputException if an input is missing, unreadable, or a folder without pages, or if a
   *     base URL is not a valid http or https URL
   */
  public static PageInputs open(List<InputGroup> groups, InputSettings settings)
      throws InputException {
    return of(groups, settings.maxBytes(), Limits.USUAL_INFLATION, settings.fields());
  }

  /**
   * Checks that inputs can be opened.
   *
   * @throws SieveException if an input cannot be opened
   */
  public static void check(List<InputGroup> groups, InputSettings settings) {
    try {
      open(groups, settings).close();
    } catch (InputException e) {
      throw new SieveException(e.getMessage(), e);
    }
  }

  /**
   * Opens inputs whose files get URLs under {@code http://localhost/}.
   *
   * @param maxBytes largest page accepted, in bytes; a larger one is returned with a defect
   * @throws InputException if an input is missing, unreadable, or a folder without pages
   */
  public static PageInputs open(List<Path> inputs, int maxBytes) throws InputException {
    return open(List.of(new InputGroup(inputs, null)), new InputSettings(maxBytes, PageFields.OWN));
  }

  /**
   * The same, with a limit on the output of compressed inputs.
   *
   * @param maxInflation how many times its size a compressed input may grow to; one that grows
   *     further, and beyond 64 MiB, cannot be read to its end
   */
  public static PageInputs of(
      List<InputGroup> groups, int maxBytes, int maxInflation, PageFields fields)
      throws InputException {
    return new PageInputs(groups, new Limits(maxBytes, maxInflation), fields, System.in);
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
   * a page with a defect, and reading continues with the other inputs.
   */
  public @Nullable InputPage nextOrDamage() {
    long before = counts.damaged();
    InputPage page;
    try {
      page = inputs.nextOrDamage(counts);
    } catch (SettingsException e) {
      throw new SieveException(e.getMessage(), e);
    }
    if (counts.damaged() > before
        && firstDamages.size() < Damages.TOLD
        && page != null
        && page.defect() != null) {
      boolean named = page.defect().startsWith(page.origin());
      firstDamages.add(named ? page.defect() : page.origin() + ": " + page.defect());
    }
    return page;
  }

  /** Whether the page that was returned last belongs to a corpus that is only compared with. */
  public boolean reference() {
    return reference;
  }

  /** The input read last, as the user named it. */
  public String name() {
    return inputs.name();
  }

  /**
   * Everything that {@link #nextOrDamage} could not read so far: inputs, and stretches of inputs.
   * An {@link InputException} is not included.
   */
  public Damages damages() {
    return new Damages(counts.damaged(), firstDamages);
  }

  /** The inputs so far that had no page, not counting those of a corpus. */
  public Damages empty() {
    return new Damages(empty.size(), empty.subList(0, Math.min(Damages.TOLD, empty.size())));
  }

  /** The share of the inputs that has been read, in [0, 1]; -1 if their size is unknown. */
  public double done() {
    return bytesTotal < 0
        ? -1
        : bytesTotal == 0 ? 1 : Math.min(1, (double) bytesRead() / bytesTotal);
  }

  /** Bytes of the stored files read so far. */
  public long bytesRead() {
    return counts.bytesRead();
  }

  /** Total size of the stored files in bytes, or -1 if standard input is among them. */
  long bytesTotal() {
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

  @Override
  public void close() throws InputException {
    try {
      inputs.close();
    } catch (IOException e) {
      throw new InputException(name() + " cannot be closed: " + e.getMessage(), e);
    }
  }
}
