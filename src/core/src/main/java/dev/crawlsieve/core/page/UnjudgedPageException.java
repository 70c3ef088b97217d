package dev.crawlsieve.core.page;

import java.util.Locale;
import java.util.Objects;

/** A record that is a valid page, but that the settings exclude from judgement. */
public final class UnjudgedPageException extends Exception {

  private static final long serialVersionUID = 1L;

  /** The trait that excludes a page. */
  public enum Trait {
    /** The status of the response. */
    STATUS,
    /** The content type. */
    TYPE,
    /** The size of the body. */
    BYTES,
    /** The page only redirects browsers elsewhere. */
    REFRESH;

    /** The name in lower case. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The trait that is not accepted. */
  private final Trait trait;

  /**
   * A page that is not judged.
   *
   * @param trait what is not accepted
   * @param reason why, in human-readable form
   */
  public UnjudgedPageException(Trait trait, String reason) {
    super(reason, null, false, false); // no stack trace: it is common, and no failure
    this.trait = Objects.requireNonNull(trait, "trait");
  }

  /** {@return the trait that is not accepted} */
  public Trait trait() {
    return trait;
  }
}
