package dev.crawlsieve.core.page;

import dev.crawlsieve.core.text.Ascii;
import java.util.Optional;
import java.util.StringTokenizer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds a page's preferred address: the target of a link with the relation {@code canonical}, in
 * its markup or else in the response's {@code Link} header (RFC 6596, RFC 8288).
 *
 * <p>Addresses are compared in a normal form that keeps the scheme, {@code www.} and all
 * parameters: choosing among those is what a canonical link is for.
 */
public final class CanonicalLink {

  private static final String CANONICAL = "canonical";

  /** An address and its parameters, up to a comma outside quotation marks. */
  private static final Pattern LINK =
      Pattern.compile("<([^>]*+)>?([^,\"]*+(?:\"[^\"]*+\"?[^,\"]*+)*+)");

  private final UrlNormalizer urls = UrlNormalizer.strict();

  /**
   * Whether a page's canonical link points to the page itself.
   *
   * @param written the link's target in the markup, as written, or the empty string
   * @return empty if the page has no canonical link
   * @throws BadPageException if the canonical link is not an http or https URL
   */
  public Optional<Boolean> namesItself(Page page, String written) throws BadPageException {
    String named = address(page, written);
    return named.isEmpty()
        ? Optional.empty()
        : Optional.of(named.equals(urls.normalize(page.address())));
  }

  /**
   * The address that a page's canonical link points to, in normal form.
   *
   * @param written the link's target in the markup, as written, or the empty string
   * @return the empty string if the page has no canonical link
   * @throws BadPageException if the canonical link is not an http or https URL
   */
  public String address(Page page, String written) throws BadPageException {
    String link = written.isEmpty() ? inHeader(page.link()) : written;
    return link.isEmpty() ? "" : urls.normalize(page.address().resolved(link));
  }

  /** Whether {@code canonical} is among a link's relations. */
  public static boolean isCanonical(@Nullable String relation) {
    if (relation == null || relation.length() < CANONICAL.length()) {
      return false;
    }
    StringTokenizer words = new StringTokenizer(relation, " \t\n\f\r");
    while (words.hasMoreTokens()) {
      if (Ascii.same(CANONICAL, words.nextToken())) {
        return true;
      }
    }
    return false;
  }

  /** The target of the first canonical link in a {@code Link} header, or the empty string. */
  static String inHeader(String header) {
    Matcher links = LINK.matcher(header);
    while (links.find()) {
      if (isCanonical(relation(links.group(2)))) {
        return links.group(1).trim();
      }
    }
    return "";
  }

  private static @Nullable String relation(String parameters) {
    StringTokenizer each = new StringTokenizer(parameters, ";"); // there may be millions
    while (each.hasMoreTokens()) {
      String parameter = each.nextToken();
      int equals = parameter.indexOf('=');
      if (equals > 0 && Ascii.same("rel", parameter.substring(0, equals).trim())) {
        return parameter.substring(equals + 1).replace('"', ' ');
      }
    }
    return null;
  }
}
