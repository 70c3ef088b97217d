package dev.crawlsieve.watch.http;

import org.jspecify.annotations.Nullable;

/**
 * The health of an instance.
 *
 * @param live whether it is working or can still recover
 * @param ready whether all its tasks are restored and running
 * @param state a word or two, for example {@code running}
 * @param reason why the instance is not ready, in human-readable form; null if it is ready
 */
public record Health(boolean live, boolean ready, String state, @Nullable String reason) {}
