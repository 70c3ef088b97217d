package dev.crawlsieve.core.maintext;

/**
 * What was counted of a block.
 *
 * @param words words; two characters are one in scripts that do not part words
 * @param characters characters that are not white space
 * @param linkWords words inside of links
 * @param linkDensity share of characters inside of links, in [0, 1]
 * @param textDensity words per tag
 * @param punctuation share of signs among the characters, in [0, 1]
 * @param position share of the page's blocks before it, in [0, 1)
 * @param headingLevel 1 to 6 in a heading, else 0
 * @param list whether it is in a list
 * @param table whether it is in a table
 * @param code whether it is in preformatted text
 */
public record BlockFeatures(
    int words,
    int characters,
    int linkWords,
    double linkDensity,
    double textDensity,
    double punctuation,
    double position,
    int headingLevel,
    boolean list,
    boolean table,
    boolean code) {}
