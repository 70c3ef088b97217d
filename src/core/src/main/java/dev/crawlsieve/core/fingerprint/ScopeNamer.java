package dev.crawlsieve.core.fingerprint;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.config.Scope;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.UrlNormalizer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Names the scope of a page: the key of its fingerprint. */
final class ScopeNamer {

  /**
   * The longest header that may name a scope, in bytes. It is limited because the key of every
   * fingerprint holds the name.
   */
  private static final int LONGEST = 128 << 10;

  private static final byte[] GLOBAL = "global".getBytes(UTF_8);

  private final Scope scope;

  ScopeNamer(Scope scope) {
    this.scope = scope;
  }

  /**
   * The scope's name in UTF-8.
   *
   * @throws BadPageException if the record lacks the header that names its scope, or the header is
   *     longer than 128 KiB
   */
  byte[] name(String normalizedUrl, Function<String, byte @Nullable []> headers)
      throws BadPageException {
    return switch (scope.kind()) {
      case GLOBAL -> GLOBAL;
      case HOST -> UrlNormalizer.host(normalizedUrl).getBytes(UTF_8);
      case DOMAIN -> UrlNormalizer.domain(normalizedUrl).getBytes(UTF_8);
      case HEADER -> {
        byte[] value = headers.apply(scope.header());
        if (value == null) {
          throw new BadPageException(
              "no record header '" + scope.header() + "', which dedup.scope names");
        }
        if (value.length > LONGEST) {
          throw new BadPageException(
              "the record header '"
                  + scope.header()
                  + "', which dedup.scope names, is "
                  + value.length
                  + " bytes long, must be at most "
                  + LONGEST);
        }
        yield value;
      }
    };
  }
}
