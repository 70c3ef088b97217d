package dev.crawlsieve.measure.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.text.ResourceText;
import dev.crawlsieve.core.text.Sha256;
import java.util.Base64;

/**
 * The only script of an HTML page; the page's policy names its hash.
 *
 * @param hash the script's hash, see {@link #sha256}
 */
public record PageScript(String text, String hash) {

  /** A script made of resources next to a class, concatenated. */
  public static PageScript of(Class<?> beside, String... names) {
    StringBuilder text = new StringBuilder();
    for (String name : names) {
      text.append(ResourceText.of(beside, name));
    }
    return new PageScript(text.toString(), sha256(text.toString()));
  }

  /** The SHA-256 of a text in base64, the form in which policies name it. */
  public static String sha256(String text) {
    return Base64.getEncoder().encodeToString(Sha256.digest().digest(text.getBytes(UTF_8)));
  }
}
