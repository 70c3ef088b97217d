package dev.crawlsieve.page;

import dev.crawlsieve.config.TextSettings;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.parser.Parser;

/**
 * Finds what a page says: the title and text of HTML, the lines of other {@code text/*}, nothing of
 * any other type. A body without a content type is HTML if it looks like it, else text unless it
 * holds binary bytes.
 */
public final class TextExtractor {

  /** A language tag of BCP 47, roughly; anything else is as good as undeclared. */
  private static final Pattern LANGUAGE = Pattern.compile("[a-z]{2,3}(-[a-z0-9]{1,8}){0,4}");

  private final TextSettings settings;
  private final MainText mainText;

  private TextExtractor(TextSettings settings) {
    this.settings = settings;
    this.mainText = new MainText(settings);
  }

  /** The extractor that takes as text of HTML what the settings say. */
  public static TextExtractor of(TextSettings settings) {
    return new TextExtractor(settings);
  }

  /** What the page says; never fails, whatever the body. */
  public PageText extract(Page page) {
    ContentType type = type(page);
    String responseLanguage = language(page.language().split(",", 2)[0]);
    if (!type.isHtml() && !type.isText()) {
      return new PageText("", "", responseLanguage, false, false);
    }
    BodyDecoder.Decoded body = body(page, type);
    if (type.isHtml()) {
      return html(body, responseLanguage);
    }
    TextBuilder lines = new TextBuilder();
    lines.lines(body.text());
    return new PageText("", lines.toString(), responseLanguage, body.fallback(), false);
  }

  /** The blocks that the main text of a page is chosen from, and why; none unless it is HTML. */
  public List<Block> blocks(Page page) {
    ContentType type = type(page);
    return type.isHtml()
        ? new MainTextExplainer(settings).explain(document(body(page, type)))
        : List.of();
  }

  /** The markup of a page in characters, whatever its character set; none unless it is HTML. */
  public static Optional<String> markup(Page page) {
    ContentType type = type(page);
    return type.isHtml() ? Optional.of(body(page, type).text()) : Optional.empty();
  }

  private static ContentType type(Page page) {
    ContentType type = ContentType.parse(page.contentType());
    if (type.isDeclared()) {
      return type;
    }
    ContentType seen =
        page.bytes() == null ? HtmlSniffer.sniff(page.text()) : HtmlSniffer.sniff(page.bytes());
    return new ContentType(seen.type(), type.charset());
  }

  private static BodyDecoder.Decoded body(Page page, ContentType type) {
    return page.bytes() == null
        ? new BodyDecoder.Decoded(page.text(), false)
        : BodyDecoder.decode(page.bytes(), type, type.isHtml());
  }

  private static Document document(BodyDecoder.Decoded body) {
    // A byte order mark would count as text that ends the head before it began.
    String markup = body.text().startsWith("\ufeff") ? body.text().substring(1) : body.text();
    // jsoup bounds the depth of its tree at 512; what is nested deeper keeps its text, not its
    // place.
    return Parser.htmlParser().parseInput(markup, "");
  }

  private PageText html(BodyDecoder.Decoded body, String responseLanguage) {
    Document document = document(body);
    TextBuilder title = new TextBuilder();
    title.words(title(document));
    String declared = rootLanguage(document);
    MainText.Extracted extracted = mainText.extract(document);
    return new PageText(
        title.toString(),
        extracted.text(),
        declared.isEmpty() ? responseLanguage : declared,
        body.fallback(),
        extracted.mainFallback());
  }

  /**
   * The first title in the page that is not a drawing's, as browsers have it. jsoup's own looks in
   * the head only, which on many pages a stray element ends before the title.
   */
  private static String title(Document document) {
    String inHead = document.title();
    if (!inHead.isEmpty()) {
      return inHead;
    }
    for (Element title : document.getElementsByTag("title")) {
      if (title.tag().namespace().equals(Parser.NamespaceHtml)) {
        return title.text();
      }
    }
    return "";
  }

  private static String rootLanguage(Document document) {
    Element root = document.firstElementChild();
    if (root == null) {
      return "";
    }
    String lang = language(root.attr("lang"));
    return lang.isEmpty() ? language(root.attr("xml:lang")) : lang;
  }

  private static String language(String tag) {
    String lower = tag.strip().toLowerCase(Locale.ROOT).replace('_', '-');
    return LANGUAGE.matcher(lower).matches() ? lower : "";
  }
}
