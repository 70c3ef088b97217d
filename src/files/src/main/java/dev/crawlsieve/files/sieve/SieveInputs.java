package dev.crawlsieve.files.sieve;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.files.input.InputGroup;
import dev.crawlsieve.files.input.InputIdentity;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The inputs of a sieve, in the order in which they are read.
 *
 * @param sieved corpora from earlier sieves, whose fingerprints are known
 * @param groups other inputs: corpora, then the crawl
 */
public record SieveInputs(List<SievedPages> sieved, List<InputGroup> groups) {

  public SieveInputs {
    sieved = List.copyOf(sieved);
    groups = List.copyOf(groups);
  }

  /**
   * A crawl and the corpus that it is compared with. Folders of earlier sieves come first. If their
   * fingerprints were made with other settings, the pages that they kept are read again.
   *
   * @param against folders of earlier sieves, and other inputs
   * @throws SieveException if a folder of an earlier sieve cannot be read
   */
  public static SieveInputs of(List<InputGroup> crawl, List<Path> against, SieveSettings settings) {
    List<SievedPages> sieved = new ArrayList<>();
    List<Path> unfit = new ArrayList<>();
    List<Path> others = new ArrayList<>();
    for (Path path : against) {
      SieveFolder.ensureComplete(new SieveFolder(path).verdicts());
      if (!SievedPages.stands(path)) {
        others.add(path);
      } else if (SievedPages.fits(path, settings)) {
        sieved.add(new SievedPages(path, settings));
      } else {
        unfit.add(kept(path));
      }
    }
    unfit.addAll(others);
    List<InputGroup> groups = new ArrayList<>();
    if (!unfit.isEmpty()) {
      groups.add(new InputGroup(unfit, null).asReference());
    }
    groups.addAll(crawl);
    return new SieveInputs(sieved, groups);
  }

  /** The same inputs, without the folder that the output goes to, if one of them contains it. */
  public SieveInputs without(Path out) {
    return new SieveInputs(sieved, groups.stream().map(group -> group.without(out)).toList());
  }

  /**
   * Identifies these inputs.
   *
   * @throws SieveException if an input cannot be read
   */
  InputIdentity identity() {
    List<InputGroup> all = new ArrayList<>();
    sieved.forEach(folder -> all.add(new InputGroup(folder.files(), null)));
    all.addAll(groups);
    return InputIdentity.of(all, null);
  }

  private static Path kept(Path folder) {
    Path kept = new SieveFolder(folder).unique();
    if (!Files.isRegularFile(kept)) {
      throw new SieveException(
          ("the fingerprints in %s were made with other settings (perhaps another"
                  + " fingerprint.seed), and its kept pages cannot be read again: there is no file"
                  + " %s")
              .formatted(folder, kept));
    }
    return kept;
  }
}
