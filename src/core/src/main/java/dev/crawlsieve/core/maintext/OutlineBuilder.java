package dev.crawlsieve.core.maintext;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.html.AttributeName;
import dev.crawlsieve.core.html.ElementName;
import dev.crawlsieve.core.html.HtmlSink;
import dev.crawlsieve.core.html.StartTag;
import dev.crawlsieve.core.text.Ascii;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Builds a page's outline, in one pass over the start tags, texts and end tags of its elements, and
 * without a tree of nodes. The time for each of them is bounded. Also keeps what the page
 * {@linkplain Declared declares} about itself.
 */
public final class OutlineBuilder implements HtmlSink {

  private static final byte CONTAINER = 1;
  private static final byte LINK = 2;
  private static final byte LINK_CONTAINER = 3;
  private static final byte CODE = 4;
  private static final byte SHADOW = 5;

  private static final ElementName HR = ElementName.of("hr");
  private static final ElementName IFRAME = ElementName.of("iframe");
  private static final ElementName NOSCRIPT = ElementName.of("noscript");
  private static final ElementName SCRIPT = ElementName.of("script");
  private static final ElementName TEMPLATE = ElementName.of("template");

  /** A shorter {@code noscript}, in bytes, does not hold the page; most hold a counter. */
  private static final int LEAST_OF_PAGE = 400;

  private static final byte[] ESCAPED_TAG = "&lt;".getBytes(UTF_8);

  /** Number of containers that are open where the body begins. */
  private static final int ROOT_AND_BODY = 2;

  private final Traits traits;
  private final RunText text;
  private final List<TextRun> runs = new ArrayList<>();
  private final List<Container> containers = new ArrayList<>();
  private byte[] open = new byte[64];
  private int openCount;
  private final Declared declared = new Declared();
  private Container current;
  private @Nullable TextRun run;
  private TextRun.Separator separator = TextRun.Separator.LINE;
  private int links;
  private boolean toPicture; // whether the last link leads to the file of a picture
  private int codes;
  private int[] lines = new int[16];
  private int lineCount;
  private final Pictures pictures = new Pictures();
  private final StringBuilder data = new StringBuilder();
  private boolean inJson;
  private boolean inScript;
  private boolean inNoscript;
  private final ByteArrayOutputStream unshown = new ByteArrayOutputStream(0);

  /** A builder that reuses a cache, and a buffer that was reset. */
  public OutlineBuilder(Traits traits, RunText text) {
    this.traits = traits;
    this.text = text;
    current = new Container(null, "#root", Tag.BODY, 0);
    containers.add(current);
  }

  @Override
  public Reading open(ElementName name, StartTag attributes) {
    Tag tag = Tag.of(name);
    ScriptText.addAttributes(attributes, data, this::view);
    // A picture in a link to a page is a teaser.
    pictures.add(tag, attributes, tag != Tag.LINK && (links == 0 || toPicture), current);
    switch (tag.flow()) {
      case UNSEEN -> {
        return openUnseen(tag, name, attributes);
      }
      case MARK -> {
        mark(tag, name, attributes);
        return Reading.SKIPPED;
      }
      case INLINE -> {
        return openInline(tag, name, attributes);
      }
      default -> {
        return openBlock(tag, name, attributes);
      }
    }
  }

  private void view(String url) {
    pictures.add(url, true, current);
  }

  private Reading openBlock(Tag tag, ElementName name, StartTag attributes) {
    part(tag.flow().separator);
    openContainer(tag, name, attributes, traits.hints(attributes), Seen.of(name, attributes));
    push(CONTAINER);
    return Reading.ENCLOSING;
  }

  /**
   * Opens an element that is not seen, unless it is a frame whose page is in the markup, or a
   * shadow tree, which no element in the head can have (DOM, section 4.8).
   */
  private Reading openUnseen(Tag tag, ElementName name, StartTag attributes) {
    if (name.equals(TEMPLATE) && isShadow(attributes) && containers.size() > ROOT_AND_BODY) {
      part(TextRun.Separator.BLANK);
      push(SHADOW);
      return Reading.ENCLOSING;
    }
    if (name.equals(IFRAME) && attributes.has(AttributeName.SRCDOC)) {
      return openBlock(Tag.DIV, name, attributes);
    }
    if (tag == Tag.GAUGE) {
      part(TextRun.Separator.BLANK);
    }
    inScript = name.equals(SCRIPT);
    inJson = inScript && ScriptText.isJson(attributes);
    inNoscript = name.equals(NOSCRIPT);
    return Reading.SKIPPED;
  }

  private static boolean isShadow(StartTag attributes) {
    String mode = attributes.value(AttributeName.SHADOW_ROOT_MODE);
    return mode != null && (Ascii.same("open", mode) || Ascii.same("closed", mode));
  }

  /** Keeps the prose in data: until scripts run, the text of some pages is nowhere else. */
  @Override
  public void raw(byte[] utf8, int from, int to) {
    if (inJson) {
      ScriptText.addJson(utf8, from, to, data, this::view);
    } else if (inScript) {
      ScriptText.addValues(utf8, from, to, data, this::view);
    } else if (inNoscript) {
      boolean pictured = links == 0 || toPicture;
      StartTag.images(utf8, from, to, image -> pictures.add(Tag.IMAGE, image, pictured, current));
      if (to - from >= LEAST_OF_PAGE && !isEscaped(utf8, from, to)) {
        unshown.write(utf8, from, to - from);
      }
    }
    inJson = false;
    inScript = false;
    inNoscript = false;
  }

  /**
   * Whether markup is escaped: a browser that runs scripts saves the content of {@code noscript} as
   * text.
   */
  private static boolean isEscaped(byte[] utf8, int from, int to) {
    int start = RunText.firstSeen(utf8, from, to);
    return Arrays.mismatch(utf8, start, to, ESCAPED_TAG, 0, ESCAPED_TAG.length)
        == ESCAPED_TAG.length;
  }

  /** The markup of {@code noscript} in the body, if it is long enough to hold the page. */
  public byte[] unshown() {
    return unshown.toByteArray();
  }

  @Override
  public void close() {
    byte kind = open[--openCount];
    if (kind == LINK || kind == LINK_CONTAINER) {
      links--;
    }
    if (kind == CODE) {
      codes--;
    }
    if (kind == CONTAINER || kind == LINK_CONTAINER) {
      closeContainer();
    } else if (kind == SHADOW) {
      part(TextRun.Separator.BLANK);
    }
  }

  /** Adds well-formed text. */
  @Override
  public void text(byte[] utf8, int from, int to) {
    int start = from;
    boolean preformatted = current.is(Container.IN_CODE);
    if (run == null) {
      start = RunText.firstSeen(utf8, from, to);
      if (separator == TextRun.Separator.NONE && RunText.startsBlank(utf8, from, to)) {
        separator = TextRun.Separator.BLANK;
      }
      if (preformatted) {
        beginLines(utf8, from, start);
      }
      if (start == to) {
        return;
      }
      run = new TextRun(current, separator, text.length());
    }
    // Reference pages consist largely of names in code that link to their definitions.
    boolean link = links > 0 && codes == 0;
    int at = start;
    for (int i = start; preformatted && i < to; i++) {
      if (utf8[i] == '\n') {
        text.append(utf8, at, i + 1, run, link);
        at = i + 1;
        beginLine();
      }
    }
    text.append(utf8, at, to, run, link);
  }

  /** Records the lines that begin in the blanks before a run. */
  private void beginLines(byte[] utf8, int from, int to) {
    if (separator == TextRun.Separator.LINE) {
      beginLine();
    }
    for (int i = from; i < to; i++) {
      if (utf8[i] == '\n') {
        beginLine();
      }
    }
  }

  private void beginLine() {
    lines = lineCount == lines.length ? Arrays.copyOf(lines, 2 * lineCount) : lines;
    lines[lineCount++] = text.length();
  }

  /** The content of the page. */
  public HtmlContent content() {
    return declared.content(build());
  }

  Outline build() {
    while (openCount > 0) {
      close();
    }
    endRun();
    current.endIndex = containers.size();
    current.endRun = runs.size();
    boolean normalized = !text.mayNeedNormalizing();
    return new Outline(
        text.utf8(),
        text.length(),
        normalized,
        runs,
        containers,
        Arrays.copyOf(lines, lineCount),
        pictures.inTitle(declared.title()),
        pictures.files(),
        data.toString());
  }

  private void mark(Tag tag, ElementName name, StartTag attributes) {
    if (tag == Tag.BREAK) {
      if (name.equals(HR)) {
        part(TextRun.Separator.LINE);
      } else if (run == null) {
        separator = TextRun.Separator.LINE;
      } else if (text.lineBreak()) {
        part(TextRun.Separator.LINE);
      } else if (current.is(Container.IN_CODE)) {
        beginLine();
      }
    } else if (tag == Tag.IMAGE) {
      String says = links == 0 ? attributes.value(AttributeName.ALT) : null;
      if (says != null) {
        pictures.add(says);
      }
    } else if (!"hidden".equals(attributes.value(AttributeName.TYPE))) {
      current.inputs++;
    }
  }

  private Reading openInline(Tag tag, ElementName name, StartTag attributes) {
    boolean link = tag == Tag.LINK && attributes.has(AttributeName.HREF);
    if (link) {
      String extension = Pictures.extension(attributes);
      toPicture = Pictures.isPicture(extension);
      if (Pictures.isFile(extension)) {
        pictures.add(attributes.value(AttributeName.HREF), true, current);
      }
      links++;
      current.links++;
    }
    if (tag == Tag.CODE) {
      codes++;
      push(CODE);
      return Reading.ENCLOSING;
    }
    int hints = traits.hints(attributes);
    Seen seen = Seen.of(name, attributes);
    // It may be chrome within a block, for example an edit link in a heading.
    if ((hints & Hint.CHROME) != 0 || isOwn(seen) || attributes.has(AttributeName.ROLE)) {
      part(TextRun.Separator.NONE);
      openContainer(tag, name, attributes, hints, seen);
      push(link ? LINK_CONTAINER : CONTAINER);
      return Reading.ENCLOSING;
    }
    if (link) {
      push(LINK);
      return Reading.ENCLOSING;
    }
    return Reading.TRANSPARENT;
  }

  /** Whether an element is seen and the element around it is not, or the other way round. */
  private boolean isOwn(Seen seen) {
    return seen.isHidden() || (seen == Seen.VISIBLE && current.is(Container.IN_HIDDEN));
  }

  private void openContainer(Tag tag, ElementName name, StartTag attributes, int hints, Seen seen) {
    Container container = new Container(current, name.toString(), tag, containers.size());
    container.firstRun = runs.size();
    container.hints = hints;
    container.landmark = Landmark.of(tag, attributes.value(AttributeName.ROLE));
    container.hidden = seen.isHidden();
    container.within |= container.ancestry();
    if (seen == Seen.NOT_DISPLAYED) {
      container.within |= Container.IN_NOT_DISPLAYED;
    }
    container.shown =
        seen == Seen.VISIBLE
            && container.is(Container.IN_HIDDEN)
            && !container.is(Container.IN_NOT_DISPLAYED);
    if (container.shown) {
      container.within &= ~Container.IN_HIDDEN;
    }
    if (tag.flow() != Tag.Flow.INLINE) {
      current.blockChildren++;
    }
    if (containers.size() == 1) {
      root(attributes);
    }
    containers.add(container);
    current = container;
  }

  /** Ends a link or code; a container ends with the last element that began in it. */
  @Override
  public boolean leave(int above) {
    int at = openCount - 1 - above;
    if (open[at] == CODE) {
      codes--;
    } else if (open[at] == LINK) {
      links--;
    } else {
      return false;
    }
    System.arraycopy(open, at + 1, open, at, above);
    openCount--;
    return true;
  }

  @Override
  public void root(StartTag tag) {
    declared.root(tag);
  }

  @Override
  public void title(String text, boolean inHead) {
    declared.title(text, inHead);
  }

  @Override
  public void link(StartTag attributes, boolean inHead) {
    declared.link(attributes, inHead);
  }

  /** Keeps a redirect, and the pictures that stand for the page, as the root's. */
  @Override
  public void meta(StartTag attributes) {
    if (Pictures.isNamedBy(attributes)) {
      pictures.add(attributes.value(AttributeName.CONTENT), false, containers.get(0));
    }
    declared.meta(attributes);
  }

  private void closeContainer() {
    part(current.tag.flow().separator);
    Container closed = current;
    closed.endIndex = containers.size();
    closed.endRun = runs.size();
    current = closed.around();
    current.add(closed);
  }

  /** Ends the run, with at least this separator before the next one. */
  private void part(TextRun.Separator by) {
    TextRun.Separator trailing = run == null ? separator : text.trailing();
    endRun();
    separator = by.compareTo(trailing) > 0 ? by : trailing;
  }

  private void endRun() {
    if (run != null) {
      text.end(run);
      for (int i = lineCount - 1; i >= 0 && lines[i] > run.end; i--) {
        lines[i] = run.end; // the line begins after the blank that was removed at the end
      }
      runs.add(run);
      current.add(run);
      run = null;
      separator = TextRun.Separator.NONE;
    }
  }

  private void push(byte kind) {
    if (openCount == open.length) {
      open = Arrays.copyOf(open, 2 * openCount);
    }
    open[openCount++] = kind;
  }
}
