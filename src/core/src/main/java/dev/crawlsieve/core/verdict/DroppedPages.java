package dev.crawlsieve.core.verdict;

import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.Forgetting;
import dev.crawlsieve.core.index.Lookup;
import dev.crawlsieve.core.index.PagePair;
import dev.crawlsieve.core.index.SiteEvidence;
import dev.crawlsieve.core.index.SiteRecord;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Decides from what was found, and remembers the pages that are dropped for what their sites have
 * shown so far. If one comes again, at the same URL and unchanged, and the site has shown since
 * that such pages are no copies, then it is still a copy of the same page, until that expires.
 *
 * <p>A page that is a copy for other reasons remains one without that. A page that was kept finds
 * itself.
 *
 * <p>The stored form, after the header of a {@link SiteRecord}, big-endian: i64 ordinal of the kept
 * page, then the evidence as in {@link EvidenceCodec}.
 *
 * @param store where they are remembered
 * @param basis the detector and settings that verdicts name as their basis
 */
public record DroppedPages(SiteEvidence.Store store, Verdict.Basis basis) {

  /** Length of {@link ComparedPage#storeKey}; those of sites are longer. */
  private static final int KEY_CHARS = SiteRecord.SITE.length() + 32;

  /**
   * Decides on a page, and remembers it if that may be needed.
   *
   * @param lane the lane's number
   * @param page as the index knows it
   * @param lookup result of the search among the lane's leaders, with the ordinal in the lane
   * @param expired leaders below this ordinal have expired
   */
  public Verdict decide(int lane, ComparedPage page, Lookup lookup, long expired) {
    if (!lookup.found()) {
      return ask(lane, page, lookup, expired);
    }
    PagePair pair = PagePair.of(page, Objects.requireNonNull(lookup.leader()));
    Verdict verdict = Decider.verdictOn(lane, page, lookup, Evidence.of(pair, lookup), basis);
    if (verdict.evidence() != null && pair.mayTurn()) {
      remember(page, lookup.ordinal(), verdict.evidence());
    }
    return verdict;
  }

  /** The verdict that {@link #decide} would give; remembers nothing. */
  public Verdict ask(int lane, ComparedPage page, Lookup lookup, long expired) {
    // the page that it copied is compared with it again, unless names rule it out before
    boolean comparable = lookup.compared() > 0 || !page.fewShareSimilarText();
    Evidence before = lookup.found() || !comparable ? null : remembered(store, page, expired);
    return Decider.verdict(lane, page, lookup, before, basis);
  }

  private void remember(ComparedPage page, long ordinal, Evidence evidence) {
    String key = page.storeKey();
    byte[] before = store.site(key);
    if (before == null || SiteRecord.value(before).getLong() < ordinal) {
      byte[] why = EvidenceCodec.encode(evidence);
      ByteBuffer value = ByteBuffer.allocate(Long.BYTES + why.length).putLong(ordinal).put(why);
      store.putSite(key, SiteRecord.encode(store.tick(), value.array()));
    }
  }

  /**
   * Whether the record under a key is that of a dropped page, which copied a page that is to be
   * forgotten.
   *
   * @param stored the record
   */
  static boolean isCopyOf(Forgetting asked, String key, byte[] stored) {
    return key.length() == KEY_CHARS
        && asked.covers(decode(SiteRecord.value(stored)).duplicateOf().url());
  }

  private static Evidence decode(ByteBuffer value) {
    value.getLong(); // the ordinal
    return EvidenceCodec.decode(value);
  }

  /**
   * Why a page was dropped when it came before; null if that is not remembered, or if the page that
   * it copied has expired.
   *
   * @param store where pages are remembered
   * @param expired leaders below this ordinal have expired
   */
  public static @Nullable Evidence remembered(
      SiteEvidence.Store store, ComparedPage page, long expired) {
    byte[] stored = store.site(page.storeKey());
    ByteBuffer value = stored == null ? null : SiteRecord.value(stored);
    return value == null || value.getLong() < expired ? null : EvidenceCodec.decode(value);
  }
}
