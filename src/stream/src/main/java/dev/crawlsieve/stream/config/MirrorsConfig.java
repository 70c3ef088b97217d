package dev.crawlsieve.stream.config;

/** What mirrors and URL rules have on brokers; and their setting. */
public final class MirrorsConfig {

  /** What learns them. */
  public static final Wing WING =
      new Wing(
          "mirrors.enabled",
          "observations",
          "mirrors",
          "",
          "mirrors",
          "mirrors would be learned from the beginning");

  private MirrorsConfig() {}

  static void define(Definitions settings) {
    settings.define(WING.enabled(), false);
  }
}
