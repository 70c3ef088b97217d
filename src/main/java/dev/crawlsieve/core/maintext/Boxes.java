package dev.crawlsieve.core.maintext;

/**
 * For each container of an outline, why it is dropped with all that it holds, and which container
 * gave the reason.
 */
final class Boxes {

  private final Reason[] reasons;
  private final Container[] causes;

  Boxes(Outline outline) {
    reasons = new Reason[outline.containers().size()];
    causes = new Container[reasons.length];
  }

  /** Drops a container and, as its contents are looked at after it, what is in it. */
  void drop(Container container, Reason reason) {
    reasons[container.index] = reason;
    causes[container.index] = container;
  }

  /** Drops a container if the one around it is; returns whether it is dropped. */
  boolean inherit(Container container) {
    Container parent = container.parent;
    if (reasons[container.index] == null && parent != null && reasons[parent.index] != null) {
      reasons[container.index] = reasons[parent.index];
      causes[container.index] = causes[parent.index];
    }
    return reasons[container.index] != null;
  }

  /** Null if the container is not dropped. */
  Reason reason(Container container) {
    return reasons[container.index];
  }

  /** The outermost container dropped around and with the given one. */
  Container cause(Container container) {
    return causes[container.index];
  }
}
