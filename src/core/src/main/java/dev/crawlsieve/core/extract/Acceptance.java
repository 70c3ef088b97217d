package dev.crawlsieve.core.extract;

import dev.crawlsieve.core.config.AcceptSettings;
import dev.crawlsieve.core.page.Body;
import dev.crawlsieve.core.page.DataFormat;
import dev.crawlsieve.core.page.Page;
import dev.crawlsieve.core.page.UnjudgedPageException;
import dev.crawlsieve.core.page.UnjudgedPageException.Trait;
import dev.crawlsieve.core.text.Printable;
import java.util.Objects;

/** Decides which pages are judged. Thread-safe. */
public final class Acceptance {

  private static final int SHOWN_CHARS = 100;

  private final AcceptSettings settings;

  public Acceptance(AcceptSettings settings) {
    this.settings = Objects.requireNonNull(settings, "settings");
  }

  /**
   * The page as it is judged: by its text, or {@linkplain Page#asBytes by its bytes}. Decides by
   * what is known before the text is extracted.
   *
   * @throws UnjudgedPageException if the page is not to be judged
   */
  public Page accepted(Page page) throws UnjudgedPageException {
    if (!settings.acceptsStatus(page.status())) {
      throw new UnjudgedPageException(
          Trait.STATUS,
          (page.status().isEmpty()
                  ? "the page has no status"
                  : "the status is " + Printable.cut(page.status(), SHOWN_CHARS))
              + ", which accept.status does not include");
    }
    Page judged = ofJudgedType(page);
    int bytes = page.body().bytes().length;
    if (bytes < settings.minBytes()) {
      throw new UnjudgedPageException(
          Trait.BYTES,
          "the body has " + bytes + " bytes, accept.min.bytes is " + settings.minBytes());
    }
    return judged;
  }

  /**
   * The page as it is judged. Only its type is checked, not its status or length.
   *
   * @throws UnjudgedPageException if pages of its type are not judged
   */
  public Page ofJudgedType(Page page) throws UnjudgedPageException {
    if (page.bytes()) {
      return page;
    }
    String refused = refusedType(page);
    boolean byBytes = areBytes(page, refused);
    if (!refused.isEmpty() && !byBytes) {
      boolean declared = refused.equals(page.type().type()) || refused.equals(declared(page));
      throw new UnjudgedPageException(
          Trait.TYPE,
          (declared ? "the content type is " : "the body begins as that of the type ")
              + Printable.cut(refused, SHOWN_CHARS)
              + ", which accept.types does not include"
              + (settings.bytes().include(refused) ? "; some of its bytes are lost (U+FFFD)" : ""));
    }
    return byBytes ? page.asBytes() : page;
  }

  /** The page as it is judged; the page itself if it is not judged. */
  public Page asJudged(Page page) {
    return areBytes(page, refusedType(page)) ? page.asBytes() : page;
  }

  /**
   * Whether a page can be judged by its bytes: its body arrived as bytes, or as characters without
   * losses.
   */
  private boolean areBytes(Page page, String refused) {
    return settings.bytes().include(refused) && !(page.body().isText() && isDamaged(page.body()));
  }

  /** Whether a body contains U+FFFD, which replaces malformed bytes. */
  private static boolean isDamaged(Body body) {
    byte[] utf8 = body.bytes();
    for (int i = 2; i < utf8.length; i++) {
      if (utf8[i] == (byte) 0xbd && utf8[i - 1] == (byte) 0xbf && utf8[i - 2] == (byte) 0xef) {
        return true;
      }
    }
    return false;
  }

  /**
   * The type because of which a page is not judged by its text: its {@linkplain DataFormat data
   * format} or the type as which it is read; or an excluded type, wherever it is declared.
   *
   * @return the type, or the empty string if the page is judged by its text
   */
  private String refusedType(Page page) {
    if (settings.types().exclude(declared(page))) {
      return declared(page);
    }
    String data = DataFormat.of(page);
    String type = data.isEmpty() ? page.type().type() : data;
    return settings.types().include(type) ? "" : type;
  }

  private static String declared(Page page) {
    return page.declared().type();
  }

  /**
   * Ensures that a page whose text is known should be judged.
   *
   * @param refresh the address to which the markup redirects browsers, or the empty string
   * @param nearEligible whether its text is long enough for near matches
   * @throws UnjudgedPageException if the page is not to be judged
   */
  public void ensureSaysSomething(String refresh, boolean nearEligible)
      throws UnjudgedPageException {
    if (!refresh.isEmpty() && !nearEligible) {
      throw new UnjudgedPageException(
          Trait.REFRESH,
          "the page has little text and redirects browsers to "
              + Printable.cut(refresh, SHOWN_CHARS));
    }
  }
}
