package dev.crawlsieve.lab.peers;

import com.dynatrace.hash4j.similarity.ElementHashProvider;
import com.dynatrace.hash4j.similarity.SimilarityHashPolicy;
import com.dynatrace.hash4j.similarity.SimilarityHasher;
import java.util.ArrayList;
import java.util.List;

/**
 * Fingerprints of dynatrace's hash4j. It has no index, so each text is compared with every kept
 * one: what a user would write first.
 */
final class Hash4jPeer implements Peer {

  private final String name;
  private final SimilarityHashPolicy policy;
  private final double share;

  /**
   * @param share share of equal components from which two texts are near-copies
   */
  Hash4jPeer(String name, SimilarityHashPolicy policy, double share) {
    this.name = name;
    this.policy = policy;
    this.share = share;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Answer find(List<String> texts) {
    SimilarityHasher hasher = policy.createHasher();
    int least = (int) Math.ceil(share * policy.getNumberOfComponents());
    List<byte[]> signatures = new ArrayList<>();
    Pairs pairs = new Pairs(texts.size());
    for (int text = 0; text < texts.size(); text++) {
      byte[] own = hasher.compute(ElementHashProvider.ofValues(Shingles.of(texts.get(text))));
      for (int earlier = 0; earlier < text; earlier++) {
        if (policy.getNumberOfEqualComponents(signatures.get(earlier), own) >= least) {
          pairs.add(earlier, text);
        }
      }
      signatures.add(own);
    }
    return Answer.of(pairs, texts.size());
  }
}
