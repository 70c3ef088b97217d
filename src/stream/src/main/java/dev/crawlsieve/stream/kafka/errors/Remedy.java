package dev.crawlsieve.stream.kafka.errors;

/** What to do about an error of a Kafka client. */
public enum Remedy {

  /** The error passes: begin again after the last commit, as often as necessary. */
  WAIT,

  /** The error should not occur, but may pass: begin again, but not forever. */
  RETRY,

  /** Only a person can fix it: stop and say what is wrong. */
  STOP
}
