package dev.crawlsieve.core.config;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Defines scopes. A page is compared only with earlier pages of its own scope.
 *
 * @param kind what defines a scope
 * @param header name of the record header that names the scope; null unless the kind is {@code
 *     HEADER}
 */
public record Scope(Kind kind, @Nullable String header) {

  /** What defines a scope. */
  public enum Kind {
    /** All pages are in one scope. */
    GLOBAL,
    /** The host of the URL. */
    HOST,
    /** The registered domain of the URL's host, by the public suffix list. */
    DOMAIN,
    /** A record header's value. */
    HEADER
  }

  /** All pages are in one scope: the default. */
  public static final Scope GLOBAL = new Scope(Kind.GLOBAL, null);

  private static final String HEADER_PREFIX = "header:";

  /**
   * Reads the setting's value: {@code global}, {@code host}, {@code domain} or {@code header:NAME}.
   *
   * @throws SettingsException if the value is none of these
   */
  public static Scope parse(String value) {
    return switch (value) {
      case "global" -> GLOBAL;
      case "host" -> new Scope(Kind.HOST, null);
      case "domain" -> new Scope(Kind.DOMAIN, null);
      default -> {
        if (value.startsWith(HEADER_PREFIX) && value.length() > HEADER_PREFIX.length()) {
          yield new Scope(Kind.HEADER, value.substring(HEADER_PREFIX.length()));
        }
        throw new SettingsException(
            "dedup.scope is '" + value + "', must be global, host, domain or header:NAME");
      }
    };
  }

  @Override
  public String toString() {
    return kind == Kind.HEADER ? HEADER_PREFIX + header : kind.name().toLowerCase(Locale.ROOT);
  }
}
