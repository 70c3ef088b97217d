package dev.crawlsieve.lab.bench.rule;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.lab.bench.Bench;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/** Leaves out each condition of the rule in turn, and decides on the same pages again. */
public final class RuleBench implements Bench<List<RuleBench.Row>> {

  /**
   * What one change of the rule changes.
   *
   * @param line of the rule's source
   * @param change what is left out, or the other number
   * @param more pages that are dropped only with the change
   * @param fewer pages that are dropped only without it
   */
  public record Row(long line, String change, Drops more, Drops fewer) {

    /** Whether the condition decides nothing on these pages. */
    public boolean isIdle() {
      return more.pages == 0 && fewer.pages == 0;
    }
  }

  /**
   * Drops, and what readers say of those that they read.
   *
   * @param pages how many
   * @param right of those that were read
   * @param wrong likewise
   * @param some of them, each as two URLs
   */
  public record Drops(int pages, int right, int wrong, List<String> some) {}

  private static final int SOME = 8;

  private final Path rule;
  private final List<Path> fingerprints;
  private final Map<String, String> settings;
  private final Map<String, Boolean> labels;
  private final Consumer<String> progress;
  private volatile boolean closed;

  /**
   * Prepares an ablation.
   *
   * @param rule the rule's source
   * @param fingerprints files, each decided in a lane of its own
   * @param labels files of tab-separated lines: URL of a page, URL of the one that it may copy, 1
   *     (it is a copy), 0 or another label
   * @param settings of the index, by name
   */
  public RuleBench(
      Path rule,
      List<Path> fingerprints,
      List<Path> labels,
      Map<String, String> settings,
      Consumer<String> progress) {
    this.rule = rule;
    this.settings = settings;
    this.fingerprints = fingerprints;
    this.labels = labels(labels);
    this.progress = progress;
  }

  private static Map<String, Boolean> labels(List<Path> files) {
    Map<String, Boolean> labels = new HashMap<>();
    for (Path file : files) {
      for (String line : read(file).split("\n")) {
        String[] fields = line.split("\t");
        if (fields.length > 2 && (fields[2].equals("1") || fields[2].equals("0"))) {
          labels.put(fields[0] + " " + fields[1], fields[2].equals("1"));
        }
      }
    }
    return labels;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new SieveException(file + " cannot be read", e);
    }
  }

  @Override
  public List<Row> run() {
    String source = read(rule);
    List<String> today = decide(source);
    List<RuleMutants.Mutant> mutants = RuleMutants.of(source);
    List<Row> rows = new ArrayList<>();
    for (RuleMutants.Mutant mutant : mutants) {
      if (closed) {
        break;
      }
      progress.accept((rows.size() + 1) + " of " + mutants.size() + ": " + mutant.change());
      List<String> changed = decide(mutant.source());
      rows.add(
          new Row(mutant.line(), mutant.change(), onlyIn(changed, today), onlyIn(today, changed)));
    }
    return rows;
  }

  @SuppressWarnings("unchecked") // of the same class, loaded once more
  private List<String> decide(String source) {
    try {
      return ((BiFunction<Map<String, String>, List<Path>, List<String>>)
              MutantLoader.of(source)
                  .loadClass(Decisions.class.getName())
                  .getDeclaredConstructor()
                  .newInstance())
          .apply(settings, fingerprints);
    } catch (ReflectiveOperationException e) {
      throw new SieveException("the changed rule cannot be loaded", e);
    }
  }

  private Drops onlyIn(List<String> these, List<String> others) {
    int pages = 0;
    int right = 0;
    int wrong = 0;
    List<String> some = new ArrayList<>();
    for (int i = 0; i < these.size(); i += 2) {
      if (these.get(i + 1).isEmpty() || !others.get(i + 1).isEmpty()) {
        continue;
      }
      pages++;
      String pair = these.get(i) + " " + these.get(i + 1);
      Boolean label = labels.get(pair);
      right += label != null && label ? 1 : 0;
      wrong += label != null && !label ? 1 : 0;
      if (some.size() < SOME) {
        some.add(pair);
      }
    }
    return new Drops(pages, right, wrong, some);
  }

  @Override
  public void close() {
    closed = true;
  }
}
