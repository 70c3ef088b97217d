package dev.crawlsieve.core.config;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An override that decides on a page regardless of its content.
 *
 * @param action what becomes of the page
 * @param subject what the override names
 * @param name the normalised URL; or the host, which includes its subdomains
 * @param line number of the line of the file that says so, from 1; 0 if unknown
 */
public record OverrideRule(Action action, Subject subject, String name, int line) {

  private static final int PARTS = 4;

  /** What becomes of a page. */
  public enum Action {
    /** The page is a duplicate regardless of its content, and no page is compared with it. */
    DROP,
    /** The page is unique, even if it matches a kept page. */
    KEEP;

    /** {@return its name in files, verdicts and results} */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** What an override names. */
  public enum Subject {
    /** A page, by its normalised URL. */
    URL,
    /** A host and its subdomains. */
    HOST;

    /** {@return its name in files, verdicts and results} */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public OverrideRule {
    Objects.requireNonNull(action, "action");
    Objects.requireNonNull(subject, "subject");
    Objects.requireNonNull(name, "name");
    if (line < 0) {
      throw new IllegalArgumentException("an override on line " + line);
    }
  }

  /** {@return the rule in words, for example {@code drop host spam.example}} */
  public String text() {
    return action.text() + " " + subject.text() + " " + name;
  }

  /**
   * {@return the stored form beside the fingerprint of a page to which it applies: the line and
   * {@link #text} in UTF-8, for example {@code 3 drop host spam.example}}
   */
  public byte[] toBytes() {
    return (line + " " + text()).getBytes(UTF_8);
  }

  /**
   * {@return the rule that was stored beside a fingerprint; null if none was}
   *
   * @param stored the result of {@link #toBytes}
   * @throws IllegalArgumentException if it is malformed
   */
  public static @Nullable OverrideRule fromBytes(byte @Nullable [] stored) {
    if (stored == null) {
      return null;
    }
    String[] parts = new String(stored, UTF_8).split(" ", PARTS);
    if (parts.length < PARTS) {
      throw new IllegalArgumentException("an override without a name");
    }
    return new OverrideRule(
        Action.valueOf(parts[1].toUpperCase(Locale.ROOT)),
        Subject.valueOf(parts[2].toUpperCase(Locale.ROOT)),
        parts[3],
        Integer.parseInt(parts[0]));
  }
}
