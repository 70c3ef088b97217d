package dev.crawlsieve.stream.shard;

import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.LaneTime;
import dev.crawlsieve.core.index.Lookup;
import dev.crawlsieve.core.index.store.TableIndex;
import dev.crawlsieve.stream.index.LeaderPart;
import org.jspecify.annotations.Nullable;

/** A part of a lane's leaders in an index of its own. */
class TablePart implements LeaderPart {

  private final TableIndex index;

  TablePart(TableIndex index) {
    this.index = index;
  }

  @Override
  public LaneTime time() {
    return index.laneTime();
  }

  @Override
  public void putTime(LaneTime time) {
    index.putLaneTime(time);
  }

  @Override
  public void put(long ordinal, ComparedPage leader) {
    index.put(ordinal, leader);
  }

  @Override
  public long nextOrdinal() {
    return index.nextOrdinal();
  }

  @Override
  public Lookup lookup(ComparedPage page, boolean contentOnly, long from) {
    return index.lookup(page, contentOnly, from);
  }

  @Override
  public byte @Nullable [] site(String key) {
    return index.site(key);
  }

  @Override
  public void putSite(String key, byte[] stored) {
    index.putSite(key, stored);
  }

  @Override
  public void freeBelow(long ordinal) {
    if (ordinal > index.firstOrdinal()) {
      index.dropBelow(ordinal);
    }
  }
}
