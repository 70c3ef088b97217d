package dev.crawlsieve.sites.mirror;

import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.UrlNormalizer;
import dev.crawlsieve.core.verdict.Verdict;
import java.util.Optional;

/**
 * Derives observations from verdicts.
 *
 * <p>URLs are normalised without the steps that merge different URLs of one page, because those
 * differences are to be learned.
 */
public final class VerdictObserver {

  private final UrlNormalizer urls = UrlNormalizer.strict();

  /**
   * The observation in a verdict. Empty if only the bytes of the page were compared: two sites may
   * show the same picture, and one address may show it in every size.
   *
   * @throws BadPageException if one of its URLs is invalid; never for a page that was fingerprinted
   */
  public Optional<Observation> observe(Verdict verdict) throws BadPageException {
    if (verdict.bytes()) {
      return Optional.empty();
    }
    String url = urls.normalize(verdict.url());
    if (verdict.duplicateOf() == null) {
      return Optional.of(new Observation(url, verdict.source(), null));
    }
    Verdict.Original original = verdict.duplicateOf();
    return Optional.of(new Observation(url, original.source(), urls.normalize(original.url())));
  }

  /**
   * Normalises a URL to the form that observations use.
   *
   * @throws BadPageException if it is not an absolute http or https URL
   */
  public String normalize(String url) throws BadPageException {
    return urls.normalize(url);
  }
}
