package dev.crawlsieve.watch.live;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.config.PageSettings;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.UrlNormalizer;
import dev.crawlsieve.core.text.Sha256;
import dev.crawlsieve.sites.mirror.UrlRules;
import dev.crawlsieve.sites.mirror.VerdictObserver;
import java.nio.ByteBuffer;
import java.security.MessageDigest;

/**
 * Computes the normal form of a URL and its hash, which all URLs of the same page share. Not
 * thread-safe.
 */
final class UrlKey {

  private final UrlNormalizer urls;
  private final VerdictObserver all = new VerdictObserver();
  private final MessageDigest digest = Sha256.digest();

  UrlKey(PageSettings settings) {
    urls = UrlNormalizer.of(settings);
  }

  /** The normal form of a URL; a URL that has none is returned unchanged. */
  String form(String url) {
    try {
      return urls.normalize(url);
    } catch (BadPageException e) {
      return url;
    }
  }

  /** The normal form of a URL to which rules were applied. */
  String form(String url, UrlRules rules) {
    try {
      return form(rules.apply(all.normalize(url)));
    } catch (BadPageException e) {
      return url;
    }
  }

  /** The first 64 bits of the SHA-256 of the normal form. Callers must compare the forms, too. */
  long hash(String url) {
    return ByteBuffer.wrap(digest.digest(form(url).getBytes(UTF_8))).getLong();
  }
}
