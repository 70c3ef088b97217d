package dev.crawlsieve.core.config;

/**
 * How pages are read from files.
 *
 * @param maxBytes largest page, in bytes
 * @param maxInflation how many times its size a compressed input may grow to
 * @param fields which fields of an event hold what
 */
public record InputSettings(int maxBytes, int maxInflation, PageFields fields) {}
