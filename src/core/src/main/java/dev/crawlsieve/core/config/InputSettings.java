package dev.crawlsieve.core.config;

/**
 * How pages are read from files.
 *
 * @param maxBytes largest page, in bytes
 * @param fields the names of an event's fields
 */
public record InputSettings(int maxBytes, PageFields fields) {}
