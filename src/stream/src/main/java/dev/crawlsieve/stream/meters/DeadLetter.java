package dev.crawlsieve.stream.meters;

/** A record that was set aside, and why. */
public record DeadLetter(String stage, String topic, int partition, long offset, String reason) {}
