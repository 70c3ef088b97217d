package dev.crawlsieve.stream.shard;

import org.jspecify.annotations.Nullable;

/** A stored page or leader, on its way between shards, cannot be read by this version. */
public final class UnreadableShardRecordException extends Exception {

  private static final long serialVersionUID = 1L;

  /**
   * An exception without a cause.
   *
   * @param message why the record cannot be read
   */
  public UnreadableShardRecordException(String message) {
    super(message);
  }

  /**
   * An exception with a cause.
   *
   * @param message why the record cannot be read
   * @param cause what went wrong
   */
  public UnreadableShardRecordException(@Nullable String message, Throwable cause) {
    super(message, cause);
  }
}
