package dev.crawlsieve.core.extract;

import dev.crawlsieve.core.config.AcceptSettings;
import dev.crawlsieve.core.page.DataFormat;
import dev.crawlsieve.core.page.Page;
import dev.crawlsieve.core.page.PageText;
import dev.crawlsieve.core.page.UnjudgedPageException;
import dev.crawlsieve.core.page.UnjudgedPageException.Trait;
import java.util.Objects;

/** Decides which pages are judged. Thread-safe. */
public final class Acceptance {

  private static final int SHOWN_CHARS = 100;

  private final AcceptSettings settings;

  public Acceptance(AcceptSettings settings) {
    this.settings = Objects.requireNonNull(settings, "settings");
  }

  /**
   * Ensures that a page is to be judged, by what is known before its text is extracted.
   *
   * <p>Its type is the one that it is read as, unless it is {@linkplain DataFormat data}; a type
   * that is never accepted is rejected wherever it is declared.
   *
   * @throws UnjudgedPageException if the page is not to be judged
   */
  public void ensureAccepted(Page page) throws UnjudgedPageException {
    if (!settings.acceptsStatus(page.status())) {
      throw new UnjudgedPageException(
          Trait.STATUS,
          (page.status().isEmpty()
                  ? "the page has no status"
                  : "the status is " + shown(page.status()))
              + ", which accept.status does not include");
    }
    String declared = page.declared().type();
    String data = DataFormat.of(page);
    String type = data.isEmpty() ? page.type().type() : data;
    if (settings.refusesType(declared) || !settings.acceptsType(type)) {
      throw new UnjudgedPageException(
          Trait.TYPE,
          (data.isEmpty() ? "the content type is " : "the body begins as that of the type ")
              + shown(settings.refusesType(declared) ? declared : type)
              + ", which accept.types does not include");
    }
    int bytes = page.body().bytes().length;
    if (bytes < settings.minBytes()) {
      throw new UnjudgedPageException(
          Trait.BYTES,
          "the body has " + bytes + " bytes, accept.min.bytes is " + settings.minBytes());
    }
  }

  /**
   * Ensures that a page is to be judged, by its text.
   *
   * @param nearEligible whether its text is long enough for near matches
   * @throws UnjudgedPageException if the page is not to be judged
   */
  public void ensureSaysSomething(PageText text, boolean nearEligible)
      throws UnjudgedPageException {
    if (!text.refresh().isEmpty() && !nearEligible) {
      throw new UnjudgedPageException(
          Trait.REFRESH,
          "the page has little text and redirects browsers to " + shown(text.refresh()));
    }
  }

  private static String shown(String value) {
    return value.length() > SHOWN_CHARS ? value.substring(0, SHOWN_CHARS) + "…" : value;
  }
}
