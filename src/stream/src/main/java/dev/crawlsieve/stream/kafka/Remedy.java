package dev.crawlsieve.stream.kafka;

/** What to do about an error of a Kafka client. */
public enum Remedy {

  /** It passes: begin again after the last commit, as often as it takes. */
  WAIT,

  /** It should not occur, but may pass: begin again, though not forever. */
  RETRY,

  /** Only a person can change it: stop and say what is wrong. */
  STOP
}
