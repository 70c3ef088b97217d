package dev.crawlsieve.core.name;

/**
 * How the folders of two addresses of one site differ: by one run of them, with the same folders
 * before and after it.
 *
 * @param ours folders of the first address in that run
 * @param others those of the second one
 * @param after how many folders follow that are the same
 * @param numbers whether the runs are of equal length and differ only in numbers
 * @param whole whether some of those are folders that are nothing but a number
 * @param numbered whether the runs are of equal length and all their folders have digits beside
 *     something else, as terms and releases have
 */
record FolderChange(
    int ours, int others, int after, boolean numbers, boolean whole, boolean numbered) {

  /** Fewer folders that follow may be the same by chance; items are in no more folders. */
  private static final int FEW = 2;

  static FolderChange between(PageName a, PageName b) {
    int least = Math.min(a.folders(), b.folders());
    int before = 0;
    while (before < least && a.folder(before) == b.folder(before)) {
      before++;
    }
    int after = 0;
    while (after < least - before
        && a.folder(a.folders() - 1 - after) == b.folder(b.folders() - 1 - after)) {
      after++;
    }
    int ours = a.folders() - before - after;
    int others = b.folders() - before - after;
    boolean numbers = ours == others;
    boolean whole = false;
    boolean numbered = ours == others && ours > 0;
    for (int i = 0; i < ours && i < others; i++) {
      int own = a.folder(before + i);
      int other = b.folder(before + i);
      numbers &= (short) own == (short) other;
      whole |= own != other && (own & other & Address.NUMBER) != 0;
      numbered &= (own & other & Address.NUMBERED) != 0 && ((own | other) & Address.NUMBER) == 0;
    }
    return new FolderChange(ours, others, after, numbers, whole, numbered);
  }

  /** Whether they are the same. */
  boolean same() {
    return ours == 0 && others == 0;
  }

  /**
   * Whether they may hold other items each: at most one folder follows that is the same, no numbers
   * say that they are two releases or terms, and neither has the path of another site in it, as a
   * copy has.
   */
  boolean choose() {
    return !same() && after < FEW && Math.max(ours, others) <= FEW && !numbers && !numbered;
  }

  /** Whether one address has folders that the other one lacks. */
  boolean inserted() {
    return (ours == 0) != (others == 0);
  }
}
