package dev.crawlsieve.core.page;

import java.util.Map;

/** Reads the bodies that page events refer to. */
@FunctionalInterface
public interface BodySource {

  /** Refuses to read any body. */
  BodySource NONE =
      (ref, url) -> {
        throw new BadPageException(
            "the body is at " + ref + ", but body.ref.roots lists no place to read bodies from");
      };

  /** Returns an empty body, for readers that need only what the event itself says. */
  BodySource UNREAD =
      (ref, url) -> new ReferredBody(ReferredBody.Form.BYTES, "", "", Map.of(), "", new byte[0]);

  /**
   * Reads a body.
   *
   * @param url the page's URL, which must also be the record's URL
   * @throws BadPageException if the body is unavailable
   */
  ReferredBody read(BodyRef ref, HttpUrl url) throws BadPageException;
}
