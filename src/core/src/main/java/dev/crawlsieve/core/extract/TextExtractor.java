package dev.crawlsieve.core.extract;

import dev.crawlsieve.core.config.TextSettings;
import dev.crawlsieve.core.html.Work;
import dev.crawlsieve.core.maintext.Block;
import dev.crawlsieve.core.maintext.HtmlContent;
import dev.crawlsieve.core.maintext.MainText;
import dev.crawlsieve.core.maintext.MainTextExplainer;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.BodyDecoder;
import dev.crawlsieve.core.page.ContentType;
import dev.crawlsieve.core.page.Markup;
import dev.crawlsieve.core.page.Page;
import dev.crawlsieve.core.page.PageCharset;
import dev.crawlsieve.core.page.PageText;
import dev.crawlsieve.core.text.Ascii;
import dev.crawlsieve.core.text.Utf8Lines;
import dev.crawlsieve.core.text.Utf8Text;
import dev.crawlsieve.core.text.WhiteSpace;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Extracts a page's text: title and text from HTML and Markdown, the lines from other {@code
 * text/*}, and nothing from any other type. A body without a content type is read as HTML if it
 * looks like HTML, otherwise as text unless it contains binary bytes. Not thread-safe.
 */
public final class TextExtractor {

  /** A BCP 47 language tag, roughly; anything else counts as undeclared. */
  private static final Pattern LANGUAGE = Pattern.compile("[a-z]{2,3}(-[a-z0-9]{1,8}){0,4}");

  private final HtmlReader reader = new HtmlReader();
  private final MainText mainText;
  private Work work = new Work(0);

  /** An extractor that selects the text of HTML as the settings say. */
  public TextExtractor(TextSettings settings) {
    this.mainText = new MainText(settings);
  }

  /**
   * Extracts a page's text.
   *
   * @throws BadPageException if reading it takes more steps or elements than {@link Work} allows;
   *     no body makes it fail in any other way
   */
  public PageText extract(Page page) throws BadPageException {
    work = new Work(page.body().bytes().length);
    ContentType type = page.type();
    String responseLanguage = language(page.language().split(",", 2)[0]);
    if (!type.isHtml() && !type.isText()) {
      return new PageText("", "", responseLanguage, PageCharset.NONE, false);
    }
    if (isMarkup(type)) {
      return html(page, asHtml(page), responseLanguage);
    }
    BodyDecoder.Decoded body = BodyDecoder.decode(page.body(), type);
    MainText.Extracted extracted = mainText.extract(lines(body.markup()));
    return new PageText(
        WhiteSpace.collapsed(page.title(), false),
        "",
        extracted.compared(),
        extracted.rest(),
        responseLanguage,
        body.charset(),
        false,
        false,
        page.canonical(),
        "",
        extracted.blocks());
  }

  private static boolean isMarkup(ContentType type) {
    return type.isHtml() || type.isMarkdown();
  }

  /** The HTML made from a page's Markdown. */
  private BodyDecoder.Decoded asHtml(Page page) throws BadPageException {
    BodyDecoder.Decoded body = BodyDecoder.decode(page.body(), page.type());
    if (!page.type().isMarkdown()) {
      return body;
    }
    Markup html = within(() -> MarkdownHtml.of(body.markup(), work));
    work = new Work(html.utf8().length);
    return new BodyDecoder.Decoded(html, body.charset());
  }

  private static Utf8Text lines(Markup markup) {
    Utf8Text collapsed = Utf8Lines.collapsed(markup.utf8(), markup.start());
    return collapsed == null ? Utf8Text.of(WhiteSpace.collapsed(markup.text(), true)) : collapsed;
  }

  /** Number of steps taken to read the last page, see {@link Work}. */
  long steps() {
    return work.stepsTaken();
  }

  /**
   * The blocks from which a page's main text is chosen, with the reasons; none unless the page is
   * HTML or Markdown.
   *
   * @throws BadPageException if {@link #extract} would throw it
   */
  public List<Block> blocks(Page page) throws BadPageException {
    work = new Work(page.body().bytes().length);
    if (!isMarkup(page.type())) {
      return List.of();
    }
    HtmlContent content = read(page, asHtml(page).markup());
    return MainTextExplainer.explain(content.outline(), title(page, content));
  }

  /** A page's markup, decoded from any charset; empty unless the page is HTML. */
  public static Optional<String> markup(Page page) {
    return page.type().isHtml()
        ? Optional.of(BodyDecoder.decode(page.body(), page.type()).markup().text())
        : Optional.empty();
  }

  private HtmlContent read(Page page, Markup markup) throws BadPageException {
    return within(() -> reader.read(markup, page.type().isXhtml(), work));
  }

  private static <T> T within(Supplier<T> budget) throws BadPageException {
    try {
      return budget.get();
    } catch (Work.ExceededException e) {
      throw new BadPageException(e.getMessage(), e);
    }
  }

  private PageText html(Page page, BodyDecoder.Decoded body, String responseLanguage)
      throws BadPageException {
    HtmlContent content = read(page, body.markup());
    String lang = language(content.lang());
    String declared = lang.isEmpty() ? language(content.xmlLang()) : lang;
    String title = title(page, content);
    MainText.Extracted extracted = mainText.extract(content.outline(), title);
    // The first heading may be that of a menu, which all pages of a site have.
    String heading =
        extracted.headings().stream()
            .limit(title.isEmpty() && page.type().isHtml() ? Long.MAX_VALUE : 1)
            .collect(Collectors.joining(" "));
    return new PageText(
        title,
        WhiteSpace.collapsed(heading, false),
        extracted.compared(),
        extracted.rest(),
        declared.isEmpty() ? responseLanguage : declared,
        body.charset(),
        extracted.mainFallback(),
        extracted.lists(),
        page.canonical().isEmpty() ? content.canonical() : page.canonical(),
        content.refresh(),
        extracted.blocks());
  }

  private static String title(Page page, HtmlContent content) {
    return WhiteSpace.collapsed(page.title().isEmpty() ? content.title() : page.title(), false);
  }

  private static String language(String tag) {
    if (tag.isEmpty()) {
      return "";
    }
    String lower = Ascii.lower(tag.trim()).replace('_', '-');
    return LANGUAGE.matcher(lower).matches() ? lower : "";
  }
}
