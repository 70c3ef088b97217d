package dev.crawlsieve.core.mirror;

import java.util.List;

/**
 * The links of one page to pages of other sites.
 *
 * @param targets URLs as {@link VerdictObserver#normalize} gives them, each once
 */
public record OutLinks(List<String> targets) {

  public OutLinks {
    targets = List.copyOf(targets);
  }
}
