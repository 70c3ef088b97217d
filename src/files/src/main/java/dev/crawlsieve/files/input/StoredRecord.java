package dev.crawlsieve.files.input;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The record of a web archive from which a page was read, as it was stored.
 *
 * @param header its header with the empty line that ends it; null if the archive is ARC
 * @param fields the header's fields by name, ignoring case; for an ARC record, the fields of an
 *     equivalent WARC record
 * @param block what follows the header; not copied
 * @param request the record of the request that this one answers; null if that is a GET, or if
 *     neither neighbour is the request
 */
public record StoredRecord(
    byte @Nullable [] header,
    Map<String, List<String>> fields,
    byte[] block,
    @Nullable StoredRecord request) {

  /** The same record as the answer to a request. */
  StoredRecord answering(@Nullable StoredRecord other) {
    return other == null ? this : new StoredRecord(header, fields, block, other);
  }

  /** A field's first value, or the empty string. */
  public String field(String name) {
    List<String> values = fields.getOrDefault(name, List.of());
    return values.isEmpty() ? "" : values.get(0).strip();
  }

  /** Offset of the payload in the block: after the HTTP header if there is one, otherwise 0. */
  public int payloadAt() {
    boolean http =
        field("WARC-Type").equalsIgnoreCase("response")
            || WarcPages.isOfHttp(field("Content-Type"));
    return http ? ArchivedResponse.bodyAt(block) : 0;
  }
}
