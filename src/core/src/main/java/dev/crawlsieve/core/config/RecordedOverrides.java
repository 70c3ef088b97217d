package dev.crawlsieve.core.config;

/** Overrides of which only the digest is known, so nothing can be decided with them. */
record RecordedOverrides(String digest) implements Overrides {

  @Override
  public PageOverrides of(String url) {
    throw unknown();
  }

  @Override
  public void ensureKnown() {
    throw unknown();
  }

  private SettingsException unknown() {
    return new SettingsException(
        ("the overrides in force (%s) are recorded only by their digest: name their"
                + " file with --set %s=FILE")
            .formatted(digest, RuleSettings.OVERRIDES_FILE));
  }
}
