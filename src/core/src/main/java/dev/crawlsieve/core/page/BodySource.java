package dev.crawlsieve.core.page;

import java.util.Map;

/** Reads the bodies that page events refer to. */
@FunctionalInterface
public interface BodySource {

  /** Reads nothing. */
  BodySource NONE =
      (ref, url) -> {
        throw new BadPageException(
            "the body is at " + ref + ", but body.ref.roots lists no place to read bodies from");
      };

  /** Stands in an empty body, for readers that need only what the event itself says. */
  BodySource UNREAD =
      (ref, url) -> new ReferredBody(ReferredBody.Form.BYTES, "", "", Map.of(), "", new byte[0]);

  /**
   * Reads a body.
   *
   * @param url the page's URL, which the record must have, too
   * @throws BadPageException if it is unavailable
   */
  ReferredBody read(BodyRef ref, HttpUrl url) throws BadPageException;
}
