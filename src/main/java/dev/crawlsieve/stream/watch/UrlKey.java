package dev.crawlsieve.stream.watch;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.config.PageSettings;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.UrlNormalizer;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** One form and one number for all URLs that mean the same page. Not thread-safe. */
final class UrlKey {

  private final UrlNormalizer urls;
  private final MessageDigest digest;

  UrlKey(PageSettings settings) {
    urls = UrlNormalizer.of(settings);
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /** The normal form; a URL that has none stays as it is. */
  String form(String url) {
    try {
      return urls.normalize(url);
    } catch (BadPageException e) {
      return url;
    }
  }

  /** 64 bits of the normal form's SHA-256; whoever finds by it compares the form, too. */
  long hash(String url) {
    return ByteBuffer.wrap(digest.digest(form(url).getBytes(UTF_8))).getLong();
  }
}
