package dev.crawlsieve.core.mirror;

import java.util.List;

/**
 * The links of one page to pages of other sites.
 *
 * @param targets distinct URLs, normalised by {@link VerdictObserver#normalize}
 */
public record OutLinks(List<String> targets) {

  public OutLinks {
    targets = List.copyOf(targets);
  }
}
