package dev.crawlsieve.stream.http;

/**
 * How an instance is.
 *
 * @param live whether it works or can still come to work
 * @param ready whether all its tasks are restored and running
 * @param state one word, for example {@code running}
 * @param reason why it is not ready, for people; null if it is
 */
public record Health(boolean live, boolean ready, String state, String reason) {}
