package dev.crawlsieve.stream.letters;

import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import dev.crawlsieve.core.fingerprint.Coordinates;

/**
 * Dead letters of one stage with the same kind of reason.
 *
 * @param stage the stage as in the header
 * @param reason the reason, with # for numbers and '…' for quoted text
 * @param letters how many there are
 * @param sentAgain how many of them have been sent again
 * @param newest position of the last one; with several partitions, in the last of those
 */
public record LetterGroup(
    String stage,
    String reason,
    long letters,
    long sentAgain,
    @JsonSerialize(using = ToStringSerializer.class) Coordinates newest) {

  /** This group and another one of the same stage and reason. */
  LetterGroup and(LetterGroup other) {
    return new LetterGroup(
        stage,
        reason,
        letters + other.letters,
        sentAgain + other.sentAgain,
        newest.compareTo(other.newest) > 0 ? newest : other.newest);
  }
}
