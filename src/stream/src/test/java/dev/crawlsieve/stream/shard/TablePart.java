package dev.crawlsieve.stream.shard;

import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.LaneTime;
import dev.crawlsieve.core.index.Lookup;
import dev.crawlsieve.core.index.store.TableIndex;
import dev.crawlsieve.stream.index.LeaderPart;

/** A part of a lane's leaders in an index of its own. */
class TablePart extends WrappedIndex implements LeaderPart {

  TablePart(TableIndex index) {
    super(index);
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
  public Lookup lookup(ComparedPage page, boolean contentOnly, long from) {
    return index.lookup(page, contentOnly, from);
  }

  @Override
  public long tick() {
    return LeaderPart.super.tick();
  }

  @Override
  public void freeBelow(long ordinal) {
    if (ordinal > index.firstOrdinal()) {
      index.dropBelow(ordinal);
    }
  }
}
