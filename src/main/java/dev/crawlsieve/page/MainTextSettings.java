package dev.crawlsieve.page;

/**
 * What else than words counts as text.
 *
 * @param imageAlt whether the alternative texts of images are part of the text
 * @param linkTargets whether the targets of links are, each after the words of its link
 */
public record MainTextSettings(boolean imageAlt, boolean linkTargets) {

  /** Words only. */
  public static final MainTextSettings DEFAULT = new MainTextSettings(false, false);
}
