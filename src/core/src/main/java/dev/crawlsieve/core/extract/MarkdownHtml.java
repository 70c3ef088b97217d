package dev.crawlsieve.core.extract;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.html.Work;
import dev.crawlsieve.core.page.Markup;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.strikethrough.StrikethroughExtension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.internal.InlineParserImpl;
import org.commonmark.node.Document;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.parser.InlineParser;
import org.commonmark.parser.Parser;
import org.commonmark.parser.SourceLine;
import org.commonmark.parser.SourceLines;
import org.commonmark.parser.block.BlockStart;
import org.commonmark.renderer.NodeRenderer;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * Turns Markdown (CommonMark, with GitHub's tables and with front matter) into HTML, so it is read
 * like the page that it was made from. Images and the addresses of links are left out.
 *
 * <p>commonmark-java does the work, within bounds: it nests at most {@value #MOST_NESTED} blocks
 * and as many inline elements, and parses at most {@value #LONGEST} characters of a paragraph at
 * once, for which it may take quadratic time.
 */
final class MarkdownHtml {

  private static final Pattern LINE = Pattern.compile("([^\r\n]*+)(?:\r\n?|\n|\\z)");
  private static final Pattern TITLE =
      Pattern.compile("\\s*title\\s*[:=]\\s*(?:\"([^\"]*)\".*|'([^']*)'.*|(\\S.*))");

  /** Begins front matter, in YAML or TOML; what follows a rule otherwise is the page's own. */
  private static final Pattern KEY =
      Pattern.compile(
          "(?:\"[^\"]*\"|'[^']*'|[^\\s:=\\[]+)\\s*(?::(?:\\s.*)?|=.*)|\\[+[^\\[\\]]+\\]+");

  /** The most lines of front matter. */
  private static final int FRONT_LINES = 500;

  private static final int MOST_NESTED = 64;
  private static final int LONGEST = 4_096;

  private static final List<Extension> EXTENSIONS =
      List.of(TablesExtension.builder().maxCells(null).build(), StrikethroughExtension.create());

  private static final HtmlRenderer RENDERER =
      HtmlRenderer.builder()
          .extensions(EXTENSIONS)
          .attributeProviderFactory(
              context ->
                  (node, tag, attributes) -> {
                    attributes.clear();
                    if (node instanceof Link) {
                      attributes.put("href", "#");
                    }
                  })
          .nodeRendererFactory(context -> new NoImages())
          .build();

  private MarkdownHtml() {}

  /**
   * An HTML page with the same content.
   *
   * @param work counts blocks, their beginnings and runs of text as elements
   * @throws Work.ExceededException if there are too many
   */
  static Markup of(Markup markdown, Work work) {
    String text = markdown.text();
    StringBuilder html = new StringBuilder(text.length() + text.length() / 8);
    Node page = parser(work).parse(text.substring(frontMatter(text, html)));
    nameByFirstHeading(page);
    RENDERER.render(page, html);
    return Markup.of(html.toString().getBytes(UTF_8), 0, UTF_8);
  }

  private static Parser parser(Work work) {
    return Parser.builder()
        .extensions(EXTENSIONS)
        .maxOpenBlockParsers(MOST_NESTED)
        .maxInlineNesting(MOST_NESTED)
        .customBlockParserFactory(
            (state, matched) -> {
              work.elements(1);
              return BlockStart.none();
            })
        .inlineParserFactory(context -> new InParts(new InlineParserImpl(context), work))
        .build();
  }

  /** Writes the title that front matter names; returns where the front matter ends. */
  private static int frontMatter(String text, StringBuilder html) {
    Matcher lines = LINE.matcher(text);
    String fence = lines.find() ? lines.group(1).trim() : "";
    if (!(fence.equals("---") || fence.equals("+++")) || !text.startsWith(fence)) {
      return 0;
    }
    String title = "";
    boolean keyed = false;
    for (int i = 1; i < FRONT_LINES && !lines.hitEnd() && lines.find(); i++) {
      String line = lines.group(1).trim();
      if (line.equals(fence) || line.equals("...")) {
        String escaped = title.replace("&", "&amp;").replace("<", "&lt;");
        html.append("<title>").append(escaped).append("</title>");
        return lines.end();
      }
      keyed = keyed || KEY.matcher(line).matches();
      if (!keyed && !line.isEmpty() && !line.startsWith("#")) {
        return 0;
      }
      Matcher named = TITLE.matcher(line);
      for (int group = 1; title.isEmpty() && named.matches() && group <= 3; group++) {
        title = named.group(group) == null ? "" : named.group(group);
      }
    }
    return 0;
  }

  /** Makes the first heading one of the page, unless there is one. */
  private static void nameByFirstHeading(Node page) {
    Heading first = null;
    for (Node block = page.getFirstChild(); block != null; block = block.getNext()) {
      if (block instanceof Heading heading) {
        if (heading.getLevel() == 1) {
          return;
        }
        first = first == null ? heading : first;
      }
    }
    if (first != null) {
      first.setLevel(1);
    }
  }

  /** Renders nothing for an image. */
  private static final class NoImages implements NodeRenderer {
    @Override
    public Set<Class<? extends Node>> getNodeTypes() {
      return Set.of(Image.class);
    }

    @Override
    public void render(Node image) {}
  }

  /** Parses what is in a block, in parts of bounded length, and counts it. */
  private record InParts(InlineParser parser, Work work) implements InlineParser {
    @Override
    public void parse(SourceLines lines, Node block) {
      work.elements(1);
      List<SourceLine> part = new ArrayList<>();
      int length = 0;
      for (SourceLine line : lines.getLines()) {
        int from = 0;
        do { // once also for an empty line
          int to = end(line.getContent(), from);
          if (length + to - from > LONGEST) {
            parsePart(part, block);
            length = 0;
            if (from == 0 || line.getContent().charAt(from - 1) == ' ') {
              block.appendChild(new SoftLineBreak());
            }
          }
          part.add(line.substring(from, to));
          length += to - from + 1;
          from = to;
        } while (from < line.getContent().length());
      }
      parsePart(part, block);
    }

    /** Where the part of a line ends that begins here: after a blank, if there is one. */
    private static int end(CharSequence line, int from) {
      int most = Math.min(line.length(), from + LONGEST);
      int end = most;
      while (most < line.length() && end > from && line.charAt(end - 1) != ' ') {
        end--;
      }
      return end > from ? end : most;
    }

    private void parsePart(List<SourceLine> part, Node block) {
      Node parsed = new Document(); // not the block itself, all of which the parser passes again
      parser.parse(SourceLines.of(List.copyOf(part)), parsed);
      part.clear();
      count(parsed.getFirstChild());
      for (Node node = parsed.getFirstChild(); node != null; node = parsed.getFirstChild()) {
        block.appendChild(node);
      }
    }

    private void count(Node first) {
      for (Node node = first; node != null; node = node.getNext()) {
        work.elements(1);
        count(node.getFirstChild());
      }
    }
  }
}
