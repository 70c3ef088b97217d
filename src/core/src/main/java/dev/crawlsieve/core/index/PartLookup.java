package dev.crawlsieve.core.index;

import java.util.Objects;

/**
 * The result of a lookup among a part of a lane's leaders. The results of all parts determine that
 * of a lookup among all leaders.
 *
 * @param lookup the best match in this part; its ordinals are those of the part
 * @param sameContent how many of {@link Lookup#compared} came from the table of contents; the rest
 *     does not count if another part has an exact match
 */
public record PartLookup(Lookup lookup, int sameContent) {

  public PartLookup {
    Objects.requireNonNull(lookup, "lookup");
  }
}
