package dev.crawlsieve.watch.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.crawlsieve.core.config.SettingsException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The token that a request must carry to be answered: {@code Authorization: Bearer TOKEN} (RFC
 * 6750).
 */
public final class HttpToken {

  private static final int MOST_BYTES = 4 << 10;
  private static final String SCHEME = "bearer ";

  private final String token;

  private HttpToken(String token) {
    this.token = token;
  }

  /**
   * Reads a file that contains only a token, perhaps surrounded by white space.
   *
   * @throws SettingsException if the file cannot be read, or does not contain a token
   */
  public static HttpToken read(Path file) {
    String token;
    try (InputStream in = Files.newInputStream(file)) {
      token = new String(in.readNBytes(MOST_BYTES + 1), US_ASCII).strip();
    } catch (IOException e) {
      throw new SettingsException("http.token.file " + file + " cannot be read: " + e, e);
    }
    if (token.length() > MOST_BYTES || !token.matches("[A-Za-z0-9._~+/-]+=*")) {
      throw new SettingsException(
          "http.token.file %s must hold one token of letters, digits and ._~+/-, at most %s of them"
              .formatted(file, MOST_BYTES));
    }
    return new HttpToken(token);
  }

  /**
   * Whether a request carries the token. The comparison takes the same time for a wrong token.
   *
   * @param authorization the header's value; null if there is none
   */
  boolean isIn(@Nullable String authorization) {
    if (authorization == null || !authorization.toLowerCase(Locale.ROOT).startsWith(SCHEME)) {
      return false;
    }
    byte[] given = authorization.substring(SCHEME.length()).strip().getBytes(US_ASCII);
    return MessageDigest.isEqual(given, token.getBytes(US_ASCII));
  }

  /** The header's value for requests to other instances. */
  public String header() {
    return "Bearer " + token;
  }
}
