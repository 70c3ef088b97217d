package dev.crawlsieve.core.fingerprint;

import java.util.Arrays;
import java.util.HexFormat;

/**
 * What a page says, block by block, as hashes that depend on the seed. It is not used to find
 * matches. For two pages that match by all other features, it tells exactly what differs.
 *
 * @param stored the stored form, see {@link StoredBlocks}; not to be modified
 */
public record BlockList(byte[] stored) {

  /** The list of a page without text. */
  public static final BlockList NONE = none();

  private static BlockList none() {
    byte[] stored = new byte[StoredBlocks.AT_BLOCKS + 3 + (1 << (StoredBlocks.LEAST_EXPONENT - 3))];
    stored[StoredBlocks.AT_BLOCKS + 2] = StoredBlocks.LEAST_EXPONENT;
    return new BlockList(stored);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof BlockList that && Arrays.equals(stored, that.stored);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(stored);
  }

  @Override
  public String toString() {
    return HexFormat.of().formatHex(stored);
  }
}
