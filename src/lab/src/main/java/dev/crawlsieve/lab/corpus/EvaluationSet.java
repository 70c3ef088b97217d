package dev.crawlsieve.lab.corpus;

import dev.crawlsieve.core.work.Progress;
import dev.crawlsieve.core.work.SieveException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.feed.InputGroup;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Consumer;

/** Writes a labelled evaluation set made from the user's own pages. */
public final class EvaluationSet {

  /** File of the pages, as JSON page events. */
  public static final String PAGES = "pages.jsonl";

  /** File of the labels. */
  public static final String TRUTH = "truth.tsv";

  /** File of the labels with kinds. */
  public static final String KINDS = "kinds.tsv";

  /**
   * What the set is made from.
   *
   * @param pages real pages
   * @param every n, to use every nth of them, at least 1
   * @param versions pairs of an older and a newer release of the same documents, one after the
   *     other; an even number of paths
   */
  public record Sources(InputGroup pages, int every, List<Path> versions) {

    public Sources {
      versions = List.copyOf(versions);
    }
  }

  /**
   * The size of the set.
   *
   * @param read pages read
   * @param pages pages written
   * @param pairs pairs written
   */
  public record Size(long read, int pages, int pairs) {}

  private final SieveConfig config;
  private final GeneratorSettings settings;

  public EvaluationSet(SieveConfig config, GeneratorSettings settings) {
    this.config = config;
    this.settings = settings;
  }

  /**
   * Writes the set.
   *
   * @param overwrite whether an earlier set in the folder may be replaced
   * @throws SieveException if the inputs cannot be read, or the folder cannot be written
   */
  public Size write(Sources sources, Path dir, boolean overwrite, Consumer<Progress> progress) {
    if (!overwrite && Files.exists(dir.resolve(PAGES))) {
      throw new SieveException(dir + " holds an evaluation set; --force replaces it");
    }
    try (SourcePages pages = new SourcePages(config, sources.pages(), sources.every(), progress)) {
      Files.createDirectories(dir);
      try (Writer events = Files.newBufferedWriter(dir.resolve(PAGES));
          Writer truth = Files.newBufferedWriter(dir.resolve(TRUTH));
          Writer kinds = Files.newBufferedWriter(dir.resolve(KINDS))) {
        EvaluationSetWriter out = new EvaluationSetWriter(events, truth, kinds);
        EvaluationSetGenerator.generate(settings, pages, new Releases(sources.versions()), out);
        return new Size(pages.pages(), out.pages(), out.pairs());
      }
    } catch (IOException e) {
      throw new SieveException("the evaluation set in " + dir + " cannot be written: " + e, e);
    }
  }

  /** The pairs of all releases, each release opened when its turn comes. */
  private final class Releases implements Iterator<VersionPair> {

    /** The most pairs per two releases: more would be too many pages of one kind. */
    private static final int MOST = 150;

    private final List<Path> paths;
    private VersionPages current;
    private int opened;

    Releases(List<Path> paths) {
      this.paths = paths;
    }

    @Override
    public boolean hasNext() {
      while (current == null || !current.hasNext()) {
        if (current != null) {
          current.close();
        }
        if (2 * opened + 1 >= paths.size()) {
          return false;
        }
        current =
            new VersionPages(
                config, paths.get(2 * opened), paths.get(2 * opened + 1), opened + 1, MOST);
        opened++;
      }
      return true;
    }

    @Override
    public VersionPair next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      return current.next();
    }
  }
}
