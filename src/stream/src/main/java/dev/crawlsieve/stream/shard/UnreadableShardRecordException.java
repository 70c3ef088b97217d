package dev.crawlsieve.stream.shard;

import org.jspecify.annotations.Nullable;

/** A stored page or leader on its way to a shard that this version cannot read. */
public final class UnreadableShardRecordException extends Exception {

  private static final long serialVersionUID = 1L;

  /**
   * Without a cause.
   *
   * @param message why it cannot be read
   */
  public UnreadableShardRecordException(String message) {
    super(message);
  }

  /**
   * With a cause.
   *
   * @param message why it cannot be read
   * @param cause what went wrong
   */
  public UnreadableShardRecordException(@Nullable String message, Throwable cause) {
    super(message, cause);
  }
}
