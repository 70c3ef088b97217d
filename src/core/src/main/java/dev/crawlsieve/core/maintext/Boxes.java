package dev.crawlsieve.core.maintext;

import org.jspecify.annotations.Nullable;

/**
 * Records for each container of an outline why it is dropped with all its content, and which
 * container was the cause.
 */
final class Boxes {

  private final Reason[] reasons;
  private final Container[] causes;

  Boxes(Outline outline) {
    reasons = new Reason[outline.containers().size()];
    causes = new Container[reasons.length];
  }

  /** Drops a container together with its content, which is visited later. */
  void drop(Container container, Reason reason) {
    reasons[container.index] = reason;
    causes[container.index] = container;
  }

  /** Drops a container if its parent is dropped; returns whether it is dropped. */
  boolean inherit(Container container) {
    Container parent = container.parent;
    if (reasons[container.index] == null && parent != null && reasons[parent.index] != null) {
      reasons[container.index] = reasons[parent.index];
      causes[container.index] = causes[parent.index];
    }
    return reasons[container.index] != null;
  }

  /** The reason why a container is dropped, or null if it is not. */
  @Nullable Reason reason(Container container) {
    return reasons[container.index];
  }

  /** The container whose dropping caused this one to be dropped; it may be the same. */
  Container cause(Container container) {
    return causes[container.index];
  }
}
