package dev.crawlsieve.core.index;

/** Finds exact copies: keyed by the content hash's high half; entries hold no payload. */
public record ContentTable() implements Table {

  @Override
  public String name() {
    return "content";
  }

  @Override
  public int keyBits() {
    return 64;
  }

  @Override
  public boolean holds(LeaderRecord record) {
    return true;
  }

  @Override
  public long key(LeaderRecord record) {
    return Keys.key(record.contentHigh(), record.scopeHigh());
  }

  @Override
  public Feature payload() {
    return Feature.NONE;
  }

  @Override
  public int within() {
    return 0;
  }
}
