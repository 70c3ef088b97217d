package dev.crawlsieve.core.sweep;

import java.util.List;

/**
 * How far the pages of a sample are from their nearest neighbours among the pages kept before them,
 * by each feature alone. A threshold does little harm where few pages lie between many near and
 * many far ones.
 *
 * @param sampled pages of the sample, including those with an exact copy
 * @param exact pages of the sample with an exact copy, counted nowhere else
 * @param tooShort pages of the sample whose text is too short for near matches, counted nowhere
 *     else
 * @param byDistance number of pages by the least Hamming distance of the SimHashes, 0 to 64 bits
 * @param byEqual number of pages by the most equal min-hashes of 84: estimated similarity × 84
 */
public record NearestDistances(
    long sampled, long exact, long tooShort, List<Long> byDistance, List<Long> byEqual) {

  public NearestDistances {
    byDistance = List.copyOf(byDistance);
    byEqual = List.copyOf(byEqual);
  }
}
