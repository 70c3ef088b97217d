/**
 * Another number of shards for an existing generation: its leaders are dealt out anew, without
 * deciding again. Uses {@code kafka}, and {@code index} for what the changelogs hold. Start reading
 * at {@link Reshard}.
 */
package dev.crawlsieve.stream.reshard;
