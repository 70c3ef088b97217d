package dev.crawlsieve.files.input;

import dev.crawlsieve.core.config.InputSettings;
import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.work.SieveException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The pages of several groups of inputs, one after the other. */
public final class PageFeed implements AutoCloseable {

  private final List<InputGroup> groups;
  private final PageInputs inputs;
  private final List<String> firstDamages = new ArrayList<>();

  private PageFeed(List<InputGroup> groups, PageInputs inputs) {
    this.groups = List.copyOf(groups);
    this.inputs = inputs;
  }

  /**
   * Opens all inputs before the first one is read, so that a missing one is reported at once.
   *
   * @throws InputException if an input does not exist or is of an unknown kind
   */
  public static PageFeed open(List<InputGroup> inputs, InputSettings settings)
      throws InputException {
    List<PageInputs.Group> alike =
        inputs.stream()
            .map(group -> new PageInputs.Group(group.paths(), group.baseUrl(), group.references()))
            .toList();
    return new PageFeed(
        inputs,
        PageInputs.of(alike, settings.maxBytes(), Limits.USUAL_INFLATION, settings.fields()));
  }

  /**
   * Checks that inputs can be opened.
   *
   * @throws SieveException if an input cannot be opened
   */
  public static void check(List<InputGroup> inputs, InputSettings settings) {
    try {
      open(inputs, settings).close();
    } catch (InputException e) {
      throw new SieveException(e.getMessage(), e);
    }
  }

  /** The next page, or null at the end. */
  public @Nullable InputPage next() throws InputException {
    return inputs.next();
  }

  /**
   * The next page, or null at the end. An input that cannot be read further is returned as a page
   * with a defect, and reading continues with the other inputs.
   */
  public @Nullable InputPage nextOrDamage() {
    long before = inputs.damaged();
    InputPage page;
    try {
      page = inputs.nextOrDamage();
    } catch (SettingsException e) {
      throw new SieveException(e.getMessage(), e);
    }
    if (inputs.damaged() > before
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
    return groups.get(inputs.group()).reference();
  }

  /** The input that was read last, as the user named it. */
  public String input() {
    return inputs.name();
  }

  /** Everything that {@link #nextOrDamage} could not read so far. */
  public Damages damages() {
    return new Damages(inputs.damaged(), firstDamages);
  }

  /** The inputs so far that had no page, not counting those of a corpus. */
  public Damages empty() {
    List<String> names =
        inputs.empty().stream()
            .filter(empty -> !groups.get(empty.group()).reference())
            .map(empty -> empty.name() + ": there is no page in it")
            .toList();
    return new Damages(names.size(), names.subList(0, Math.min(Damages.TOLD, names.size())));
  }

  /** The share of the inputs that has been read, in [0, 1]; -1 if their size is unknown. */
  public double done() {
    long total = inputs.bytesTotal();
    return total < 0 ? -1 : total == 0 ? 1 : Math.min(1, (double) inputs.bytesRead() / total);
  }

  /** Number of files and records that were skipped because they are not pages, by reason. */
  public Map<String, Long> skipped() {
    return inputs.skipped();
  }

  /** Notes for the user about the inputs read so far; the first ten. */
  public List<String> notes() {
    return inputs.notes();
  }

  @Override
  public void close() throws InputException {
    inputs.close();
  }
}
