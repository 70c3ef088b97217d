/**
 * The file of overrides: pages and hosts that are kept, dropped or compared by other thresholds.
 * The rule gets the overrides of a page through {@link dev.crawlsieve.core.config.Overrides}. Start
 * reading at {@link OverridesFile}. Tests: {@code OverridesFileTest}.
 */
package dev.crawlsieve.core.override;
