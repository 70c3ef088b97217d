package dev.crawlsieve.core.html;

import dev.crawlsieve.core.html.TagRules.Following;
import dev.crawlsieve.core.text.EightAscii;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;

/**
 * Splits a page into tags and text as the standard does (WHATWG HTML, 13.2.5). It is long because
 * it has all states of the tokeniser, which share one position.
 */
final class MarkupReader {

  /** What is read; it decides what becomes of a construct without an end. */
  enum Part {
    /** The whole page: a construct without an end is a mistake. */
    PAGE,
    /**
     * The beginning of a page: a construct without an end continues after it. Frames are not read.
     */
    BEGINNING
  }

  /** How many frames deep the reader goes, of frames whose markup is in the page. */
  private static final int DEEPEST_FRAME = 3;

  private final byte[] utf8;
  private final int end;
  private final HtmlSink sink;
  private final UnknownNames names;
  private final Work work;
  private final TagRules rules;
  private final StartTag tag;
  private final int begin;
  private final boolean whole;
  private final boolean xml;

  /** How many frames deep the reader may still go in this markup. */
  private final int frames;

  private int at;

  /** Elements whose raw text did not end: no later one of the same name ends either. */
  private final Set<ElementName> unended = new HashSet<>();

  private boolean unendedComment;
  private boolean unendedInstruction;

  /** Whether there has been a document type or another declaration. */
  private boolean typed;

  /** Whether scripts end at their first end tag, even in a comment. */
  private boolean plainScripts;

  /**
   * @param xml whether the markup is in XML syntax
   */
  MarkupReader(
      byte[] utf8, int from, HtmlSink sink, UnknownNames names, Work work, Part part, boolean xml) {
    this(
        utf8,
        from,
        sink,
        names,
        work,
        part == Part.PAGE,
        xml,
        part == Part.PAGE ? DEEPEST_FRAME : 0);
  }

  private MarkupReader(
      byte[] utf8,
      int from,
      HtmlSink sink,
      UnknownNames names,
      Work work,
      boolean whole,
      boolean xml,
      int frames) {
    this.utf8 = utf8;
    this.begin = from;
    this.whole = whole;
    this.xml = xml;
    this.frames = frames;
    this.end = utf8.length;
    this.at = from;
    this.sink = sink;
    this.names = names;
    this.work = work;
    this.rules = new TagRules(sink, utf8, end, work, xml);
    this.tag = new StartTag(utf8, end);
  }

  /** Reads the page. */
  void read() {
    while (at < end) {
      token();
    }
    rules.finish();
  }

  private void token() {
    if (utf8[at] == '<' && isMarkup(at)) {
      markup();
    } else {
      text();
    }
  }

  /** Whether the {@code <} here begins markup. */
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
    rules.text(start, i, ampersands != 0);
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
      skipInstruction();
    }
  }

  private void startTag() {
    ElementName name = name(at + 1);
    int next = tag.read(at);
    if (next < 0) {
      at = end;
      return;
    }
    at = next;
    Following following = rules.start(name, tag);
    if (following != Following.MARKUP) {
      follow(name, following);
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
      int length = rules.endCurrent(EightAscii.load(utf8, at + 2));
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
        rules.end(name);
      } else {
        int next = tag.read(at);
        at = next < 0 ? end : next;
        if (next >= 0) {
          rules.end(name);
        }
      }
    } else {
      skipTo('>');
    }
  }

  private void declaration() {
    if (Bytes.standsAt(utf8, at, end, "<!--")) {
      comment();
    } else if (rules.takesCdata() && isCdata()) {
      int start = at + "<![CDATA[".length();
      int i = start;
      while (i < end && !Bytes.standsAt(utf8, i, end, "]]>")) {
        i++;
      }
      at = Math.min(end, i + 3);
      if (i > start) {
        rules.text(start, i, false);
      }
    } else {
      skipDeclaration();
    }
  }

  /** Skips markup that browsers take for a comment; in XML, it is a processing instruction. */
  private void skipInstruction() {
    int start = at;
    skipTo('>');
    while (xml && !unendedInstruction && utf8[at - 2] != '?') {
      unendedInstruction = at == end;
      skipTo('>');
    }
    at = unendedInstruction ? EightAscii.find(utf8, start, end - 1, '>') + 1 : at;
  }

  /** Skips a document type; in XML, including the declarations in its brackets. */
  private void skipDeclaration() {
    int start = at;
    skipTo('>');
    if (xml && !typed && EightAscii.find(utf8, start, at, '[') < at) {
      int bracket = EightAscii.find(utf8, start, end, ']');
      int close = Bytes.skipBlanks(utf8, Math.min(end, bracket + 1), end);
      at = close < end && utf8[close] == '>' ? close + 1 : at;
    }
    typed = true;
  }

  private boolean isCdata() {
    return Bytes.standsAt(utf8, at, end, "<![cdata[") && utf8[at + 3] == 'C';
  }

  private void comment() {
    byte[] s = utf8;
    int open = at + 4;
    int i = unendedComment ? end : EightAscii.find(s, open, end, '>');
    while (i < end) {
      boolean dashes = s[i - 1] == '-' && s[i - 2] == '-';
      boolean bang = s[i - 1] == '!' && i - 3 >= open && s[i - 2] == '-' && s[i - 3] == '-';
      if (dashes || bang) {
        at = i + 1;
        return;
      }
      i = EightAscii.find(s, i + 1, end, '>');
    }
    unendedComment |= holdsMost(open);
    at = unendedComment ? open : end;
  }

  private void skipTo(char wanted) {
    at = Math.min(end, EightAscii.find(utf8, at, end, wanted) + 1);
  }

  private void follow(ElementName name, Following following) {
    int start = at;
    if (following == Following.FRAME) {
      frame();
      if (xml && tag.isSelfClosing()) {
        rules.endText();
        return;
      }
    }
    if (following == Following.PLAINTEXT) {
      at = end;
      rules.emit(start, end, false);
    } else if (skipRaw(name)) {
      if (name.rule() == ElementRule.TITLE) {
        rules.title(start, at);
      } else if (following == Following.TEXT || following == Following.AS_WRITTEN) {
        rules.emit(start, at, following == Following.TEXT);
      } else if (name.rule() == ElementRule.SCRIPT || name.rule() == ElementRule.NOSCRIPT) {
        rules.raw(start, at);
      }
      if (at < end) {
        int next = tag.read(at + 2 + name.toString().length());
        at = next < 0 ? end : next;
      }
    }
    rules.endText();
  }

  /**
   * Skips raw text up to the element's end tag; returns whether it is raw text. If it has no end
   * and would be more than half of the page, it is not, and is not skipped.
   */
  private boolean skipRaw(ElementName name) {
    if (unended.contains(name)) {
      return false;
    }
    int start = at;
    boolean nests = name.rule() == ElementRule.SCRIPT && !plainScripts && !xml;
    int found =
        xml
            ? RawText.xmlEnd(utf8, start, end, name)
            : nests ? RawText.scriptEnd(utf8, start, end) : RawText.end(utf8, start, end, name);
    if (found == end && holdsMost(start)) {
      if (nests) {
        plainScripts = true;
        return skipRaw(name);
      }
      unended.add(name);
      return false;
    }
    at = found;
    return true;
  }

  /** Reads the page in the value of a frame's attribute {@code srcdoc}, as part of this one. */
  private void frame() {
    String page = tag.value(AttributeName.SRCDOC);
    if (frames > 0 && page != null) {
      byte[] markup = page.getBytes(StandardCharsets.UTF_8);
      new MarkupReader(markup, 0, new FrameSink(sink), names, work, true, false, frames - 1).read();
    }
  }

  /**
   * Whether a construct that begins here and has no end would contain more than half of the page.
   */
  private boolean holdsMost(int start) {
    return whole && 2L * (end - start) > end - begin;
  }
}
