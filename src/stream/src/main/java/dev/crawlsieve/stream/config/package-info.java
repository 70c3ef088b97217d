/**
 * The settings file: names, defaults, bounds, texts, and the records of {@code core.config} that
 * are made from it; also the names of topics and of the files of a run without a broker. Uses
 * Kafka's {@code ConfigDef}. Start reading at {@link SieveConfig}; its table is docs/settings.md.
 */
package dev.crawlsieve.stream.config;
