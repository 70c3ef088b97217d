package dev.crawlsieve.core.maintext;

import org.jspecify.annotations.Nullable;

/**
 * Recognises chrome by what elements declare: landmarks, roles, class names, hidden parts. The
 * declaration is ignored if the container has much of the page's prose.
 */
final class ChromeRules {

  /** Hints that are sufficient unless the container has much of the page's prose. */
  private static final int STRONG = Hint.CHROME & ~Hint.bits(Hint.HEADER, Hint.BYLINE, Hint.AUTHOR);

  /** Strong hints that apply even to prose in an element that is also hinted to be content. */
  private static final int FIRM =
      Hint.bits(Hint.COMMENT, Hint.CONSENT, Hint.ADVERT, Hint.FOOTER, Hint.NAVIGATION);

  private static final int COMMENT = Hint.bits(Hint.COMMENT);
  private static final int LEAST_WORDS_OF_COMMENT = 3;

  /** Hints that apply only to elements with little text. */
  private static final int WEAK = Hint.CHROME & ~STRONG;

  /** The largest share of the page's prose in each kind of chrome. */
  private static final double HIDDEN_SHARE = 0.6;

  private static final double CHROME_SHARE = 0.4;

  /** The largest share of the page's words in a footer. */
  private static final double FOOTER_SHARE = 0.6;

  /** With fewer words of prose, a container is also judged by its share of all words. */
  private static final int PROSE_OF_CONTENT = 60;

  /** With this many words of prose, an article is the page's content. */
  private static final int PROSE_OF_ARTICLE = 40;

  /** A text area with more words of prose is content, for example the source of a wiki page. */
  private static final int PROSE_OF_SOURCE = 30;

  private static final double AUTHOR_SHARE = 0.25;
  private static final double CHROME_IN_CONTENT_SHARE = 0.15;

  private final Outline outline;

  /**
   * The outermost article with all titles of the page and text of its own; null if there is none.
   */
  private final @Nullable Container article;

  ChromeRules(Outline outline) {
    this.outline = outline;
    this.article = article(outline);
  }

  private static @Nullable Container article(Outline outline) {
    for (Container container : outline.containers()) {
      if (container.landmark == Landmark.ARTICLE
          && container.titles > 0
          && container.titles == outline.root().titles
          && container.prose >= PROSE_OF_ARTICLE) {
        return container;
      }
    }
    return null;
  }

  Boxes apply() {
    Boxes boxes = new Boxes(outline);
    for (Container container : outline.containers()) {
      if (isShown(container, boxes) || !boxes.inherit(container)) {
        Reason reason = of(container);
        if (reason != null) {
          boxes.drop(container, reason);
        }
      }
    }
    return boxes;
  }

  private static boolean isShown(Container container, Boxes boxes) {
    return container.shown && boxes.reason(container.around()) == Reason.HIDDEN;
  }

  private @Nullable Reason of(Container container) {
    if (container.parent == null || container.tag == Tag.BODY) {
      return null;
    }
    if (container.tag.isControl() && container.prose < PROSE_OF_SOURCE) {
      return Reason.CONTROL;
    }
    double share = share(container.prose, outline.root().prose);
    if (container.hidden) {
      int hidden = container.prose - container.shownProse;
      return share(hidden, outline.root().prose) < HIDDEN_SHARE ? Reason.HIDDEN : null;
    }
    if (container.holdsMain) {
      return null;
    }
    double wordShare = share(container.words, outline.root().words);
    if (container.prose < PROSE_OF_CONTENT) {
      share = Math.min(share, wordShare);
    }
    Reason landmark = landmark(container);
    if (landmark != null && (share < CHROME_SHARE || isBesideArticle(container))) {
      return landmark;
    }
    if (isFooter(container) && (container.prose < PROSE_OF_CONTENT || wordShare < FOOTER_SHARE)) {
      return Reason.FOOTER;
    }
    if (container.landmark == Landmark.MAIN
        || container.landmark == Landmark.ARTICLE
        || container.is(Container.IN_CODE)
        || isProse(container)
        || holdsArticle(container)) {
      return null;
    }
    return byHints(container, share);
  }

  /** Whether a container is around the page's article, which some sites open in a box. */
  private boolean holdsArticle(Container container) {
    return article != null && container.holds(article);
  }

  /**
   * Whether a container is beside the page's article; it is then chrome, however much text it has.
   */
  private boolean isBesideArticle(Container container) {
    return container.landmark == Landmark.COMPLEMENTARY
        && article != null
        && !article.holds(container)
        && !holdsArticle(container);
  }

  private static boolean isFooter(Container container) {
    if (container.titles > 0) {
      return false;
    }
    return container.landmark == Landmark.FOOTER
        || (Hint.FOOTER.in(container.hints)
            && !Hint.CONTENT.in(container.hints)
            && container.prose < PROSE_OF_CONTENT);
  }

  private static double share(int part, int whole) {
    return (double) part / Math.max(1, whole);
  }

  private @Nullable Reason landmark(Container container) {
    return switch (container.landmark) {
      case NAVIGATION -> Reason.NAVIGATION;
      case FOOTER -> Reason.FOOTER;
      case COMPLEMENTARY -> Reason.COMPLEMENTARY;
      case SEARCH -> Reason.SEARCH;
      case DIALOG -> holdsArticle(container) ? null : Reason.DIALOG;
      case BANNER -> container.is(Container.IN_ARTICLE | Container.IN_MAIN) ? null : Reason.BANNER;
      default -> null;
    };
  }

  /** Whether a container is a paragraph, or words within one. Its class name is then ignored. */
  private static boolean isProse(Container container) {
    if (container.tag.flow() == Tag.Flow.INLINE) {
      return container.around().tag == Tag.PARAGRAPH && container.around().prose >= 10;
    }
    return container.tag == Tag.PARAGRAPH && container.prose >= 20 && container.linkDensity() < 0.3;
  }

  private static @Nullable Reason byHints(Container container, double share) {
    int hints = container.hints;
    if (hints == COMMENT && isCodeComment(container)) {
      return null;
    }
    boolean content = Hint.CONTENT.in(hints);
    boolean text = content && container.prose >= 80 && container.linkDensity() < 0.1;
    if (text && (hints & FIRM) == 0) {
      return null;
    }
    if ((hints & STRONG) != 0 && share < (content ? CHROME_IN_CONTENT_SHARE : CHROME_SHARE)) {
      return Reason.HINT;
    }
    if (Hint.AUTHOR.in(hints) && share < AUTHOR_SHARE) {
      return Reason.HINT;
    }
    if (isMenu(container)) {
      return Reason.LINKS;
    }
    boolean little =
        container.prose < 40 && container.headingChars == 0 && !Hint.FIELD.in(container.hints);
    return (hints & WEAK) != 0 && !content && little ? Reason.HINT : null;
  }

  /** Whether a container may be a comment in highlighted source code. */
  private static boolean isCodeComment(Container container) {
    return container.tag.flow() == Tag.Flow.INLINE
        && container.linkChars == 0
        && container.words >= LEAST_WORDS_OF_COMMENT;
  }

  /** Whether a container has nothing but several links of a few words each. */
  private static boolean isMenu(Container container) {
    return container.links >= 3
        && container.prose == 0
        && container.linkDensity() > 0.8
        && container.words < 3.5 * container.links
        && !container.is(Container.IN_TABLE);
  }
}
