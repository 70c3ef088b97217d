package dev.crawlsieve.measure.eval;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Optional;

/** A person's judgement of whether two pages are near-duplicates. */
public enum Label {
  DUPLICATE("1"),
  DIFFERENT("0"),
  /** The person could not decide; the pair counts neither for nor against a detector. */
  UNDECIDED("?");

  private final String sign;

  Label(String sign) {
    this.sign = sign;
  }

  /** The label's character in a truth file. */
  @JsonValue
  public String sign() {
    return sign;
  }

  /** The label with this character; empty if there is none. */
  public static Optional<Label> of(String sign) {
    for (Label label : values()) {
      if (label.sign.equals(sign)) {
        return Optional.of(label);
      }
    }
    return Optional.empty();
  }
}
