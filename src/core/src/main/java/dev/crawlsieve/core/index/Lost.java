package dev.crawlsieve.core.index;

import dev.crawlsieve.core.fingerprint.StoredBlocks;
import dev.crawlsieve.core.page.BlockKind;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * What would be lost if a page were dropped in favour of another one: the blocks of its visible
 * text that are nowhere in the other page.
 *
 * @param blocks number of lost blocks; those that differ in numbers only, or only state a time, do
 *     not count
 * @param words number of words in them, at most 255 counted per block; where words are not
 *     separated, two ideographs or kana count as one, or four other characters
 * @param kinds number of lost blocks of each kind; a kind without any is absent
 * @param numbers number of blocks that the other page has with other numbers
 * @param all whether all lost blocks are counted; false if one of the pages has more than {@value
 *     StoredBlocks#MOST} blocks
 */
public record Lost(int blocks, int words, Map<BlockKind, Integer> kinds, int numbers, boolean all) {

  /** Why not {@linkplain #all all} lost blocks are counted, for people. */
  public static final String NOT_ALL =
      "of each page the first %,d blocks are listed, and one of the two has more"
          .formatted(StoredBlocks.MOST);

  public Lost {
    EnumMap<BlockKind, Integer> copy = new EnumMap<>(BlockKind.class);
    copy.putAll(Objects.requireNonNull(kinds, "kinds"));
    kinds = Collections.unmodifiableMap(copy);
  }

  /**
   * {@return for people: "3 blocks of 17 words in all (1 × heading, 2 × links)"} It says "at least"
   * where not all blocks or words may have been counted.
   */
  public String text() {
    StringBuilder text = new StringBuilder(all ? "" : "at least ");
    text.append(blocks).append(blocks == 1 ? " block of " : " blocks of ");
    text.append(words < StoredBlocks.MOST_WORDS ? "" : "at least ")
        .append(words)
        .append(words == 1 ? " word" : " words");
    text.append(blocks == 1 ? "" : " in all");
    String before = " (";
    for (Map.Entry<BlockKind, Integer> kind : kinds.entrySet()) {
      String name = kind.getKey() == BlockKind.ITEM ? "list item" : kind.getKey().text();
      text.append(before).append(kind.getValue()).append(" × ").append(name);
      before = ", ";
    }
    return text.append(kinds.isEmpty() ? "" : ")").toString();
  }
}
