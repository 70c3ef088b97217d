package dev.crawlsieve.core.extract;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.config.TextSettings;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.Body;
import dev.crawlsieve.core.page.Page;
import dev.crawlsieve.core.page.PageCharset;
import dev.crawlsieve.core.page.PageCharset.Found;
import dev.crawlsieve.core.page.PageText;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TextExtractorTest {

  private final TextExtractor extractor = new TextExtractor(TextSettings.VISIBLE);

  private PageText bytes(String contentType, byte[] body) throws BadPageException {
    return extractor.extract(Page.of("http://a.example/", contentType, "", new Body(body, false)));
  }

  private PageText html(String language, String html) throws BadPageException {
    return extractor.extract(Page.of("http://a.example/", "text/html", language, Body.of(html)));
  }

  @Test
  void shouldFindTitleTextAndLanguage() throws BadPageException {
    assertThat(html("fr", "<html lang=de-AT><title> A \n title </title><p>Text"))
        .isEqualTo(new PageText("A title", "Text", "de-at", PageCharset.NONE, false));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<p>Loading<noscript><h1>Topic</h1>%s</noscript>",
        "<script>run()</script><noscript><div>Sign up</div></noscript><noscript>%s</noscript>"
      })
  void shouldReadWhatHoldsThePageUnlessScriptsRun(String body) throws BadPageException {
    String posts = "<p>" + "a post &amp; nothing else ".repeat(30).trim() + "</p>";
    PageText text = html("", "<title>t</title>" + body.formatted(posts));
    assertThat(text.text()).endsWith("a post & nothing else").hasSizeGreaterThan(600);
    assertThat(text.heading()).isEqualTo(body.contains("h1") ? "Topic" : "");
    assertThat(text.title()).isEqualTo("t");

    String more = "<p>" + "says more than half of that ".repeat(20) + "</p>";
    assertThat(html("", body.formatted(posts) + more).text()).doesNotContain("a post");
    assertThat(html("", body.formatted("<p>needs JavaScript")).text()).doesNotContain("needs");
  }

  @Test
  void shouldNameAPageWithoutATitleByTwoHeadings() throws BadPageException {
    String page =
        "<title>%s</title><h1>Packages</h1><ul><li><a href=a>a</a></ul><h1>List</h1><h1>See</h1>";
    assertThat(html("", page.formatted(" ")).heading()).isEqualTo("Packages List");
    assertThat(html("", page.formatted("The List")).heading()).isEqualTo("Packages");
  }

  @Test
  void shouldReadThePageThatAFrameHoldsHoweverShort() throws BadPageException {
    String mail =
        "<p>Of %1$s.<iframe srcdoc=\"<title>%1$s</title><p lang=de>Dear %1$s,\"></iframe>";
    PageText text = html("", "<html lang=en><title>t</title>" + mail.formatted("Ann"));
    assertThat(text)
        .isEqualTo(new PageText("t", "Of Ann.\nDear Ann,", "en", PageCharset.NONE, false));
    assertThat(html("", "x<div hidden><iframe srcdoc='y'></iframe></div>").text()).isEqualTo("x");
  }

  @Test
  void shouldReadFramesInFramesToSomeDepth() throws BadPageException {
    String page = "end";
    for (int i = 9; i > 0; i--) {
      page = i + "<iframe srcdoc=\"" + page.replace("&", "&amp;").replace("\"", "&quot;") + "\">";
    }
    assertThat(html("", page).text()).isEqualTo("1\n2\n3\n4");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<p>a</p><video src='x'/><p>b</p><canvas/>c<template/>d<datalist/>e | a/b/cde",
        "a<script src='x'/>b<style/>c<iframe src='x'/>d<textarea/>e<xmp/>f<title/>g | abcd e/fg",
        "a<iframe srcdoc='&lt;p>in'/>b | a/in/b",
        "a<div/>b<a id='x'/>c<span/>d<noscript/>e<h:video xmlns:h='x'/>f | a/bcdef",
        "<table><tr><td>1</td><td/><td>2</td></tr></table> | 1 2",
        "a<![CDATA[ <b>x & y ]]>b | a <b>x & y b",
        "<script>//<![CDATA[ x='</script>'; //]]></script>c | c",
        "<style>/*<![CDATA[*/ p{} </style> x /*]]>*/</style>b | b",
        "a<xmp>x <b>y</b> &amp; z</xmp>b<noscript>n</noscript>c | a/x y & z/bc",
        "a<?x b>c ?>d | ad",
        "a<?x b>c | ac",
      })
  void shouldReadXmlSyntaxWhereThePageIsDeclaredSo(String body, String text)
      throws BadPageException {
    String page = "<html><head><title>t</title></head><body>" + body + "</body></html>";
    assertThat(bytes("application/xhtml+xml", page.getBytes(UTF_8)).text())
        .isEqualTo(text.replace('/', '\n'));
    String entities = "<!DOCTYPE html [ <!ENTITY a 'b'> ]>" + page;
    assertThat(bytes("application/xhtml+xml", entities.getBytes(UTF_8)).text())
        .isEqualTo(text.replace('/', '\n'));
  }

  @Test
  void shouldReadTheTitleOfXmlSyntax() throws BadPageException {
    String page =
        "<html><head><title>a &lt;<![CDATA[b & </title>]]> &amp; c</title></head>x</html>";
    assertThat(bytes("application/xhtml+xml", page.getBytes(UTF_8)))
        .isEqualTo(new PageText("a <b & </title> & c", "x", "", text(Found.UTF8), false));
  }

  private static PageCharset text(Found found) {
    return new PageCharset(found, "UTF-8");
  }

  @Test
  void shouldReadTheSameMarkupAsHtmlWhereItIsServedAsHtml() throws BadPageException {
    assertThat(html("", "a<video/>b<![CDATA[c]]>d</video>e").text()).isEqualTo("ae");
  }

  @Test
  void shouldNotReadNoscriptThatABrowserSavedAsText() throws BadPageException {
    String saved = "<p>Shown.<noscript> &lt;p&gt;" + "not a page of its own ".repeat(30);
    assertThat(html("", saved + "&lt;/p&gt;</noscript>").text()).isEqualTo("Shown.");
  }

  @Test
  void shouldReadNoscriptAsBrowsersDoThatRunScripts() throws BadPageException {
    for (String noscript :
        List.of(
            "<iframe src='/ns.html' />",
            "<iframe>",
            "<style>",
            "<!--",
            "<xmp/>",
            "<a title='",
            "<title>u</title>",
            "<textarea>",
            "<plaintext>",
            "<script><!--<script>")) {
      String html = "<noscript>" + noscript + "</noscript><title>t</title><p>A page.";
      assertThat(html("", html))
          .as(html)
          .isEqualTo(new PageText("t", "A page.", "", PageCharset.NONE, false));
    }
  }

  @Test
  void shouldReadThePageThatAnUnclosedElementWouldSwallow() throws BadPageException {
    for (String swallows :
        List.of(
            "<iframe src='/ns.html' />",
            "<noembed>",
            "<noframes>",
            "<textarea>",
            "<title>",
            "<style media=print>",
            "<xmp>",
            "<noscript>",
            "<script>",
            "<!--",
            "<iframe/><iframe/><!--<style>",
            "<script><!--<script></script>",
            "<template><iframe></template>",
            "<table>a<iframe>")) {
      String html = "A." + swallows + "<p>Most of this page.<p>And some more.";
      assertThat(html("", html).text()).as(html).endsWith("Most of this page.\nAnd some more.");
    }
    assertThat(html("", "<p>Most.<iframe>B").text()).isEqualTo("Most.");
  }

  @Test
  void shouldFindATitleThatAStrayElementPushedOutOfTheHead() throws BadPageException {
    assertThat(html("", "<head><div></div><svg><title>no</title></svg><title>T</title>x"))
        .isEqualTo(new PageText("T", "x", "", PageCharset.NONE, false));
    assertThat(html("", "<svg><title>no</title></svg>x").title()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<html lang='pt_BR'> | fr | pt-br",
        "<link class=nav><html lang=de> | fr | de",
        "x<html lang=de> | fr | de",
        "<html xml:lang='EL'> | fr | el",
        "<p lang=de>x | fr | fr",
        "<html lang='{{ lang }}'> | 'en-GB, fr' | en-gb",
        "<html lang=''> | not a language | ''",
      })
  void shouldFindTheLanguageOnTheRootElseInTheHeader(String page, String header, String language)
      throws BadPageException {
    assertThat(html(header, page).language()).isEqualTo(language);
  }

  @Test
  void shouldIgnoreALanguageOfAnyLength() throws BadPageException {
    assertThat(html("", "<html lang=" + "x".repeat(10_000) + ">x").language()).isEmpty();
  }

  @Test
  void shouldKeepTheTitleOfAPageWithAByteOrderMark() throws BadPageException {
    assertThat(html("", "\ufeff<title>T</title>x"))
        .isEqualTo(new PageText("T", "x", "", PageCharset.NONE, false));
    assertThat(bytes("text/html", "\ufeff<title>T</title>x".getBytes(UTF_8)).title())
        .isEqualTo("T");
  }

  @Test
  void shouldReadTextLineByLine() throws BadPageException {
    assertThat(bytes("text/plain", "  a  b \r\n\r\n\tc\rd\u2028e\0f ".getBytes(UTF_8)).text())
        .isEqualTo("a b\nc\nd\ne f");
    assertThat(bytes("text/css; charset=latin1", "ä{}".getBytes(ISO_8859_1)).text())
        .isEqualTo("ä{}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"application/pdf", "image/png", "application/json", "APPLICATION/OCTET-STREAM"})
  void shouldFindNoTextInOtherTypes(String type) throws BadPageException {
    assertThat(bytes(type, "<p>text".getBytes(UTF_8)))
        .isEqualTo(new PageText("", "", "", PageCharset.NONE, false));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<!DOCTYPE html><p>x",
        " \n<HTML lang=en>x",
        "<p>x",
        "<div class=a>x",
        "<!--c--><b>x",
        "<?xml version='1.0'?>\n<html xmlns='h'>x",
        "<custom-header></custom-header><html><body>x",
        "\ufeff<body>x",
      })
  void shouldSeeHtmlInAnUndeclaredBody(String body) throws BadPageException {
    assertThat(bytes("", body.getBytes(UTF_8)).text()).isEqualTo("x");
    assertThat(bytes("html", body.getBytes(UTF_8)).text()).isEqualTo("x");
    assertThat(extractor.extract(Page.of("http://a.example/", "", "", Body.of(body))).text())
        .isEqualTo("x");
  }

  @Test
  void shouldSeeTextOrBytesInAnUndeclaredBody() throws BadPageException {
    assertThat(bytes("", "a < b, <pre".getBytes(UTF_8)).text()).isEqualTo("a < b, <pre");
    assertThat(bytes("", "\ufeff<p>wide".getBytes(UTF_16LE)).text()).isEqualTo("wide");
    assertThat(bytes("", new byte[] {(byte) 0x89, 'P', 'N', 'G', 0, 1}).text()).isEmpty();
  }

  @Test
  void shouldUseADeclaredCharsetWhereTheTypeIsMissing() throws BadPageException {
    assertThat(bytes("; charset=latin1", "<p>ä".getBytes(ISO_8859_1)).text()).isEqualTo("ä");
  }

  @Test
  void shouldNoteAnUnknownCharset() throws BadPageException {
    assertThat(bytes("text/html; charset=klingon", "<p>ä".getBytes(UTF_8)))
        .isEqualTo(new PageText("", "ä", "", new PageCharset(Found.UTF8, "UTF-8"), false));
    assertThat(bytes("text/plain; charset=klingon", "ä".getBytes(UTF_8)).charset().found())
        .isEqualTo(Found.UTF8);
  }

  @Test
  void shouldBringTextIntoNormalFormC() throws BadPageException {
    assertThat(html("", "<title>u\u0308</title><p>A\u030angstro\u0308m"))
        .isEqualTo(new PageText("ü", "Ångström", "", PageCharset.NONE, false));
  }

  @Test
  void shouldTolerateNulBytes() throws BadPageException {
    assertThat(bytes("text/html", "<p>a\0b</p>\0<p>c\0".getBytes(UTF_8)).text()).isEqualTo("ab\nc");
  }
}
