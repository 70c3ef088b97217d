package dev.crawlsieve.stream.meters;

import dev.crawlsieve.core.fingerprint.Coordinates;

/** A record that was set aside, and why. */
record DeadLetter(String stage, String topic, Coordinates at, String reason) {}
