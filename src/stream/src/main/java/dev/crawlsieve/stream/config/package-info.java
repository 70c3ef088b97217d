/**
 * The settings: names, defaults, bounds and descriptions, and the {@code core.config} records made
 * from them. Also the names of topics and of the files of a run without a broker. Uses Kafka's
 * {@code ConfigDef}. Start reading at {@link SieveConfig}; its list is docs/settings.md. Tests:
 * {@code SieveConfigTest}.
 */
package dev.crawlsieve.stream.config;
