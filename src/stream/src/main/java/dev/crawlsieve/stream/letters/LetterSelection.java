package dev.crawlsieve.stream.letters;

import dev.crawlsieve.stream.config.SieveConfig;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Decides letter by letter which ones are to be sent, and counts. */
final class LetterSelection {

  private final SieveConfig config;
  private final LetterFilter filter;
  private final ResentLetters resent;
  private final Map<String, Long> refused = new HashMap<>();
  private long letters;
  private long selected;
  private long sentBefore;

  LetterSelection(SieveConfig config, LetterFilter filter, ResentLetters resent) {
    this.config = config;
    this.filter = filter;
    this.resent = resent;
  }

  /** The letters that had been sent before. */
  ResentLetters resent() {
    return resent;
  }

  /** Whether the next letter is to be sent. */
  boolean take(Letter letter) {
    letters++;
    if (!filter.selects(letter)) {
      return false;
    }
    selected++;
    if (resent.contains(letter.at())) {
      sentBefore++;
      return false;
    }
    Optional<String> refusal = letter.refusal(config);
    refusal.ifPresent(why -> refused.merge(why, 1L, Long::sum));
    return refusal.isEmpty();
  }

  ResendResult result(long sent) {
    return new ResendResult(letters, selected, sent, sentBefore, refused);
  }
}
