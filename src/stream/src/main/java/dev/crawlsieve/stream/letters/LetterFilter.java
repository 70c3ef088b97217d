package dev.crawlsieve.stream.letters;

import dev.crawlsieve.core.failure.ReasonGroup;
import java.util.Locale;
import java.util.Optional;

/**
 * Selects dead letters by stage and reason.
 *
 * @param stage the stage of the letters; empty for any stage
 * @param reason text that their reason contains, in upper or lower case, either as it is or in the
 *     form that the list shows; empty for any reason
 */
public record LetterFilter(Optional<DeadLetterStage> stage, String reason) {

  /** Selects every letter. */
  public static final LetterFilter ALL = new LetterFilter(Optional.empty(), "");

  /** Whether this filter selects a letter. */
  boolean selects(Letter letter) {
    return (stage.isEmpty() || stage.get().toString().equals(letter.stage()))
        && (contains(letter.reason()) || contains(ReasonGroup.of(letter.reason())));
  }

  private boolean contains(String text) {
    return text.toLowerCase(Locale.ROOT).contains(reason.toLowerCase(Locale.ROOT));
  }
}
