package dev.crawlsieve.config;

import java.util.Objects;

/**
 * The shape and the bounds of one lane's index.
 *
 * @param detector which leaders match a page
 * @param expectedLeaders how many leaders the tables are laid out for
 * @param memoryBytes bound on the delta tables of one lane, in bytes
 */
public record IndexSettings(DetectorSettings detector, long expectedLeaders, long memoryBytes) {

  public IndexSettings {
    Objects.requireNonNull(detector, "detector");
  }
}
