package dev.crawlsieve.core.index;

/**
 * The rule for two similar pages: a page is a copy if nothing is lost with it, or if it is the same
 * item and next to nothing of the item is lost.
 *
 * <p>It is monotone: a page that is more like the kept one is no less a copy. All bounds are shares
 * of the kept page, and what the site shows is asked about the kept page's name and text.
 */
final class Rule {

  // Chosen by measurement on whole sites, see docs/tuning.md. All are numbers of words.

  /** Up to this many words are next to nothing: a link to the next page, a count. */
  private static final int FEW = PagePair.FEW;

  /** The same where many pages have the text: a link, or a date in words. */
  private static final int VERY_FEW = 2;

  /** Of prose, one word in so many may be edited; in another form of the page, one in a few. */
  private static final int EDIT = 24;

  private static final int OTHER_FORM = 6;

  /** A frame is lost: other teasers, a footer, a menu; beside a long text more. */
  private static final int FRAME = 64;

  private static final int SMALL_FRAME = 32;

  /** A site has a text as its own if at most one name in so many has nearly the text. */
  static final int SHARE = 16;

  /** A name is common if so many texts have it, and one in {@link #SHARE}. */
  private static final int COMMON = 3;

  /** The same text on another site lacks at most one word in so many. */
  private static final int REPRINT = 16;

  /** Likewise, of two texts without titles at two addresses. */
  private static final int UNTITLED = 32;

  private static final int UNTITLED_SWAPPED = 128;

  /** The kept page says so large a share of the page's title or heading. */
  private static final double NAMED = 0.5;

  private Rule() {}

  /**
   * Decides on two pages that a detector calls similar, or that have the same main text.
   *
   * @param alikeEqual the fewest equal min-hashes of two texts without titles
   * @param closest in bits, where tables find all pairs; -1 if they do not
   */
  static Reason decide(PagePair pair, int alikeEqual, int closest) {
    if (!isCompared(pair, closest)) {
      return Reason.OTHER_NAME;
    }
    if (pair.sameUrl()) {
      return Reason.SAME_URL;
    }
    Reason reason =
        isNothingLost(pair)
            ? Reason.NOTHING_LOST
            : pair.pageName().isKnown() ? ofItem(pair) : ofText(pair, alikeEqual);
    return reason.isCopy() && swapsPictures(pair) ? Reason.OTHER_PICTURES : reason;
  }

  /**
   * Whether two pages are compared at all. A site may have thousands of pages of one template; they
   * are told apart by their names, in the tables, before their records are read.
   */
  private static boolean isCompared(PagePair pair, int closest) {
    if (!pair.toldApart()) {
      return true;
    }
    ComparedPage page = pair.page();
    if (pair.sameText()) {
      return mayCopyOther(page, Feature.REST.of(pair.kept()));
    }
    return (pair.distance() <= closest && page.fewShareText()) || page.fewShareSimilarText();
  }

  /** Whether a page is compared with one of the same main text and another name. */
  static boolean mayCopyOther(ComparedPage page, long rest) {
    return page.isKnownByText() && (page.fewShareText() || WholeText.mayBeAlike(page, rest));
  }

  private static boolean isNothingLost(PagePair pair) {
    if (!pair.complete() || !keepsFacts(pair)) {
      return false;
    }
    int lost = pair.prose() + pair.beside() + pair.links();
    return lost <= (isLong(pair) ? few(pair) : 0)
        && keepsName(pair, lost + Math.max(0, pair.data() - pair.name())) // scripts repeat names
        && !(choosesTwo(pair) && pair.losesPictures(false));
  }

  /**
   * A name may be lost if nothing else is, and the text is the page's own, or a list: its entries
   * say what it shows, under any name, be it the kept page alone.
   */
  private static boolean keepsName(PagePair pair, int lost) {
    return pair.name() == 0
        || (lost <= (pair.sameText() ? few(pair) : VERY_FEW)
            && (listsTheSame(pair)
                || (pair.timesAndNumbersBeside() == 0
                    && isTextOfOne(pair)
                    && (pair.sameText() || !pair.swapsNames()))));
  }

  /** Whether the page is a list of what the kept one lists, or of the kept page alone. */
  private static boolean listsTheSame(PagePair pair) {
    return pair.areLists() || pair.isEntry();
  }

  /** Whether two lists have the same entries; what stands around them may differ. */
  private static boolean isOneList(PagePair pair) {
    return listsTheSame(pair)
        && pair.complete()
        && keepsFacts(pair)
        && pair.proseBlocks() == 0
        && keepsFrame(pair)
        && !isTemplate(pair)
        && !pair.losesPictures(false);
  }

  /** Whether the kept page's text is its own, under any name. */
  private static boolean isTextOfOne(PagePair pair) {
    return isLong(pair)
        && isOwn(pair)
        && pair.site().sharing() <= VERY_FEW
        && !pair.pageName().differsInNumbers(pair.keptName());
  }

  private static Reason ofItem(PagePair pair) {
    boolean oneSite = pair.pageName().sameSite(pair.keptName());
    if (oneSite && isOneList(pair)) {
      return Reason.SAME_TEXT;
    }
    if (oneSite && pair.pageName().pagesDiffer(pair.keptName())) {
      return Reason.OTHER_PAGE;
    }
    if (pair.page().namedIn(pair.kept()) < NAMED) {
      return Reason.NAME_LOST;
    }
    if (!oneSite) {
      return ofTwoSites(pair);
    }
    if (isOneAddress(pair)) {
      return Reason.SAME_ADDRESS;
    }
    return ofOneName(pair);
  }

  /** Another frame around the same text, which is not a template of the page's site. */
  private static Reason ofTwoSites(PagePair pair) {
    if (isTemplateOfSite(pair)) {
      return Reason.TEMPLATE;
    }
    int own = pair.ownWords();
    int main = pair.keptMainWords();
    int rest = pair.beside() + pair.links();
    if (!pair.isNamedInName() && rest <= VERY_FEW) {
      return Reason.NAME_LOST; // in one frame, another name is another item
    }
    boolean kept =
        REPRINT * own <= pair.keptWords()
            && pair.lines() <= main / FEW
            && pair.beside() <= Math.max(main / FEW, Math.min(SMALL_FRAME, main / 4))
            && pair.links() <= main;
    return kept ? Reason.SAME_TEXT : Reason.TEXT_LOST;
  }

  /** Two forms of one page: printed, on a phone, in another release, not yet translated. */
  private static boolean isOneAddress(PagePair pair) {
    int prose = Math.max(SMALL_FRAME, pair.keptMainWords() / OTHER_FORM);
    boolean one = pair.pageName().sameAddress(pair.keptName());
    boolean named = one && isNamedAlike(pair);
    if (one && pair.pageName().joinedByLink(pair.keptName())) {
      return named
          && pair.prose() <= prose
          && pair.lines() <= FEW
          && !swapsWords(pair)
          && keepsFrame(pair);
    }
    return (named || pair.pageName().isAnotherRelease(pair.keptName()))
        && pair.prose() <= prose
        && pair.lines() <= FRAME
        && pair.beside() <= Math.max(2 * FRAME, pair.keptMainWords() / 2);
  }

  private static Reason ofOneName(PagePair pair) {
    if (!pair.complete()) {
      return Reason.UNKNOWN_LOSS;
    }
    if (!isNamedAlike(pair) && !(pair.sameText() && isTextOfOne(pair))) {
      return Reason.NAME_LOST;
    }
    boolean tracked = // clocks differ
        pair.pageName().hasMoreParameters(pair.keptName()) && !pair.losesLine();
    if (!tracked && !keepsFacts(pair)) {
      return Reason.FACT_LOST;
    }
    int edited = isTemplate(pair) ? VERY_FEW : Math.max(FEW, pair.keptMainWords() / EDIT);
    if (pair.prose() > edited || swapsWords(pair) || !keepsFrame(pair)) {
      return Reason.TEXT_LOST;
    }
    return isCommon(pair) ? Reason.COMMON_NAME : Reason.SAME_NAME;
  }

  /** Texts without titles: only words tell them apart. */
  private static Reason ofText(PagePair pair, int alikeEqual) {
    boolean similar = pair.sameText() || pair.equal() >= alikeEqual;
    int own = pair.ownWords();
    boolean kept =
        !pair.pageName().choosesAnother(pair.keptName())
            || (own <= Math.max(VERY_FEW, pair.keptWords() / UNTITLED)
                && UNTITLED_SWAPPED * Math.min(own, pair.othersWords()) <= pair.keptWords()
                && pair.numbers() == 0);
    return similar && kept ? Reason.SIMILAR : Reason.OTHER_TEXT;
  }

  private static boolean isNamedAlike(PagePair pair) {
    return pair.pageName().hasWords()
        && pair.keptName().hasWords()
        && pair.pageName().extendsWords(pair.keptName());
  }

  /** Whether each says something of its own. */
  private static boolean swapsWords(PagePair pair) {
    return pair.prose() > 0 && Math.min(pair.ownWords(), pair.othersWords()) > FEW;
  }

  private static boolean keepsFacts(PagePair pair) {
    return !pair.losesLine() && pair.numbers() == 0;
  }

  /** What stands around the item may differ, more so if the two addresses end in one name. */
  private static boolean keepsFrame(PagePair pair) {
    int main = pair.keptMainWords();
    int most =
        !isLong(pair)
            ? 0
            : pair.pageName().sameLast(pair.keptName())
                ? Math.max(FRAME, main / 4)
                : Math.max(SMALL_FRAME, main / SHARE);
    return pair.beside() + pair.links() <= most;
  }

  private static boolean isLong(PagePair pair) {
    return pair.kept().nearEligible();
  }

  private static int few(PagePair pair) {
    boolean oneSite = pair.pageName().sameSite(pair.keptName());
    return (oneSite ? isTemplate(pair) : isTemplateOfSite(pair)) ? VERY_FEW : FEW;
  }

  private static boolean isOwn(PagePair pair) {
    return SHARE * (pair.site().sharing() + 1) <= pair.site().names();
  }

  private static boolean isTemplate(PagePair pair) {
    return !isOwn(pair) && pair.site().sharing() >= VERY_FEW;
  }

  /**
   * Whether it proves nothing that another site has the text: several pages of this site have it,
   * and differ beside it, as products without names do; or several nearly have it, unless it is the
   * very text under the very name.
   */
  private static boolean isTemplateOfSite(PagePair pair) {
    SiteCounts.About site = pair.site();
    return (pair.sameText() && isNamedAlike(pair))
        ? site.identical() >= COMMON
        : isTemplate(pair) || site.variants() >= COMMON;
  }

  private static boolean isCommon(PagePair pair) {
    SiteCounts.About site = pair.site();
    return site.titled() >= COMMON && SHARE * site.titled() >= site.texts();
  }

  private static boolean choosesTwo(PagePair pair) {
    return pair.name() > 0 || pair.pageName().choosesAnother(pair.keptName());
  }

  private static boolean swapsPictures(PagePair pair) {
    return choosesTwo(pair) && pair.swapsPictures(pair.name() > 0);
  }
}
