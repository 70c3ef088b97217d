package dev.crawlsieve.stream.shard;

import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.LeaderIndex;
import dev.crawlsieve.core.index.Lookup;
import dev.crawlsieve.core.index.store.TableIndex;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Passes everything on to an index but the time, which it ignores. */
public class WrappedIndex implements LeaderIndex {

  protected final TableIndex index;

  protected WrappedIndex(TableIndex index) {
    this.index = index;
  }

  @Override
  public Lookup lookup(ComparedPage page) {
    return index.lookup(page);
  }

  @Override
  public void put(long ordinal, ComparedPage leader) {
    index.put(ordinal, leader);
  }

  @Override
  public List<Long> leaders(long from, long to, Predicate<ComparedPage> which) {
    return index.leaders(from, to, which);
  }

  @Override
  public List<String> sites(String from, String to) {
    return index.sites(from, to);
  }

  @Override
  public void dropSite(String key) {
    index.dropSite(key);
  }

  @Override
  public ComparedPage get(long ordinal) {
    return index.get(ordinal);
  }

  @Override
  public long expired() {
    return index.expired();
  }

  @Override
  public long nextOrdinal() {
    return index.nextOrdinal();
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
  public long tick() {
    return index.tick();
  }

  @Override
  public void close() {
    index.close();
  }
}
