package dev.crawlsieve.page;

import dev.crawlsieve.config.TextSettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Makes a page's outline from the start tags, texts and end tags of its elements, in one pass, in
 * constant time for each and without a tree of nodes.
 */
final class OutlineBuilder {

  private static final byte PLAIN = 0;
  private static final byte CONTAINER = 1;
  private static final byte LINK = 2;
  private static final byte LINK_CONTAINER = 3;
  private static final byte CODE = 4;

  private final TextSettings settings;
  private final Traits traits = new Traits();
  private final RunText text = new RunText();
  private final List<TextRun> runs = new ArrayList<>();
  private final List<Container> containers = new ArrayList<>();
  private final List<String> linkTargets = new ArrayList<>();
  private byte[] open = new byte[64];
  private int openCount;
  private String language = "";
  private Container current;
  private TextRun run;
  private TextRun.Separator separator = TextRun.Separator.LINE;
  private int links;
  private int codes;

  OutlineBuilder(TextSettings settings) {
    this.settings = settings;
    current = new Container(null, "#root", Tag.BODY, 0);
    containers.add(current);
  }

  /**
   * Begins an element, by its lower-case name. Returns whether it has content to read; if not,
   * neither its content nor its end follows.
   */
  boolean open(String name, TagAttributes attributes) {
    Tag tag = Tag.of(name);
    switch (tag.flow()) {
      case UNSEEN -> {
        return false;
      }
      case MARK -> {
        mark(tag, name, attributes);
        return false;
      }
      case INLINE -> openInline(tag, name, attributes);
      default -> {
        part(tag.flow() == Tag.Flow.CELL ? TextRun.Separator.BLANK : TextRun.Separator.LINE);
        openContainer(tag, name, attributes, traits.hints(attributes), Traits.isHidden(attributes));
        push(CONTAINER);
      }
    }
    return true;
  }

  /** Ends the element that was begun last and not ended yet. */
  void close() {
    byte kind = open[--openCount];
    if (kind == LINK || kind == LINK_CONTAINER) {
      links--;
      if (settings.linkTargets()) {
        String target = linkTargets.remove(linkTargets.size() - 1);
        if (!target.isEmpty()) {
          text(" " + target + " ");
        }
      }
    }
    if (kind == CODE) {
      codes--;
    }
    if (kind == CONTAINER || kind == LINK_CONTAINER) {
      closeContainer();
    }
  }

  void text(String words) {
    if (run == null) {
      if (separator == TextRun.Separator.NONE && RunText.startsBlank(words)) {
        separator = TextRun.Separator.BLANK;
      }
      if (RunText.isBlank(words)) {
        return;
      }
      run = new TextRun(current, separator, text.length());
    }
    // A name in code that leads to its definition is what reference pages are made of.
    text.append(words, run, links > 0 && codes == 0);
  }

  Outline build() {
    while (openCount > 0) {
      close();
    }
    endRun();
    current.endIndex = containers.size();
    current.endRun = runs.size();
    return new Outline(text.chars(), !text.mayNeedNormalizing(), runs, containers, language);
  }

  private void mark(Tag tag, String name, TagAttributes attributes) {
    if (tag == Tag.BREAK) {
      if (name.equals("hr")) {
        part(TextRun.Separator.LINE);
      } else if (run == null) {
        separator = TextRun.Separator.LINE;
      } else if (text.lineBreak()) {
        part(TextRun.Separator.LINE);
      }
    } else if (tag == Tag.IMAGE) {
      current.images++;
      String alt = settings.imageAlt() ? attributes.value("alt") : null;
      if (alt != null) {
        text(" " + alt + " ");
      }
    } else if (!"hidden".equals(attributes.value("type"))) {
      current.inputs++;
    }
  }

  private void openInline(Tag tag, String name, TagAttributes attributes) {
    boolean link = tag == Tag.LINK && attributes.value("href") != null;
    if (link) {
      links++;
      current.links++;
      if (settings.linkTargets()) {
        linkTargets.add(attributes.value("href"));
      }
    }
    if (tag == Tag.CODE) {
      codes++;
      push(CODE);
      return;
    }
    int hints = traits.hints(attributes);
    boolean hidden = Traits.isHidden(attributes);
    // It may be chrome within a block, such as an edit link in a heading.
    if ((hints & Hint.CHROME) != 0 || hidden || attributes.value("role") != null) {
      part(TextRun.Separator.NONE);
      openContainer(tag, name, attributes, hints, hidden);
      push(link ? LINK_CONTAINER : CONTAINER);
    } else {
      if (run != null) {
        run.tags++;
      }
      push(link ? LINK : PLAIN);
    }
  }

  private void openContainer(
      Tag tag, String name, TagAttributes attributes, int hints, boolean hidden) {
    Container container = new Container(current, name, tag, containers.size());
    container.firstRun = runs.size();
    container.hints = hints;
    container.landmark = Landmark.of(tag, attributes.value("role"));
    container.hidden = hidden || (name.equals("dialog") && attributes.value("open") == null);
    container.within |= ancestry(container);
    if (tag.flow() != Tag.Flow.INLINE) {
      current.blockChildren++;
    }
    if (name.equals("html")) {
      language = language(attributes);
    }
    containers.add(container);
    current = container;
  }

  private static String language(TagAttributes attributes) {
    String lang = attributes.value("lang");
    if (lang == null) {
      lang = attributes.value("xml:lang");
    }
    return lang == null ? "" : lang.strip();
  }

  private void closeContainer() {
    boolean inline = current.tag.flow() == Tag.Flow.INLINE;
    part(
        inline
            ? TextRun.Separator.NONE
            : current.tag.flow() == Tag.Flow.CELL
                ? TextRun.Separator.BLANK
                : TextRun.Separator.LINE);
    Container closed = current;
    closed.endIndex = containers.size();
    closed.endRun = runs.size();
    current = closed.parent;
    current.add(closed);
  }

  private static int ancestry(Container container) {
    int ancestry =
        switch (container.tag) {
          case TABLE -> Container.IN_TABLE;
          case PREFORMATTED -> Container.IN_CODE;
          case LIST, DEFINITIONS -> Container.IN_LIST;
          default -> 0;
        };
    return ancestry
        | switch (container.landmark) {
          case MAIN -> Container.IN_MAIN;
          case ARTICLE -> Container.IN_ARTICLE;
          default -> 0;
        };
  }

  /** Ends the run; what follows is parted from it at least so. */
  private void part(TextRun.Separator by) {
    TextRun.Separator trailing = run == null ? separator : text.trailing();
    endRun();
    separator = by.compareTo(trailing) > 0 ? by : trailing;
  }

  private void endRun() {
    if (run != null) {
      text.end(run);
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
