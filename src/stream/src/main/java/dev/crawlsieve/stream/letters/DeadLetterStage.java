package dev.crawlsieve.stream.letters;

import java.util.Locale;
import java.util.Optional;

/**
 * The step that set a record aside. It decides whether the record is a page that can be sent again.
 */
public enum DeadLetterStage {
  /** Reading a file. */
  INPUT(
      "holds only the beginning of what was read: repair the file that crawlsieve.origin names and"
          + " produce it again"),
  /** Producing a page from a file. */
  PRODUCE,
  /** Reading a page from its topic, before anything was decided on it. */
  FINGERPRINT,
  /** Reading a fingerprint from the log. */
  DECIDE(
      "holds a fingerprint, not a page: no verdict is ever made at that place of the log; produce"
          + " the page again"),
  /** Routing a page by its verdict. */
  ROUTE(
      "was already decided, and a page that is sent again would be a copy of itself: 'replay"
          + " --into' routes it in new topics, if pages still has it"),
  /** Passing on what a verdict says about URLs. */
  OBSERVE("holds a verdict whose page has been routed: 'replay --into' learns mirrors anew"),
  /** Learning about sites. */
  LEARN("holds what they are learned from, not a page: 'replay --into' learns again");

  private final String refusal;

  DeadLetterStage() {
    this("");
  }

  DeadLetterStage(String refusal) {
    this.refusal = refusal;
  }

  /** The stage with this name, as in the header; empty if there is none. */
  static Optional<DeadLetterStage> named(String name) {
    for (DeadLetterStage stage : values()) {
      if (stage.toString().equals(name)) {
        return Optional.of(stage);
      }
    }
    return Optional.empty();
  }

  /** Why letters of this stage cannot be sent again, and what to do instead; empty if they can. */
  Optional<String> refusal() {
    return refusal.isEmpty() ? Optional.empty() : Optional.of(refusal);
  }

  /** The stage's name, as in the header {@code crawlsieve.stage}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
