package dev.crawlsieve.core.maintext;

import dev.crawlsieve.core.text.Letters;
import org.jspecify.annotations.Nullable;

/**
 * An element's purpose as suggested by the words of its class or id: those of programs, in English,
 * and some in German, French, Spanish and Italian. In other languages it suggests none.
 */
enum Hint {
  NAVIGATION(
      1 << 0,
      "nav navi navigation navbar navbox navigator menu menubar submenu topnav subnav sitenav mainnav breadcrumb breadcrumbs crumb crumbs"
          + " brotkrumen pagination pager paging paginator skip skiplink skiplinks skipnav sitemap dropdown"
          + " jumpmenu toolbar navlinks menue hauptmenu editsection mainmenu"),
  FOOTER(
      1 << 1,
      "footer foot fuss fusszeile fussbereich colophon siteinfo impressum copyright bottom footnav disclaimer"),
  HEADER(
      1 << 2,
      "header head masthead topbar kopf kopfzeile branding logo headerbar siteheader tagline"),
  SIDEBAR(
      1 << 3,
      "sidebar side rail aside marginal marginalspalte secondary tertiary complementary widget"
          + " widgets seitenleiste rightcol leftcol rightcolumn leftcolumn sidecol supplemental"
          + " extra infobar barra lateral"),
  CONSENT(
      1 << 4,
      "cookie cookies consent gdpr dsgvo ccpa onetrust cookiebar cookiebanner cmp datenschutz"),
  RELATED(
      1 << 5,
      "related recommend recommended recommendation recommendations teaser teasers promo promos"
          + " promotion recirc outbrain taboola popular trending similar relatedposts"
          + " relatedarticles verwandte latest newest bestof viral upnext readnext"
          + " readmore ticker interstitial morefrom crosslink crosslinks linkbox jumpto recientes relacionadas"),
  COMMENT(
      1 << 6,
      "comment comments commentlist commentary disqus respond kommentar kommentare remark replies"
          + " reply shoutbox comentarios commentaires trackback trackbacks pingback pings livefyre"
          + " commentform commentarea combx dsq nocomments talkback"),
  SHARE(
      1 << 7,
      "share sharing shares sharebar social socials sociable sharedaddy addthis addtoany facebook twitter"
          + " follow bookmark bookmarks like likes flattr whatsapp pinterest teilen shariff sharethis socialmedia"
          + " linkedin instagram heateor ssba essb tweet"),
  ADVERT(
      1 << 8,
      "ad ads adv advert adverts advertisement advertising adsense adunit adbox adslot sponsor"
          + " sponsored sponsors dfp gpt skyscraper leaderboard banner banners werbung anzeige anzeigen"
          + " adblock adbanner advertorial affiliate admanager publicidad"),
  FORM(
      1 << 9,
      "newsletter newsletters subscribe subscription subscriptions signup signin login search searchform searchbox"
          + " register registration suche suchfeld optin mailchimp paywall donate suscripcion"),
  AUTHOR(1 << 10, "author authors authorbox autor bio vcard authorbio"),
  BYLINE(
      1 << 11,
      "byline dateline timestamp tags taglist tagcloud keywords"
          + " postmeta postmetadata meta rating ratings published pubdate"
          + " posted categories cats infoline"),
  POPUP(1 << 12, "modal popup popover overlay lightbox tooltip flyout offcanvas toast noprint"),
  MEDIA(
      1 << 13,
      "caption credit credits gallery slideshow carousel slider player photocredit wp-caption"),
  FIELD(
      1 << 15,
      "price sku mpn isbn ean gtin preis prix precio prezzo articlenumber artikelnummer partnumber"
          + " modelnumber specs specification specifications attributes"),
  CONTENT(
      1 << 14,
      "article articles content contents main post posts entry text story body hentry prose"
          + " maincontent mainbody articlebody articletext articlecontent postcontent postbody"
          + " entrycontent storybody bodytext richtext fulltext document artikel inhalt beitrag"
          + " texte contenu contenido noticia wiki blog page column shadow thread messages forum topic");

  static final int NONE = 0;

  /** Hints that an element is not part of the page's content. */
  static final int CHROME =
      bits(NAVIGATION, FOOTER, HEADER, SIDEBAR, CONSENT, RELATED, COMMENT, SHARE, ADVERT, FORM)
          | bits(BYLINE, AUTHOR, POPUP);

  /** If a name begins with one of these words, the rest does not describe the element itself. */
  private static final String ABOUT_OTHERS =
      "category tag has no with without status format type is not show layout page template js"
          + " single u t ctxt deprecation";

  private static final int OTHERS = 1 << 30;

  private static final byte SIGN = 0;

  /** Lower-case ASCII letters and digits; a capital after one of them begins a new word. */
  private static final byte SMALL = 1;

  private static final byte CAPITAL = 2;
  private static final byte LETTER = 3;

  /** The class of each ASCII character. */
  private static final byte[] KINDS = kinds();

  private static final WordTable TABLE = new WordTable();

  static {
    for (Hint hint : values()) {
      for (String word : hint.words.split(" ")) {
        TABLE.put(word, hint.bit);
      }
    }
    for (String word : ABOUT_OTHERS.split(" ")) {
      TABLE.put(word, TABLE.get(word) | OTHERS);
    }
  }

  private final int bit;
  private final String words;

  Hint(int bit, String words) {
    this.bit = bit;
    this.words = words;
  }

  boolean in(int hints) {
    return (hints & bit) != 0;
  }

  static int bits(Hint... hints) {
    int bits = NONE;
    for (Hint hint : hints) {
      bits |= hint.bit;
    }
    return bits;
  }

  /**
   * The hints in a class or id attribute, as bits; none if it is null. Names are read one by one. A
   * name is split into words at punctuation, and where a capital follows a lower-case letter.
   */
  static int of(@Nullable String attribute) {
    if (attribute == null) {
      return NONE;
    }
    int all = NONE;
    int name = NONE;
    boolean first = true;
    boolean others = false;
    boolean small = false;
    long word = WordTable.START;
    for (int i = 0; i <= attribute.length(); i++) {
      char c = i < attribute.length() ? attribute.charAt(i) : ' ';
      byte kind = c < KINDS.length ? KINDS[c] : kind(c);
      if (kind == SMALL) { // the most common case
        word = WordTable.next(word, c);
        small = true;
        continue;
      }
      if (word != WordTable.START && (kind == CAPITAL ? small : kind != LETTER)) {
        int hints = TABLE.get(word);
        others |= first && c > ' ' && (hints & OTHERS) != 0;
        name |= hints & ~OTHERS;
        word = WordTable.START;
        first = false;
      }
      if (c <= ' ') {
        all |= others ? NONE : name;
        name = NONE;
        first = true;
        others = false;
      } else if (kind != SIGN) {
        word = WordTable.next(word, kind == CAPITAL ? (char) Letters.lower(c) : c);
      }
      small = false;
    }
    return all;
  }

  private static byte[] kinds() {
    byte[] kinds = new byte[0x80];
    for (char c = 0; c < kinds.length; c++) {
      kinds[c] = kind(c);
    }
    return kinds;
  }

  private static byte kind(char c) {
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) {
      return SMALL;
    }
    if ((c >= 'A' && c <= 'Z') || (c >= 0xc0 && Letters.isUpper(c))) {
      return CAPITAL;
    }
    return Letters.isLetter(c) ? LETTER : SIGN;
  }
}
