package dev.crawlsieve.app.watch;

import dev.crawlsieve.fingerprint.Coordinates;

/** A record that was set aside, and why. */
record DeadLetter(String stage, String topic, Coordinates at, String reason) {}
