package dev.crawlsieve.sites.mirror;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.page.BadPageException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Selects a page's out-links, its links to other sites, from the links in its event.
 *
 * <p>Links of a site to itself are left out, including those to its other names ({@code http},
 * {@code www.}): its mirrors have the same ones.
 */
public final class LinkObserver {

  /** Maximum number of a page's links that are examined. */
  public static final int MOST = 1_000;

  /** Maximum total size of the out-links in bytes, so that their record fits into any topic. */
  static final int MOST_BYTES = 1 << 19;

  private final VerdictObserver urls = new VerdictObserver();

  /**
   * The out-links of a page: distinct URLs, normalised by {@link VerdictObserver#normalize}.
   *
   * @param page the page's URL
   * @param links the links; any that is not an absolute URL is skipped
   */
  public List<String> observe(String page, List<String> links) {
    String from = links.isEmpty() ? null : normalized(page);
    if (from == null) {
      return List.of();
    }
    String host = bareHost(from);
    Set<String> targets = new LinkedHashSet<>();
    int bytes = 0;
    for (String link : links.subList(0, Math.min(MOST, links.size()))) {
      String target = normalized(link);
      if (target != null && !bareHost(target).equals(host) && targets.add(target)) {
        bytes += target.getBytes(UTF_8).length;
        if (bytes > MOST_BYTES) {
          targets.remove(target);
          break;
        }
      }
    }
    return List.copyOf(targets);
  }

  private @Nullable String normalized(String link) {
    try {
      return urls.normalize(link);
    } catch (BadPageException | RuntimeException e) {
      // Not a URL, or one on which a library fails. A link never makes its page invalid.
      return null;
    }
  }

  private static String bareHost(String url) {
    return new Root(SiteUrl.of(url).site(), "/").bareHost();
  }
}
