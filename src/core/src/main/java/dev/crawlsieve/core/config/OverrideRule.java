package dev.crawlsieve.core.config;

import java.util.Locale;
import java.util.Objects;

/**
 * An override that decides on a page regardless of its content.
 *
 * @param action what becomes of the page
 * @param subject what the override names
 * @param name the normalised URL; or the host, which includes its subdomains
 */
public record OverrideRule(Action action, Subject subject, String name) {

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
  }

  /** {@return the rule in words, for example {@code drop host spam.example}} */
  public String text() {
    return action.text() + " " + subject.text() + " " + name;
  }
}
