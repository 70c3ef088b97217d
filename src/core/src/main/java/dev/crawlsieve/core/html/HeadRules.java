package dev.crawlsieve.core.html;

import dev.crawlsieve.core.html.TreeConstruction.Following;
import dev.crawlsieve.core.html.TreeConstruction.Mode;

/** Rules for tags before the body (WHATWG HTML, 13.2.6.4.1 to 13.2.6.4.6). */
final class HeadRules {

  private static final ElementName HTML = ElementName.of("html");
  private static final ElementName HEAD = ElementName.of("head");
  private static final ElementName LINK = ElementName.of("link");
  private static final ElementName META = ElementName.of("meta");

  private final TreeConstruction tree;
  private final OpenElements open;
  private final BodyRules body;
  private final HtmlSink sink;

  HeadRules(TreeConstruction tree, BodyRules body, HtmlSink sink) {
    this.tree = tree;
    this.open = tree.open;
    this.body = body;
    this.sink = sink;
  }

  void start(ElementName name, StartTag tag) {
    switch (tree.mode) {
      case INITIAL, BEFORE_HTML -> {
        if (name.rule() == ElementRule.HTML) {
          tree.quirks |= tree.mode == Mode.INITIAL;
          tree.mode = Mode.BEFORE_HEAD;
          tree.insert(name, tag);
        } else {
          startNext(name, tag);
        }
      }
      case BEFORE_HEAD -> {
        switch (name.rule()) {
          case HTML -> body.start(name, tag);
          case HEAD -> {
            tree.mode = Mode.IN_HEAD;
            tree.insert(name, tag);
          }
          default -> startNext(name, tag);
        }
      }
      case IN_HEAD -> {
        switch (name.rule()) {
          case HTML -> body.start(name, tag);
          case HEAD -> {}
          case NOSCRIPT -> tree.startIsland(name, Following.RAW);
          case HEAD_VOID, TITLE, HEAD_RAW, SCRIPT, TEMPLATE -> insert(name, tag);
          default -> startNext(name, tag);
        }
      }
      default -> startAfterHead(name, tag);
    }
  }

  private void startAfterHead(ElementName name, StartTag tag) {
    switch (name.rule()) {
      case HTML -> body.start(name, tag);
      case BODY -> {
        tree.insert(name, tag);
        tree.framesetOk = false;
        tree.mode = Mode.IN_BODY;
      }
      case FRAMESET -> throw Doubt.FRAMESET.exception();
      case HEAD -> {}
      case HEAD_VOID, TITLE, HEAD_RAW, SCRIPT, TEMPLATE -> {
        tree.insert(HEAD);
        insert(name, tag);
        tree.lateHead = tree.following != Following.MARKUP;
        if (!tree.lateHead) {
          open.pop();
        }
      }
      default -> startNext(name, tag);
    }
  }

  private void startNext(ElementName name, StartTag tag) {
    advance();
    tree.startHtml(name, tag);
  }

  /** Inserts an element that belongs to the head, wherever it is. */
  void insert(ElementName name, StartTag tag) {
    switch (name.rule()) {
      case HEAD_VOID -> {
        tree.pass(name, tag);
        if (name.equals(LINK)) {
          sink.link(tag, tree.mode == Mode.IN_HEAD || tree.mode == Mode.AFTER_HEAD);
        } else if (name.equals(META)) {
          sink.meta(tag);
        }
      }
      case TITLE -> tree.startText(name, tag, Following.TEXT);
      case HEAD_RAW -> tree.startText(name, tag, Following.RAW);
      case SCRIPT -> tree.startText(name, tag, Following.SCRIPT);
      case TEMPLATE -> {
        tree.framesetOk = false;
        tree.startIsland(name, Following.TEMPLATE);
      }
      default -> throw new IllegalArgumentException(name + " does not belong to the head");
    }
  }

  void end(ElementName name) {
    ElementRule rule = name.rule();
    boolean opens =
        rule == ElementRule.BODY || rule == ElementRule.BREAK || rule == ElementRule.HTML;
    if (tree.mode == Mode.INITIAL) {
      tree.quirks = true;
      tree.mode = Mode.BEFORE_HTML;
    }
    if (opens || (rule == ElementRule.HEAD && tree.mode != Mode.AFTER_HEAD)) {
      boolean ended = rule == ElementRule.HEAD && tree.mode == Mode.IN_HEAD;
      advance();
      if (!ended) {
        tree.endHtml(name);
      }
    }
  }

  /** Enters the body, inserting the elements before it whose tags are missing. */
  void openBody() {
    while (tree.mode != Mode.IN_BODY) {
      advance();
    }
  }

  private void advance() {
    switch (tree.mode) {
      case INITIAL, BEFORE_HTML -> {
        tree.quirks |= tree.mode == Mode.INITIAL;
        tree.insert(HTML);
        tree.mode = Mode.BEFORE_HEAD;
      }
      case BEFORE_HEAD -> {
        tree.insert(HEAD);
        tree.mode = Mode.IN_HEAD;
      }
      case IN_HEAD -> {
        open.pop();
        tree.mode = Mode.AFTER_HEAD;
      }
      case AFTER_HEAD -> {
        tree.insert(TreeConstruction.BODY);
        tree.framesetOk = true; // as in jsoup's tree, also after a template in the head
        tree.mode = Mode.IN_BODY;
      }
      default -> tree.mode = Mode.IN_BODY;
    }
  }
}
