package dev.crawlsieve.stream.run;

import java.time.Duration;

/**
 * No broker answers.
 *
 * @param reason a sentence that names them
 * @param length how long ago the last answer was
 */
public record BrokersAway(String reason, Duration length) {}
