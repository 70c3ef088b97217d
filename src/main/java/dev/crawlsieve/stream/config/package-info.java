/**
 * The settings file: names, defaults, bounds, texts, and the records of {@code core.config} that
 * are made from it. Uses Kafka's {@code ConfigDef}. Start reading at {@link SieveConfig}; its table
 * is docs/settings.md.
 */
package dev.crawlsieve.stream.config;
