package dev.crawlsieve.core.engine;

import dev.crawlsieve.core.index.LeaderIndex;
import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.index.Lookup;
import dev.crawlsieve.core.index.ScopeKeys;
import dev.crawlsieve.core.index.SiteEvidence;
import dev.crawlsieve.core.verdict.Decider;
import dev.crawlsieve.core.verdict.Verdict;

/**
 * From fingerprints to verdicts: the pages of one lane in order, over an index of those that were
 * kept. Run, sieve, replay, ask and the library's users all decide here. Not thread-safe.
 */
public final class Lane {

  private final int number;
  private final LeaderIndex index;
  private final Verdict.Basis basis;
  private final Decider decider;
  private final ScopeKeys scopes = new ScopeKeys();

  /**
   * A lane that continues where its index stands.
   *
   * @param number the lane's number
   * @param index gets the pages that are kept
   * @param basis what verdicts say that they were made by
   */
  public Lane(int number, LeaderIndex index, Verdict.Basis basis) {
    this.number = number;
    this.index = index;
    this.basis = basis;
    this.decider = new Decider(index, basis.detector(), basis.settings());
  }

  /**
   * A page as the lane's index knows it.
   *
   * @param scope name of the scope that it is compared in
   * @param offset of its fingerprint in the lane
   * @param fingerprint in its stored form, known to be readable
   */
  public LeaderRecord page(byte[] scope, long offset, byte[] fingerprint) {
    return LeaderRecord.of(scopes.of(scope), offset, fingerprint);
  }

  /** Decides on the next page, and keeps it if it is unique. */
  public Verdict decide(LeaderRecord page) {
    return decider.decide(number, page);
  }

  /**
   * The verdict that {@link #decide} would give next; changes nothing.
   *
   * @param found what the index says of the page, see {@link
   *     dev.crawlsieve.core.index.store.TableIndex#ask}
   */
  public Verdict ask(LeaderRecord page, Lookup found) {
    LeaderRecord informed = new SiteEvidence(index).informed(page);
    return Decider.verdict(number, informed, found, index.overrides(), basis);
  }
}
