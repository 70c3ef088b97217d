package dev.crawlsieve.core.html;

import dev.crawlsieve.core.html.TreeConstruction.Following;
import dev.crawlsieve.core.text.EightAscii;

/**
 * Splits a page into tags and text as the standard does (WHATWG HTML, 13.2.5). Long because the
 * tokeniser's states share one position.
 */
final class MarkupReader {

  private final byte[] utf8;
  private final int end;
  private final UnknownNames names;
  private final Work work;
  private final TreeConstruction tree;
  private final StartTag tag;

  /** Where pieces that are not part of the tree are noted; null where the page is read. */
  private final Cuts cuts;

  private final int begin;
  private int at;

  /** Offset of the start tag that was read last. */
  private int tagStart;

  MarkupReader(
      byte[] utf8, int from, int to, HtmlSink sink, UnknownNames names, Work work, Cuts cuts) {
    this.utf8 = utf8;
    this.cuts = cuts;
    this.work = work;
    this.begin = from;
    this.end = to;
    this.at = from;
    this.names = names;
    this.tree = new TreeConstruction(sink, utf8, to, work, cuts != null);
    this.tag = new StartTag(utf8, to);
  }

  /** Reads the page, or abandons it with a {@link Doubt}. */
  void read() {
    while (at < end) {
      token();
    }
    tree.finish();
  }

  /** Notes the page's cuts. Whatever a tree is doubted for changes little about where tags are. */
  void cut() {
    while (at < end) {
      int start = at;
      try {
        token();
      } catch (Doubt.DoubtException e) {
        at = Math.max(at, start + 1);
      }
      work.forgetElements(); // nothing is kept of them
    }
  }

  private void token() {
    if (utf8[at] == '<' && isMarkup(at)) {
      markup();
    } else {
      text();
    }
  }

  /** Whether the less-than sign here begins markup. */
  private boolean isMarkup(int i) {
    if (i + 1 == end) {
      return false;
    }
    byte c = utf8[i + 1];
    return Bytes.isLetter(c) || c == '!' || c == '?' || (c == '/' && i + 2 < end);
  }

  private void text() {
    byte[] s = utf8;
    int start = at;
    long ampersands = s[at] == '&' ? 1 : 0;
    int i = at + 1;
    while (i < end) {
      if (i + 8 <= end) {
        long eight = EightAscii.load(s, i);
        long less = EightAscii.firstEqual(eight, '<');
        long ampersand = EightAscii.firstEqual(eight, '&');
        if (less == 0) {
          ampersands |= ampersand;
          i += 8;
          continue;
        }
        ampersands |= ampersand & Bytes.upTo(less);
        i += EightAscii.before(less);
      }
      if (s[i] == '<' && isMarkup(i)) {
        break;
      }
      ampersands |= s[i] == '&' ? 1 : 0;
      i++;
    }
    at = i;
    tree.text(start, i, ampersands != 0);
  }

  private void markup() {
    byte c = utf8[at + 1];
    if (Bytes.isLetter(c)) {
      startTag();
    } else if (c == '/') {
      endTag();
    } else if (c == '!') {
      declaration();
    } else {
      skipTo('>');
    }
  }

  private void startTag() {
    tagStart = at;
    ElementName name = name(at + 1);
    int next = tag.read(at);
    if (next < 0) {
      at = end;
      return;
    }
    at = next;
    Following following = tree.start(name, tag);
    if (following != Following.MARKUP) {
      follow(name, following);
    } else if (cuts != null && name.rule() == ElementRule.SCRIPT && tag.isSelfClosing()) {
      cuts.add(tagStart, at); // jsoup takes what follows such a script in SVG as its text
    }
  }

  /** The name that begins here; moves {@code at} to its end. */
  private ElementName name(int start) {
    if (start + 8 <= end) {
      long eight = EightAscii.load(utf8, start);
      int length = Bytes.nameLength(eight);
      if (length < 8 && Bytes.endsName(utf8[start + length])) {
        ElementName known = ElementName.known(Bytes.lowerHead(eight, length));
        if (known != null) {
          at = start + length;
          return known;
        }
      }
    }
    int i = start;
    while (i < end && !Bytes.endsName(utf8[i])) {
      i++;
    }
    at = i;
    return names.element(utf8, start, i);
  }

  private void endTag() {
    if (at + 2 + Long.BYTES <= end) {
      int length = tree.endCurrent(EightAscii.load(utf8, at + 2));
      if (length > 0) {
        at += 2 + length;
        return;
      }
    }
    byte c = utf8[at + 2];
    if (c == '>') {
      at += 3;
    } else if (Bytes.isLetter(c)) {
      ElementName name = name(at + 2);
      if (at < end && utf8[at] == '>') {
        at++;
        tree.end(name);
      } else {
        int next = tag.read(at);
        at = next < 0 ? end : next;
        if (next >= 0) {
          tree.end(name);
        }
      }
    } else {
      skipTo('>');
    }
  }

  private void declaration() {
    if (Bytes.standsAt(utf8, at, end, "<!--")) {
      comment();
    } else if (Bytes.standsAt(utf8, at, end, "<!doctype")) {
      int start = at + "<!doctype".length();
      skipTo('>');
      tree.doctype(Doctype.hasQuirks(utf8, start, utf8[at - 1] == '>' ? at - 1 : at));
    } else if (tree.isInForeign() && isCdata()) {
      int start = at + "<![CDATA[".length();
      int i = start;
      while (i < end && !Bytes.standsAt(utf8, i, end, "]]>")) {
        i++;
      }
      at = Math.min(end, i + 3);
      if (i > start) {
        tree.cdata(start, i);
      }
    } else {
      skipTo('>');
    }
  }

  private boolean isCdata() {
    return Bytes.standsAt(utf8, at, end, "<![cdata[") && utf8[at + 3] == 'C';
  }

  private void comment() {
    byte[] s = utf8;
    int open = at + 4;
    int i = cuts != null && cuts.hasUnclosedComment() ? end : EightAscii.find(s, open, end, '>');
    while (i < end) {
      boolean dashes = s[i - 1] == '-' && s[i - 2] == '-';
      boolean bang = s[i - 1] == '!' && i - 3 >= open && s[i - 2] == '-' && s[i - 3] == '-';
      if (dashes || bang) {
        at = i + 1;
        return;
      }
      i = EightAscii.find(s, i + 1, end, '>');
    }
    if ((cuts != null && cuts.hasUnclosedComment()) || containsMost(open)) {
      cuts.addUnclosedComment(at, open);
      at = open;
    } else {
      at = end;
    }
  }

  private void skipTo(char wanted) {
    at = Math.min(end, EightAscii.find(utf8, at, end, wanted) + 1);
  }

  private void follow(ElementName name, Following following) {
    switch (following) {
      case TEXT -> followText(name);
      case RAW, SCRIPT -> {
        if (skipRaw(name)) {
          closeRaw(name);
        } else {
          tree.endText();
        }
      }
      case PLAINTEXT -> {
        if (at < end) {
          tree.textInBody(at, end, false);
        }
        at = end;
      }
      case LINE -> at += at < end && utf8[at] == '\n' ? 1 : 0;
      case TEMPLATE -> template();
      default -> {}
    }
  }

  private void followText(ElementName name) {
    int start = at;
    if (!skipRaw(name)) {
      tree.endText();
      return;
    }
    if (at == end) {
      throw Doubt.UNENDED_TEXT.exception();
    }
    if (name.rule() == ElementRule.TITLE) {
      tree.title(start, at);
    } else {
      tree.emit(start, at, true);
    }
    closeRaw(name);
  }

  private void closeRaw(ElementName name) {
    if (at < end) {
      int next = tag.read(at + 2 + name.toString().length());
      at = next < 0 ? end : next;
    }
    tree.endText();
  }

  /**
   * Skips raw text up to the element's end tag; returns whether the element remains: it does not if
   * it has no end and would contain more than half of the page.
   */
  private boolean skipRaw(ElementName name) {
    int start = at;
    boolean script = name.rule() == ElementRule.SCRIPT;
    if (cuts == null) {
      at = script ? RawText.scriptEnd(utf8, at, end) : RawText.end(utf8, at, end, name);
      return at < end || !containsMost(start);
    }
    boolean unclosed = cuts.isUnclosed(name);
    if (script && !cuts.endsScriptsPlainly()) {
      at = RawText.scriptEnd(utf8, start, end);
      if (at < end || !containsMost(start)) {
        return true;
      }
      cuts.endScriptsPlainly();
    }
    at = unclosed ? end : RawText.end(utf8, start, end, name);
    if (unclosed || (at == end && containsMost(start))) {
      cuts.addUnclosed(name, tagStart, start);
      at = start;
      return false;
    }
    if (script || name.rule() == ElementRule.NOSCRIPT) {
      cuts.add(start, at);
    }
    return true;
  }

  /**
   * Whether what begins here and has no end contains more than half of the page; such a page is not
   * read in one pass.
   */
  private boolean containsMost(int start) {
    boolean most = 2L * (end - start) > end - begin;
    if (most && cuts == null) {
      throw Doubt.SWALLOWED.exception();
    }
    return most;
  }

  /** Skips everything up to the end tag of the template whose start tag was just read. */
  private void template() {
    boolean foreign = false;
    boolean formatted = false;
    int depth = 1;
    while (at < end && depth > 0) {
      at = EightAscii.find(utf8, at, end, '<');
      if (at == end) {
        break;
      }
      if (!isMarkup(at)) {
        at++;
      } else if (utf8[at + 1] == '!' || utf8[at + 1] == '?' || isEmptyEnd()) {
        if (Bytes.standsAt(utf8, at, end, "<!--")) {
          comment();
        } else {
          skipTo('>');
        }
      } else {
        boolean starts = utf8[at + 1] != '/';
        tagStart = at;
        ElementName inside = name(starts ? at + 1 : at + 2);
        int next = tag.read(at);
        at = next < 0 ? end : next;
        boolean same = inside.rule() == ElementRule.TEMPLATE;
        if (starts) {
          depth += same ? 1 : 0;
          foreign |= inside.rule().hasOtherText();
          formatted |= inside.rule().formats();
          tree.checkInTemplate(inside, foreign, formatted);
          skipInTemplate(inside);
        } else {
          depth -= same ? 1 : 0;
        }
      }
    }
    tree.endText();
  }

  private boolean isEmptyEnd() {
    return utf8[at + 1] == '/' && !Bytes.isLetter(utf8[at + 2]);
  }

  private void skipInTemplate(ElementName name) {
    switch (name.rule()) {
      case TITLE, TEXTAREA -> {
        int start = at;
        boolean remains = skipRaw(name);
        if (at == end) {
          throw Doubt.UNENDED_TEXT.exception();
        }
        if (remains && name.rule() == ElementRule.TITLE) {
          tree.title(start, at);
        }
      }
      case HEAD_RAW, XMP, IFRAME, NOEMBED, NOSCRIPT, SCRIPT -> {
        boolean unused = skipRaw(name);
      }
      case PLAINTEXT -> at = end;
      default -> {}
    }
  }
}
