package dev.crawlsieve.stream.letters;

import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import dev.crawlsieve.core.fingerprint.Coordinates;

/**
 * The dead letters of one stage whose reasons are of the same kind.
 *
 * @param stage the stage, as in the header
 * @param reason the reason, with # for numbers and '…' for quoted text
 * @param letters number of letters
 * @param sentAgain number of letters that have been sent again
 * @param newest position of the last letter; if they are in several partitions, that in the last of
 *     these
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
