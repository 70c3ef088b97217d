package dev.crawlsieve.lab.corpus;

/**
 * Which pairs to generate, and how many.
 *
 * @param seed determines all choices
 * @param variantsPerPage variants of each page, 1 to 9, with kinds taking turns
 * @param framesPerCouple pairs of two articles in one frame for each two consecutive pages
 * @param productPairs pairs of product pages in one frame
 * @param shortPairs pairs of short pages
 * @param leastWords articles with fewer words are not used
 * @param sameVersion versions of a page are near-duplicates up to this share of changed words
 * @param otherVersion versions of a page are different from this share on; undecided in between
 */
public record GeneratorSettings(
    long seed,
    int variantsPerPage,
    int framesPerCouple,
    int productPairs,
    int shortPairs,
    int leastWords,
    double sameVersion,
    double otherVersion) {

  /** The defaults: about as many near-duplicates as different pages. */
  public static GeneratorSettings withSeed(long seed) {
    return new GeneratorSettings(seed, 3, 3, 150, 150, 100, 0.1, 0.3);
  }

  public GeneratorSettings {
    if (variantsPerPage < 1 || variantsPerPage > 9) {
      throw new IllegalArgumentException(variantsPerPage + " variants of a page, must be 1 to 9");
    }
    if (framesPerCouple < 0 || productPairs < 0 || shortPairs < 0 || leastWords < 1) {
      throw new IllegalArgumentException("numbers of pairs must be at least 0, words at least 1");
    }
    if (!(0 <= sameVersion && sameVersion < otherVersion && otherVersion <= 1)) {
      throw new IllegalArgumentException(
          "shares of changed words " + sameVersion + " and " + otherVersion + ", must ascend");
    }
  }
}
