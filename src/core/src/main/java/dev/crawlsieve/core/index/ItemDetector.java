package dev.crawlsieve.core.index;

import dev.crawlsieve.core.config.HostThresholds;
import dev.crawlsieve.core.config.Threshold;
import dev.crawlsieve.core.name.Identity;
import dev.crawlsieve.core.page.BlockKind;

/**
 * Near iff another detector says so and the pages are one item by their names and by what they say:
 * pages with the same name need no more; pages with similar names must be more similar, and must
 * say each other's names, as must those of which one has no name; pages with different names are
 * near only if nothing is lost, and the text is not one that the site has under many names.
 *
 * @param similar decides how similar two pages must be, ranks them, and has the tables
 * @param minEqual the fewest equal min-hashes of pages whose names are alike
 */
record ItemDetector(Detector similar, int minEqual) implements Detector {

  // Chosen by measurement on real pages, see docs/tuning.md.

  /** The least share of the words of a page's title or heading that the kept page says. */
  private static final double LEAST_NAMED = 0.4;

  /** The same, where the main text is equal and nothing else. */
  private static final double LEAST_NAMED_IN_ANOTHER_FRAME = 0.6;

  /** Beside a long main text, one for so many words is next to nothing. */
  private static final int MAIN_TEXT_TO_FEW = 32;

  /** In bits, between pages of two names. */
  private static final int MOST_OTHER_DISTANCE = 3;

  /** Of 84 min-hashes, of pages of two names: an estimated similarity of 0.92. */
  private static final int LEAST_OTHER_EQUAL = 78;

  /** In bits, between pages of two names of which one has other headings. */
  private static final int MOST_CLOSE_DISTANCE = 6;

  /** The same, of 84 min-hashes: an estimated similarity of 0.89. */
  private static final int LEAST_CLOSE_EQUAL = 75;

  static ItemDetector of(Detector similar, double alikeSimilarity) {
    return new ItemDetector(similar, Nearness.minEqual(alikeSimilarity));
  }

  @Override
  public int rank(int distance, int equal) {
    return similar.rank(distance, equal);
  }

  @Override
  public int rank(ComparedPage page, ComparedPage leader, Nearness nearness) {
    int rank = similar.rank(page, leader, nearness);
    return rank != NO_MATCH && isItem(page, leader, nearness) ? rank : NO_MATCH;
  }

  private boolean isItem(ComparedPage page, ComparedPage leader, Nearness nearness) {
    return isNamed(page, leader, nearness)
        && !page.showsOtherPictures(leader, nearness.identity())
        && !page.sharesTemplateOnly(leader);
  }

  private boolean isNamed(ComparedPage page, ComparedPage leader, Nearness nearness) {
    return switch (nearness.identity()) {
      case SAME -> !page.isInAnotherFolder(leader);
      case ALIKE ->
          nearness.equal() >= minEqual
              && isNamedIn(page, leader, true)
              && !page.isAnotherOfTemplate(leader);
      case NONE -> isNamedIn(page, leader, false);
      case OTHER -> isSaid(page, leader, nearness);
    };
  }

  /** Whether another page says all that a page says, or what a page with a name of its own says. */
  private boolean isSaid(ComparedPage page, ComparedPage leader, Nearness nearness) {
    int most = page.sharesRareTitle(leader) ? Lost.VERY_FEW_WORDS : 0;
    return (!page.toldApart(leader)
            && Lost.of(page, leader).isAtMost(most)
            && page.swappedWords(leader) == 0
            && page.swappedNumbers(leader) == 0)
        || isSaidUnderAnotherName(page, leader, nearness)
        || (isNearOther(nearness) && isAnotherForm(page, leader));
  }

  /**
   * Whether two pages of one site are two forms of one item, such as a page and its print version:
   * one name, perhaps without the site's in it, and one text, but two frames. Items of one template
   * have one frame.
   */
  private static boolean isAnotherForm(ComparedPage page, ComparedPage leader) {
    return page.nearEligible()
        && page.mayBeAnotherForm(leader)
        && losesFrame(page, leader)
        && Lost.areInTwoFrames(page, leader)
        && page.swappedWords(leader) == 0
        && page.swappedNumbers(leader) == 0;
  }

  /**
   * Whether another page says and shows all that a page with a text of its own does: one list under
   * two names, such as those of two tags. It also has to say the name, unless hardly another name
   * has such a text and nothing but the name is lost, neither words nor numbers.
   */
  private boolean isSaidUnderAnotherName(
      ComparedPage page, ComparedPage leader, Nearness nearness) {
    if (!page.site().texts().areOwn()
        || (nearness.distance() > mostOtherDistance() && !isSimilarOther(page, nearness))
        || page.isAnotherPageOfList(leader)
        || page.isAnotherOfSeries(leader)
        || page.differsInNumbers(leader)
        || page.losesPictures(leader)
        || Lost.isOfValues(page)) {
      return false;
    }
    boolean named = isNearOther(nearness) && page.namedIn(leader) >= 1;
    return (named && Lost.besideNames(page, leader).isAtMost(Lost.VERY_FEW_WORDS))
        || (page.site().texts().areRare()
            && page.losesNoWords(leader)
            && losesNameOnly(page, leader, nearness));
  }

  /**
   * Whether nothing is lost but names and a link or two. A page of a rare text that is closer may
   * call itself in another heading or in links, too.
   */
  private static boolean losesNameOnly(ComparedPage page, ComparedPage leader, Nearness nearness) {
    Lost lost = Lost.besideNamesAndData(page, leader);
    return (lost.isAtMost(Lost.VERY_FEW_WORDS) && lost.isOnly(BlockKind.LINKS))
        || (lost.isAtMost(Lost.FEW_WORDS)
            && lost.isOnly(BlockKind.HEADING, BlockKind.LINKS)
            && page.site().hasRareText()
            && nearness.distance() <= MOST_CLOSE_DISTANCE
            && nearness.equal() >= LEAST_CLOSE_EQUAL);
  }

  /** Whether a page of another name is as near as one of the same, and hardly another one is. */
  private boolean isSimilarOther(ComparedPage page, Nearness nearness) {
    return page.site().hasRareText()
        && similar.rank(nearness.distance(), nearness.equal()) != NO_MATCH;
  }

  private boolean isNearOther(Nearness nearness) {
    return nearness.distance() <= mostOtherDistance()
        && nearness.equal() >= Math.max(minEqual, LEAST_OTHER_EQUAL);
  }

  /** In bits: tables find all that are as close, under any name. */
  private int mostOtherDistance() {
    return Math.min(MOST_OTHER_DISTANCE, similar.findsWithin());
  }

  /**
   * Whether another page says what a page calls itself. In one frame, that has to be in the same
   * words: pages of one template with two names are two items. In another frame an article may have
   * another headline, but it is about what its headline says.
   *
   * @param titles whether their titles count as two names if they differ, not only their headings
   */
  private static boolean isNamedIn(ComparedPage page, ComparedPage leader, boolean titles) {
    return ofName(page, leader, titles) == Obstacle.NONE;
  }

  static Obstacle ofName(ComparedPage page, ComparedPage leader, boolean titles) {
    if (!page.isTitled()) {
      return Obstacle.NONE;
    }
    if (!leader.isTitled()) {
      return Obstacle.NO_NAME;
    }
    if (page.namedIn(leader) < LEAST_NAMED) {
      return Obstacle.FEW_NAMED;
    }
    return Lost.isNameInOneFrame(page, leader, titles) ? Obstacle.NAME_IN_ONE_FRAME : Obstacle.NONE;
  }

  /**
   * The main text of two pages may be a notice, a menu, or the introduction of two lists. So two
   * pages with the same main text are copies only if next to nothing is lost beside it; those of
   * the same item, if it is less than the main text, or than a title and a footer, which name the
   * release; and the same address always. Another site's frame may differ, as it may for near
   * copies. A short text proves nothing where a site gives it two names. If their names differ, the
   * rest must be alike, too, so that tables can rule out most of them, and nothing but the name is
   * lost, unless the text is the page's own: then what would be near if a word differed is a copy,
   * too.
   */
  @Override
  public boolean copies(ComparedPage page, ComparedPage leader, Identity identity) {
    return losesNothing(page, leader, identity) && !page.showsOtherPictures(leader, identity);
  }

  private boolean losesNothing(ComparedPage page, ComparedPage leader, Identity identity) {
    return switch (identity) {
      case SAME -> ofLoss(page, leader, identity) == Obstacle.NONE;
      case ALIKE, NONE ->
          ofLoss(page, leader, identity) == Obstacle.NONE
              || isItemInAnotherFrame(page, leader)
              || isAnotherForm(page, leader);
      case OTHER ->
          copiesOther(page, leader)
              || isAnotherForm(page, leader)
              || (page.nearEligible()
                  && isSaidUnderAnotherName(page, leader, Nearness.of(page, leader)));
    };
  }

  static Obstacle ofLoss(ComparedPage page, ComparedPage leader, Identity identity) {
    if (identity == Identity.SAME) {
      return page.urlHash() == leader.urlHash() || losesFrame(page, leader)
          ? Obstacle.NONE
          : Obstacle.MANY_LOST;
    }
    if (!losesLittle(page, leader)) {
      return Obstacle.MANY_LOST;
    }
    if (!page.nearEligible() && losesNameOnOneSite(page, leader)) {
      return Obstacle.NAME_LOST;
    }
    return losesItemOfTemplate(page, leader) ? Obstacle.ITEM_LOST : Obstacle.NONE;
  }

  private static boolean copiesOther(ComparedPage page, ComparedPage leader) {
    if (page.nearEligible() && WholeText.isAlike(page, leader)) {
      Lost beside = Lost.besideNames(page, leader);
      boolean own = page.site().texts().areOwn();
      if (own ? beside.isAtMost(Lost.FEW_WORDS) : beside.isAtMost(0) && losesLittle(page, leader)) {
        return true;
      }
    }
    return (page.sharesRareTitle(leader)
            || (page.name().sameWords(leader.name()) && WholeText.isSame(page, leader)))
        && losesLittle(page, leader);
  }

  /**
   * Whether a text that another site has in its frame would be near if a word of it differed; but
   * menus of two restaurants may have no more than one paragraph in common.
   */
  private boolean isItemInAnotherFrame(ComparedPage page, ComparedPage leader) {
    return page.nearEligible()
        && !page.name().sameSite(leader.name())
        && (!page.isTitled() || page.namedIn(leader) >= LEAST_NAMED_IN_ANOTHER_FRAME)
        && isItem(page, leader, Nearness.of(page, leader));
  }

  /** Whether only a name keeps the text in another site's frame from being a copy. */
  static boolean isUnnamedInAnotherFrame(
      ComparedPage page, ComparedPage leader, Identity identity) {
    return identity != Identity.SAME
        && page.nearEligible()
        && !page.name().sameSite(leader.name())
        && page.isTitled()
        && page.namedIn(leader) < LEAST_NAMED_IN_ANOTHER_FRAME;
  }

  private static boolean losesNameOnOneSite(ComparedPage page, ComparedPage leader) {
    return page.name().sameSite(leader.name()) && Lost.of(page, leader).hasName();
  }

  /**
   * Whether a page of another site has the text that many pages of this one have, and not the few
   * words that this one has beside it: a price, a number.
   */
  private static boolean losesItemOfTemplate(ComparedPage page, ComparedPage leader) {
    return page.name().ofTwoSites(leader.name())
        && page.site().sharesText()
        && !Lost.besideNames(page, leader).isAtMost(Lost.VERY_FEW_WORDS);
  }

  /** Whether no more is lost than another form of the same text may have around it. */
  private static boolean losesFrame(ComparedPage page, ComparedPage leader) {
    return Lost.of(page, leader).isAtMost(mostLost(page, Identity.SAME));
  }

  private static boolean losesLittle(ComparedPage page, ComparedPage leader) {
    return Lost.of(page, leader).isAtMost(mostLost(page, Identity.ALIKE));
  }

  /** How many words may be lost beside the same main text. */
  static int mostLost(ComparedPage page, Identity identity) {
    return identity == Identity.SAME
        ? Math.max(Lost.FRAME_WORDS, page.mainWords())
        : Math.max(Lost.FEW_WORDS, page.mainWords() / MAIN_TEXT_TO_FEW);
  }

  // Tables ask only about names that toldApart() tells apart, which have different words.

  @Override
  public boolean mayCopyOther(ComparedPage page, long rest) {
    return page.nearEligible()
        && (page.site().texts().areOwn() || WholeText.mayBeAlike(page, rest));
  }

  @Override
  public boolean reaches(ComparedPage page, ComparedPage leader) {
    return similar.reaches(page, leader);
  }

  @Override
  public boolean comparesNames() {
    return true;
  }

  @Override
  public int findsWithin() {
    return similar.findsWithin();
  }

  @Override
  public Detector within(HostThresholds thresholds) {
    return new ItemDetector(
        similar.within(thresholds),
        Math.max(minEqual, Nearness.minEqual(thresholds.stricter(Threshold.ALIKE, 0))));
  }

  @Override
  public TableLayout layout(long expectedLeaders) {
    return similar.layout(expectedLeaders).verifiedBy(this);
  }
}
