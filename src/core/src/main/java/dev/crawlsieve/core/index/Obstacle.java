package dev.crawlsieve.core.index;

import dev.crawlsieve.core.name.Identity;

/**
 * Which condition on names and on what is lost keeps two pages apart that are near, or have the
 * same main text, where their names are not those of two items.
 */
public enum Obstacle {
  /** None of these. */
  NONE,
  /** The page has a title or first heading, and the kept page has neither. */
  NO_NAME,
  /** The kept page says too few words of the page's title or first heading. */
  FEW_NAMED,
  /** In one frame, the kept page lacks the page's first heading, or its title. */
  NAME_IN_ONE_FRAME,
  /** More is lost than may be beside the same main text, see {@link #mostLost}. */
  MANY_LOST,
  /** The same, and the kept page, on another site, says too few words of the page's name. */
  FEW_NAMED_IN_ANOTHER_FRAME,
  /** On one site, a title or first heading is lost beside the same main text, which is short. */
  NAME_LOST,
  /** Words are lost beside the same main text, which is a template of the page's site. */
  ITEM_LOST,
  /** Each shows a picture, or offers a file, that the other one does not. */
  PICTURES;

  /**
   * The first condition that two pages do not meet.
   *
   * @param identity what their names say, except that they are of two items
   */
  public static Obstacle of(ComparedPage page, ComparedPage leader, Identity identity) {
    Obstacle first =
        page.sameContent(leader)
            ? ItemDetector.ofLoss(page, leader, identity)
            : identity == Identity.SAME
                ? NONE
                : ItemDetector.ofName(page, leader, identity == Identity.ALIKE);
    if (first == MANY_LOST && ItemDetector.isUnnamedInAnotherFrame(page, leader, identity)) {
      return FEW_NAMED_IN_ANOTHER_FRAME;
    }
    return first == NONE && page.showsOtherPictures(leader, identity) ? PICTURES : first;
  }

  /** How many words of a page may be lost beside the same main text. */
  public static int mostLost(ComparedPage page, Identity identity) {
    return ItemDetector.mostLost(page, identity);
  }
}
