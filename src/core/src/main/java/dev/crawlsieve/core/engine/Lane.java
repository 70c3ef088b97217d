package dev.crawlsieve.core.engine;

import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.Forgetting;
import dev.crawlsieve.core.index.LeaderIndex;
import dev.crawlsieve.core.index.ScopeKeys;
import dev.crawlsieve.core.index.store.TableIndex;
import dev.crawlsieve.core.verdict.Decider;
import dev.crawlsieve.core.verdict.DroppedPages;
import dev.crawlsieve.core.verdict.Verdict;

/**
 * Decides on the pages of one lane, in order, against an index of the pages that were kept: from
 * fingerprints to verdicts. {@code run}, {@code sieve}, {@code ask}, the audit of {@code replay}
 * and the library's users all decide here. Not thread-safe.
 */
public final class Lane {

  private final int number;
  private final Verdict.Basis basis;
  private final Decider decider;
  private final ScopeKeys scopes = new ScopeKeys();

  /**
   * A lane that continues where its index stands.
   *
   * @param number the lane's number
   * @param index the kept pages; pages that are kept are added to it
   * @param basis the detector and settings that verdicts name as their basis
   */
  public Lane(int number, LeaderIndex index, Verdict.Basis basis) {
    this.number = number;
    this.basis = basis;
    this.decider = new Decider(index, basis.detector(), basis.settings());
  }

  /**
   * A page as the lane's index knows it.
   *
   * @param scope name of the scope in which it is compared
   * @param offset of its fingerprint in the lane
   * @param fingerprint in its stored form, known to be readable
   */
  public ComparedPage page(byte[] scope, long offset, byte[] fingerprint) {
    return ComparedPage.of(scopes.of(scope), offset, fingerprint);
  }

  /** Decides on the next page, and keeps it if it is unique. */
  public Verdict decide(ComparedPage page) {
    return decider.decide(number, page);
  }

  /** Forgets pages, as the next record of the lane asks. */
  public void forget(Forgetting asked) {
    decider.forget(asked);
  }

  /**
   * The verdict that {@link #decide} would give next; changes nothing.
   *
   * @param kept the index of the lane
   */
  public Verdict ask(TableIndex kept, ComparedPage page) {
    ComparedPage informed = kept.informed(page);
    return new DroppedPages(kept, basis)
        .ask(number, informed, kept.ask(informed), kept.then(page).expired());
  }
}
