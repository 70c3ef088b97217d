package dev.crawlsieve.measure.eval;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.Page;
import dev.crawlsieve.core.page.UnjudgedPageException;
import dev.crawlsieve.core.work.Progress;
import dev.crawlsieve.files.input.InputException;
import dev.crawlsieve.files.input.InputGroup;
import dev.crawlsieve.files.input.InputPage;
import dev.crawlsieve.files.input.PageFiles;
import dev.crawlsieve.files.input.PageInputs;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.reading.TopicSpan;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Finds pages that the user names: by a file with one page, or by the URL of a page among many. */
public final class PageFinder {

  private final SieveConfig config;
  private final PageFeatureReader reader;
  private final Consumer<String> note;

  /**
   * @param note receives a sentence about each input that is not a page
   */
  public PageFinder(SieveConfig config, Consumer<String> note) {
    this.config = config;
    this.reader = new PageFeatureReader(config);
    this.note = note;
  }

  /**
   * Finds the named pages. A file without a URL gets the one that it would get as part of the input
   * folder that contains it. If there is none, the lowest folder with all named files takes its
   * place, so that two files of the same name are two pages.
   *
   * @param names URLs, and paths of files with one page each
   * @param inputs where to look for pages by URL; null for the topic of pages
   * @throws SieveException if a page is not found, or is not judged because of its type
   */
  public List<PageFeatures> find(
      List<String> names, @Nullable InputGroup inputs, Consumer<Progress> progress) {
    List<String> urls = names.stream().filter(PageFinder::isUrl).toList();
    WantedPages<PageFeatures> wanted =
        new WantedPages<>(reader, page -> features(page, page.url()), urls, note);
    if (!urls.isEmpty() && inputs != null) {
      wanted.read(inputs, config, progress);
    } else if (!urls.isEmpty()) {
      readTopic(wanted);
    }
    List<PageFeatures> found = new ArrayList<>();
    for (String name : names) {
      if (isUrl(name)) {
        String where =
            inputs == null
                ? "on topic '" + config.topics().pages() + "'"
                : "in "
                    + inputs.paths().stream().map(Path::toString).collect(Collectors.joining(", "));
        String url =
            wanted
                .find(name)
                .orElseThrow(() -> new SieveException("there is no page " + name + " " + where));
        found.add(wanted.byUrl().get(url));
      } else {
        found.add(inFile(Path.of(name), base(Path.of(name), names, inputs)));
      }
    }
    return found;
  }

  private static @Nullable String base(Path file, List<String> names, @Nullable InputGroup inputs) {
    Path real = file.toAbsolutePath().normalize();
    for (Path input : inputs == null ? List.<Path>of() : inputs.paths()) {
      Path folder = input.toAbsolutePath().normalize();
      if (Files.isDirectory(folder) && real.startsWith(folder)) {
        return PageFiles.base(file, folder, String.valueOf(folder.getFileName()));
      }
    }
    Path common = real.getParent();
    for (String name : names) {
      if (!isUrl(name)) {
        Path other = Path.of(name).toAbsolutePath().normalize();
        while (common != null && !other.startsWith(common)) {
          common = common.getParent();
        }
      }
    }
    return common == null ? null : PageFiles.base(file, common, "");
  }

  private static boolean isUrl(String name) {
    return name.regionMatches(true, 0, "http://", 0, 7)
        || name.regionMatches(true, 0, "https://", 0, 8);
  }

  private void readTopic(WantedPages<?> wanted) {
    TopicSpan.required(config, config.topics().pages())
        .read(
            next -> {
              try {
                wanted.offer(reader.page(next.key(), next.value()));
              } catch (BadPageException e) {
                note.accept(next.topic() + ", offset " + next.offset() + ": " + e.getMessage());
              }
            });
  }

  /** The features of a page; throws if pages of its type are not compared. */
  private PageFeatures features(Page page, String name) throws BadPageException {
    try {
      return reader.features(reader.steps().ofJudgedType(page));
    } catch (UnjudgedPageException e) {
      throw new SieveException(name + " has no text to compare: " + e.getMessage(), e);
    }
  }

  private PageFeatures inFile(Path file, @Nullable String base) {
    InputGroup group = new InputGroup(List.of(file), base);
    try (PageInputs feed = PageInputs.open(List.of(group), config.inputs())) {
      InputPage only = feed.next();
      if (only == null || feed.next() != null) {
        throw new SieveException(
            file
                + (only == null ? " holds no page" : " holds more than one page")
                + ", but must hold one; use --pages "
                + file
                + " and a URL to select one of many");
      }
      return features(reader.page(only), file.toString());
    } catch (InputException | BadPageException e) {
      throw new SieveException(
          e instanceof BadPageException ? file + ": " + e.getMessage() : e.getMessage(), e);
    }
  }
}
