package dev.crawlsieve.core.extract;

import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/** Markup that should not exist, but does. */
final class NastyHtml {

  private static final String[] NAMES = {
    "a",
    "a href=/",
    "a class=share href=/x",
    "b",
    "i",
    "code",
    "font color=red",
    "nobr",
    "span",
    "span class=nav",
    "em",
    "p",
    "p",
    "div",
    "div",
    "div class=content",
    "h1",
    "h2",
    "ul",
    "ol",
    "li",
    "dl",
    "dt",
    "dd",
    "table",
    "tbody",
    "thead",
    "tr",
    "td",
    "th",
    "caption",
    "colgroup",
    "col",
    "form",
    "input",
    "input type=hidden",
    "button",
    "select",
    "option",
    "optgroup",
    "textarea",
    "pre",
    "blockquote",
    "section",
    "article",
    "main",
    "nav",
    "br",
    "hr",
    "img alt=x",
    "image",
    "svg",
    "path",
    "g",
    "desc",
    "foreignObject",
    "math",
    "mi",
    "annotation-xml",
    "annotation-xml encoding=text/html",
    "title",
    "style",
    "script",
    "noscript",
    "template",
    "iframe",
    "noframes",
    "xmp",
    "plaintext",
    "object",
    "marquee",
    "ruby",
    "rt",
    "rp",
    "rb",
    "rtc",
    "html lang=en",
    "html",
    "head",
    "body",
    "body class=main id=x",
    "frameset",
    "frame",
    "link",
    "link rel=canonical href=/1",
    "link href=/2 rel='next CANONICAL'",
    "meta",
    "base",
    "video",
    "audio",
    "custom-element",
    "center",
    "label",
    "summary",
    "details",
    "dialog",
    "dialog open",
    "search",
    "wbr",
    "embed",
    "keygen",
    "param",
    "hgroup",
    "body hidden",
    "div hidden",
    "span style='display:none'",
    "b role=navigation",
    "tfoot",
    "listing",
    "fieldset"
  };

  private static final String[] OTHERS = {
    "words, and more words. ",
    "x",
    " ",
    "\n",
    "\t\r\n",
    "&amp;",
    "&nbsp;",
    "&lt;b&gt;",
    "&copy2",
    "&notit;",
    "&#128;",
    "&#x41;",
    "&#0;",
    "&",
    "&;",
    "&#;",
    "&frac14x",
    "<",
    "</",
    "<>",
    "</>",
    "< p>",
    "</ p>",
    "<!-- c -->",
    "<!-->",
    "<!--->",
    "<!-- a --!> b -->",
    "<!-- a -- b -->",
    "<!--",
    "<!x>",
    "<?php echo 'a>b' ?>",
    "<![CDATA[c<d]]>",
    "<!doctype html>",
    "<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01//EN\">",
    "<!doctype>",
    "<!doctype html public ''x>",
    "<!doctypehtml public'' 'x'y>",
    "<!doctype html system ''x>",
    "]]>",
    "-->",
    "<div class='a>b'>",
    "<p title=\"x",
    "<a href='/?a=1&copy=2&lt;3'>",
    "<b/>",
    "<div/>",
    "<br/>",
    "</br>",
    "</p>",
    "<p a=1 a=2 class=x class=y>",
    "<p =x>",
    "<p \"'<>",
    "<DIV CLASS=Content>",
    "<script><!-- <script> </script> --></script>",
    "<script>if (a < b) '</scr' </script>",
    "<style>a > b {}</style>",
    "<title>t &amp; u</title>",
    "<textarea>\n<b>&lt;</textarea>",
    "\u00e9\u4e2d\u0e01 \u00a0\u200b\ufeff",
    "e\u0301",
    "\ud83d\ude00",
    "\u0000",
    "\u0001",
    "-->",
    "<noscript><p>n</p><style></noscript></style></noscript>",
    "<noscript><iframe src=/ns.html /></noscript>",
    "<noscript><!-- </noscript>",
    "<template><noscript><title></noscript></template>",
    "<iframe/>",
    "<style/>",
    "<title/>",
    "<xmp/>",
    "<script/>",
    "<noscript/>",
    "<svg/>",
    "<path/>",
    "<mi/>",
    "<template><td>t<template></template><p></template>",
    "<svg><title>s</title><style><b></style></svg>",
    "<math><mi>m<p>n</mi></math>",
    "<a><svg><a><title>",
    "<a href=/><svg><title><a>",
    "<math><mi><math><mo>",
    "<math><mi><svg><desc>",
    "<p" + " x".repeat(509) + " id=nav class=nav hidden role=main>",
    "<div" + " x=1".repeat(511) + " \u0001 hidden class=nav>",
    "<svg><script/>",
    "<svg><a><desc>",
    "<math><annotation-xml><svg>",
    "<math><annotation-xml encoding=text/html><math>",
    "<svg><foreignObject><math><mi>"
  };

  private NastyHtml() {}

  /** A few pieces, or many. */
  static Arbitrary<String> pages() {
    return Arbitraries.randomValue(random -> page(random, 1 + random.nextInt(40)));
  }

  static String page(Random random, int pieces) {
    StringBuilder page = new StringBuilder();
    if (random.nextInt(3) == 0) {
      page.append("<!doctype html><html><head><title>T</title></head><body>");
    }
    for (int i = 0; i < pieces; i++) {
      page.append(piece(random));
    }
    return page.toString();
  }

  static String piece(Random random) {
    int kind = random.nextInt(10);
    if (kind < 4) {
      return "<" + pick(random, NAMES) + ">";
    }
    if (kind < 7) {
      return "</" + pick(random, NAMES).split(" ", 2)[0] + ">";
    }
    return kind < 9 ? pick(random, OTHERS) : List.of("text", " more text ", "words").get(kind % 3);
  }

  private static String pick(Random random, String[] from) {
    return from[random.nextInt(from.length)];
  }
}
