package dev.crawlsieve.watch.live;

import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.sites.mirror.Finding;
import dev.crawlsieve.sites.mirror.KnownMirrors;
import dev.crawlsieve.sites.mirror.Mirror;
import dev.crawlsieve.sites.mirror.UrlRules;
import dev.crawlsieve.sites.mirror.VerdictObserver;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The URL rules and aliases of all sites that are declared now. They tell which parts of a URL make
 * no difference. Thread-safe.
 */
final class DeclaredRules {

  private final Map<String, Finding> declared = new HashMap<>();
  private UrlRules rules = new UrlRules(List.of());
  private boolean changed;

  /** Adds a finding; it replaces an earlier one with the same key. */
  synchronized void take(Finding finding) {
    if (finding instanceof Mirror mirror && !mirror.alias()) {
      return;
    }
    changed |=
        finding.declared()
            ? declared.put(finding.key(), finding) == null
            : declared.remove(finding.key()) != null;
  }

  /** The rules that are declared now. */
  synchronized UrlRules rules() {
    if (changed) {
      rules = new UrlRules(declared.values());
      changed = false;
    }
    return rules;
  }

  /** The findings that change a URL. */
  List<Finding> changing(String url) {
    String normal;
    try {
      normal = new VerdictObserver().normalize(url);
    } catch (BadPageException e) {
      return List.of();
    }
    String site = KnownMirrors.site(normal);
    List<Finding> all;
    synchronized (this) {
      all = List.copyOf(declared.values());
    }
    return all.stream()
        .filter(finding -> finding.key().contains(site))
        .filter(finding -> !new UrlRules(List.of(finding)).apply(normal).equals(normal))
        .toList();
  }
}
