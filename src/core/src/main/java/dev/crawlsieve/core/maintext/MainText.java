package dev.crawlsieve.core.maintext;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.config.TextSettings;
import dev.crawlsieve.core.page.BlockKind;
import dev.crawlsieve.core.page.PageBlocks;
import dev.crawlsieve.core.page.PageText;
import dev.crawlsieve.core.text.Utf8Text;
import dev.crawlsieve.core.text.WhiteSpace;
import java.util.List;

/**
 * Extracts a page's main text, without the chrome around it; or all visible text, if so configured.
 */
public final class MainText {

  private final TextSettings settings;

  public MainText(TextSettings settings) {
    this.settings = settings;
  }

  /**
   * Extracts the main text, and whether it could be distinguished from the rest.
   *
   * @param title the page's title, or the empty string
   */
  public Extracted extract(Outline outline, String title) {
    boolean main = settings.main();
    Classification classification =
        main ? BlockClassifier.classify(outline) : BlockClassifier.visible(outline);
    Listing listing = new Listing(outline, classification, main);
    List<String> headings = listing.headings();
    boolean[] named = listing.leaveOutNames(title);
    RunTexts texts = new RunTexts(outline, classification, named);
    Utf8Text compared = texts.joined(true);
    Utf8Text rest = texts.joined(false);
    return new Extracted(
        !main || says(outline.picture(), compared, rest)
            ? compared
            : Utf8Text.of(outline.picture() + "\n" + compared),
        withData(rest, outline),
        headings,
        main && classification.fallback(),
        listing.is(),
        blocks(outline, classification, texts, named, listing));
  }

  /** Extracts the main text of lines without markup: everything except the quotes of a mail. */
  public Extracted extract(Utf8Text lines) {
    List<Utf8Text> parts = settings.main() ? MailRules.apart(lines) : List.of(lines, Utf8Text.NONE);
    PageBlocks blocks = PageBlocks.lines(parts.get(0), parts.get(1));
    return new Extracted(parts.get(0), parts.get(1), List.of(), false, false, blocks);
  }

  /** Whether the page's text also contains the text of the picture that is its heading. */
  private static boolean says(String picture, Utf8Text compared, Utf8Text rest) {
    return picture.isEmpty()
        || compared.toString().contains(picture)
        || rest.toString().contains(picture);
  }

  private static Utf8Text withData(Utf8Text rest, Outline outline) {
    return outline.data().isEmpty()
        ? rest
        : Utf8Text.of(WhiteSpace.collapsed(rest + "\n" + outline.data(), true));
  }

  /** The blocks of runs that are not hidden, and of text outside runs. */
  private static PageBlocks blocks(
      Outline outline,
      Classification classification,
      RunTexts texts,
      boolean[] named,
      Listing listing) {
    List<TextRun> runs = classification.runs();
    PageBlocks.Builder blocks = new PageBlocks.Builder(outline.length());
    TextRun.Separator separator = TextRun.Separator.LINE;
    for (int i = 0; i < runs.size(); i++) {
      TextRun run = runs.get(i);
      Reason reason = classification.reasons()[i];
      separator = run.separator.compareTo(separator) > 0 ? run.separator : separator;
      if (reason == Reason.HIDDEN) {
        continue;
      }
      char gap =
          switch (separator) {
            case NONE -> 0;
            case BLANK -> ' ';
            case LINE -> '\n';
          };
      BlockKind kind = named[i] ? BlockKind.TOP_HEADING : kind(run, reason, listing.isEntry(i));
      blocks.add(texts.utf8(), texts.start(i), texts.end(i), kind, reason.keeps(), gap);
      if (reason == Reason.THIN && kind != BlockKind.LINKS) {
        blocks.edge();
      }
      if (named[i]) {
        blocks.name();
      }
      separator = TextRun.Separator.NONE;
    }
    blocks.addLines(outline.picture().getBytes(UTF_8), BlockKind.DATA, false);
    blocks.addLines(outline.data().getBytes(UTF_8), BlockKind.DATA, false);
    addPictures(outline, classification, listing.is(), blocks);
    return blocks.build();
  }

  /**
   * Adds the pictures, first those beside the text that is compared: most of the text in the
   * innermost container that has both is compared. Those that a list names in its head are of no
   * entry.
   */
  private static void addPictures(
      Outline outline, Classification classification, boolean list, PageBlocks.Builder blocks) {
    if (outline.pictures().isEmpty()) {
      return;
    }
    int[] bytes = new int[outline.containers().size()];
    int[] compared = new int[bytes.length];
    for (int i = 0; i < classification.runs().size(); i++) {
      TextRun run = classification.runs().get(i);
      bytes[run.container.index] += run.end - run.start;
      compared[run.container.index] +=
          classification.reasons()[i].keeps() ? run.end - run.start : 0;
    }
    for (int i = bytes.length - 1; i > 0; i--) {
      int parent = outline.containers().get(i).around().index;
      bytes[parent] += bytes[i];
      compared[parent] += compared[i];
    }
    for (boolean beside : new boolean[] {true, false}) {
      for (Pictures.Picture picture : outline.pictures()) {
        if (!(list && picture.container().parent == null)
            && isBeside(picture.container(), bytes, compared) == beside) {
          blocks.addLines(picture.name().getBytes(UTF_8), BlockKind.PICTURE, beside);
        }
      }
    }
  }

  private static boolean isBeside(Container of, int[] bytes, int[] compared) {
    Container around = of;
    while (bytes[around.index] == 0 && around.parent != null) {
      around = around.parent;
    }
    return 2 * compared[around.index] > bytes[around.index];
  }

  private static BlockKind kind(TextRun run, Reason reason, boolean entry) {
    Tag tag = run.block().tag;
    if (reason == Reason.VOLATILE) {
      return BlockKind.TIME;
    } else if (tag == Tag.HEADING_1 && !entry) {
      return BlockKind.TOP_HEADING;
    } else if (tag.headingLevel() > 0) {
      return BlockKind.HEADING;
    } else if (reason == Reason.CONTROL || run.container.tag.isControl()) {
      return BlockKind.CONTROL;
    } else if (run.isLink()) {
      return BlockKind.LINKS;
    } else if (run.container.is(Container.IN_CODE)) {
      return BlockKind.CODE;
    } else if (tag.isCell()) {
      return BlockKind.CELL;
    }
    return run.container.is(Container.IN_LIST) ? BlockKind.ITEM : BlockKind.TEXT;
  }

  /**
   * @param compared the blocks kept, in the form described by {@link PageText}
   * @param rest the blocks dropped, and the prose in the data of scripts, in the same form
   * @param headings the texts of the first headings of level 1, at most two
   * @param mainFallback whether no main part could be trusted, and the text is all visible text
   * @param lists whether the main text lists other pages
   * @param blocks the visible blocks, and the prose in the data of scripts
   */
  public record Extracted(
      Utf8Text compared,
      Utf8Text rest,
      List<String> headings,
      boolean mainFallback,
      boolean lists,
      PageBlocks blocks) {

    String text() {
      return compared.toString();
    }
  }
}
