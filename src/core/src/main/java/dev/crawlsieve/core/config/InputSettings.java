package dev.crawlsieve.core.config;

/**
 * How pages are read from files.
 *
 * @param maxBytes largest page, in bytes
 * @param fields which fields of an event hold what
 */
public record InputSettings(int maxBytes, PageFields fields) {}
