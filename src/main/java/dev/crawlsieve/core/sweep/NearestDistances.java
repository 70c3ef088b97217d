package dev.crawlsieve.core.sweep;

import java.util.List;

/**
 * How far a sample of the pages is from its nearest neighbour among the pages kept before it, by
 * each feature alone. Where there are few pages between many near and many far ones, a threshold
 * does little harm.
 *
 * @param sampled pages of the sample, those with an exact copy included
 * @param exact pages of the sample with an exact copy, counted nowhere else
 * @param tooShort pages of the sample whose text is too short to match nearly, counted nowhere else
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
