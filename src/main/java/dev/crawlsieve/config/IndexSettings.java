package dev.crawlsieve.config;

/**
 * The shape and the bounds of one lane's index.
 *
 * @param maxDistance k, in bits, 0 to 16: leaders within this Hamming distance match
 * @param expectedLeaders how many leaders the tables are laid out for
 * @param memoryBytes bound on the delta tables of one lane, in bytes
 */
public record IndexSettings(int maxDistance, long expectedLeaders, long memoryBytes) {

  public IndexSettings {
    if (maxDistance < 0 || maxDistance > 16) {
      throw new IllegalArgumentException(
          "simhash.max.distance is " + maxDistance + ", must be 0 to 16 bits");
    }
  }
}
