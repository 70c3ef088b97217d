package dev.crawlsieve.core.extract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.config.TextSettings;
import dev.crawlsieve.core.html.Work;
import dev.crawlsieve.core.maintext.HtmlContent;
import dev.crawlsieve.core.maintext.MainText;
import dev.crawlsieve.core.maintext.Reading;
import dev.crawlsieve.core.page.Markup;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the one pass with the tree that jsoup builds. */
class HtmlReaderTest {

  private final HtmlReader reader = new HtmlReader();
  private final JsoupReader jsoup = new JsoupReader();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "words",
        "<!doctype html><title>t</title><p>a<p>b<div>c<ul><li>d<li>e<ol><li>f</ul>g",
        "<p><b class=nav><pre>\n",
        "<dl><dt>a<dd>b<dt>c</dl><select><option>a<optgroup><option>b</select>",
        "<!doctype html><p>a<table><caption>b<tr><td>c<th>d<tbody><td>e</table>f",
        "<!doctype html><p>a<table><tr><td>b</table>c",
        "<table><colgroup><col><col></colgroup><tr><td><table><tr><td>a</table>b</table>",
        "<table><form action=/><tr><td>a<input type=hidden></form></table><form>b</form>",
        "<form><div></form>a</div>b",
        "<b>a<p>b</b>c</p>d<i>e<div>f</i>g</div>",
        "<b><b><b><b><p>x</b></b></b></b>y",
        "<h1>a<h2>b</h3>c</h1>d",
        "<svg><title>s</title><text>a<![CDATA[b<c]]></text><p>d</svg>e<math><mi>f<b>g</math>h",
        "<svg><foreignObject><div>a</div></foreignObject><path/><g>b</g></svg>c",
        "<script><!-- <script> </script> --></script>a<style>b{}</style><xmp><p>c</xmp>d",
        "<noscript><p>a</noscript><template><p>b<template>c</template>d</template>e",
        "<textarea><b>a&amp;b</b></textarea><iframe><p>c</iframe>d<plaintext></plaintext>e",
        "<!-- a --!> b --><!-->c<!--->d<!-- e -- f --->g<!x>h<?php echo 'i>j' ?>k</ l>m</>n",
        "a < b <c> d </> e <3 &lt;f> &amp;amp; &copy2 &notit &#128; &#x41 &nbsp;x &frac14x &",
        "<div class='a>b' class=nav>a</div><div CLASS=Nav>b</div><p =x \"y'z>c<br/>d<div/>e",
        "<div>a</DIV>b<p>c</p >d<pre>e</p>f</pre/>g<b>h</B>i<p>j</p\u001ek</p>l</p",
        "<table><tr><td><div>a</td></div><td><p>c</div></p>d</table></table>e<li>f</li></li>g</p>",
        "<head></head><title>late</title><link><p>a</head><title>later</title>",
        "<video>a<b></video>b</b><object>c<b></object>d<button>e<button>f",
        "<ruby>a<rp>(</rp><rt>b<rtc>c<rb>d</ruby><p><custom-a>e<b>f<p>g</custom-a>h",
        "<link rel=canonical href=''><p>a<link rel=canonical href=/b><link rel=canonical href=/c>",
        "<p>a</p><svg><link rel=canonical href=/b></svg><template><link rel=canonical href=/c></template>",
        "<noscript><link rel=canonical href=/b></noscript><link rel=canonical href=/c?a&amp;b>d",
        "<head></head><link rel=canonical href=/late><p>a",
        "<noscript><iframe src=/ns.html /></noscript><title>a</title><p>b",
        "<head><noscript><style></noscript><title>a</title></head><noscript><!-- </noscript>b",
        "<b><noscript><title>a</title><textarea></noscript>b</b><table><noscript><p></noscript><tr><td>c",
        "<template><noscript><iframe></noscript><td></template>a<select><noscript></select></noscript>b",
        "<p>Enough text before.<noscript><p>a",
        "<p>Enough text before.<iframe><p>a",
        "<p>Enough text before.<!-- <p>a",
        "<pre>\n a\n</pre><p>b\u00a0\u200bc\u00adde\u0301\ud83d\ude00\u4e2d\u6587 \u0e01\u0e02",
        "<a href=/ class=share>a</a><dialog>b</dialog><p hidden>c<p style='display: none'>d",
      })
  void shouldReadWhatATreeHolds(String page) {
    assertSame(markup(page));
  }

  /** Pages of which a browser moves something, and the text in the order of the markup. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | ''",
        "' ' | ''",
        "<table>a<tr><td>b</table> | a/b",
        "<table><tr><div>a</div><td>b</table>c | a/b/c",
        "<table><form><tr><td>a</form><td>b</table><form>c</form> | a b/c",
        "<table><td>a<table><td>b</table>c</table>d | a/b/c/d",
        "<table><tr><table><tr><td>a</table>b | a/b",
        "<tr><td>a</td></tr>b | ab",
        "<b class=nav>a<p>b</b>c | a/bc",
        "<a href=/>a<div>b<p>c</a>d</p>e</div>f<a href=/>g<a href=/>h</a>i | a/b/cd/e/fghi",
        "<p><a href=/>a<p>b</a>c | a/bc",
        "<p hidden>a<p>b</p>c | b/c",
        "<b hidden>a<p>b</b>c</p>d | d",
        "a</body>b</html>c | abc",
        "<div>a</div><html lang=de><body hidden>b | a/b",
        "<html><frameset><frame><noframes>a</noframes></frameset> | ''",
        "<title>a<p>b c d e f | a/b c d e f",
        "<p>Enough text before.<title>a<p>b | Enough text before.",
        "<p>&NotEqualTilde; &#xd800; a | &NotEqualTilde; \ufffd a",
        "<b><template><td>a</template>b | b",
        "<template><p>a<template>b</template>c</template></p>d<template>e | d",
        "<template><script></template></script>a</template>b | b",
        "<svg><noscript><g>a</noscript>b | b",
        "<svg><title>a</title><g/><path><p>b<title>c</title>d | bd",
        "<svg><script/>a<p>b</script>c | a/bc",
        "<math><mi>a<p>b</math>c | a/bc",
        "<p>a<ms><![CDATA[x</p><p>b</p><p>c</p> | a/b/c",
        "<p>a<desc><![CDATA[x</p><p>b</p> | a/b",
        "<math><ms>a<![CDATA[b<c]]></ms></math>d | ab<cd",
        "<div><svg><title>Menu</svg></div><p>All of the text. | All of the text.",
        "<svg><desc>icon</svg><p>a | a",
        "<svg><a><title>t</a></svg><p>a | a",
        "<math><mi>a</math><p>b | a/b",
        "<svg><foreignObject>a</svg><p>b | a/b",
        "<svg hidden><foreignObject>a</svg><p>b | b",
        "<svg><foreignObject><div>a</svg>b</div>c</svg>d | ab/cd",
        "<div><svg><title>t</div>u</svg>a</div>b | a/b",
      })
  void shouldReadInTheOrderOfTheMarkup(String page, String text) {
    assertThat(text(page)).isEqualTo(text.replace('/', '\n'));
  }

  @Test
  void shouldReadWhatIsTooDeep() {
    assertSame(markup("<div>".repeat(500) + "deep"));
    String deep = "<div>".repeat(100_000) + "deep" + "</div>".repeat(100_000) + "<p>end";
    assertThat(text(deep)).isEqualTo("deep\nend");
  }

  @Test
  void shouldReadMalformedBytes() {
    byte[] page = {
      '<', 'p', '>', 'a', (byte) 0xc3, 'b', (byte) 0xed, (byte) 0xa0, (byte) 0x80, 'c', 0, 'd'
    };
    Markup markup = new Markup(page, 0);

    assertThat(text(markup)).isEqualTo("a\ufffdb\ufffdcd");
  }

  @Test
  void shouldReadAnyCharacterSetAndByteOrderMark() {
    String page = "\ufeff<title>ä</title><p>größer €";
    for (String charset : new String[] {"utf-8", "utf-16le", "gb18030"}) {
      byte[] bytes = page.getBytes(Charset.forName(charset));
      Markup markup = Markup.of(bytes, 0, Charset.forName(charset));
      assertSame(markup);
      assertThat(read(markup).title()).isEqualTo("ä");
    }
  }

  /** A seeded fuzzer: a page with pieces cut out, duplicated and inserted, made well-formed. */
  @Tag("slow")
  @Test
  void shouldReadPagesThatWereMutilatedAndMended() {
    int compared = 0;
    for (int seed = 0; seed < 3_000; seed++) {
      String written =
          HtmlReaderPropertyTest.written(JsoupReader.parse("<!doctype html>" + mutilated(seed)));
      if (HtmlReaderPropertyTest.written(JsoupReader.parse(written)).equals(written)) {
        assertSame(markup(written));
        compared++;
      }
    }
    assertThat(compared).isGreaterThan(2_000);
  }

  /** Without a failure and at a bounded cost; for their text there is no tree to compare with. */
  @Test
  void shouldReadPagesThatWereMutilated() {
    for (int seed = 0; seed < 3_000; seed++) {
      assertThat(read(markup(mutilated(seed)))).isNotNull();
    }
  }

  private static String mutilated(int seed) {
    Random random = new Random(seed);
    StringBuilder page = new StringBuilder(ARTICLE);
    for (int changes = 1 + random.nextInt(6); changes > 0; changes--) {
      int from = random.nextInt(page.length());
      int to = Math.min(page.length(), from + random.nextInt(30));
      switch (random.nextInt(3)) {
        case 0 -> page.delete(from, to);
        case 1 -> page.insert(random.nextInt(page.length()), page.substring(from, to));
        default -> page.insert(from, NastyHtml.piece(random));
      }
    }
    return page.toString();
  }

  private HtmlContent read(Markup markup) {
    return reader.read(markup, false, new Work(1 << 20));
  }

  private static Markup markup(String page) {
    return new Markup(page.getBytes(StandardCharsets.UTF_8), 0);
  }

  private String text(String page) {
    return text(markup(page));
  }

  private String text(Markup markup) {
    return new MainText(TextSettings.VISIBLE)
        .extract(read(markup).outline(), "")
        .compared()
        .toString();
  }

  private void assertSame(Markup markup) {
    String page = markup.text();
    assertThat(Reading.of(read(markup)))
        .as(page.length() > 3_000 ? "a long page" : page)
        .isEqualTo(Reading.of(jsoup.read(JsoupReader.parse(page))));
  }

  private static final String ARTICLE =
      """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8"><title>Title &amp; more</title>
      <style>p > a { color: red }</style><script>if (a < b) { document.write('<p>'); }</script>
      </head><body class="home page"><!-- navigation --><nav id="top" class="menu">
      <ul><li><a href="/">Home</a></li><li><a href="/about?x=1&amp;y=2">About</a></ul></nav>
      <div class="content"><h1>A heading <span class="edit"><a href=#>edit</a></span></h1>
      <p class='lead'>The first paragraph, with <b>bold <i>and italic</i></b> words&nbsp;and a
      <a href="/link">link</a>.<p>The second one has <code>code</code>, 1.5 &lt; 2 and ends here.
      <img src=x.png alt="A picture"><br>
      <table class="data"><thead><tr><th>Name<th>Value</tr></thead>
      <tbody><tr><td>one</td><td><font size=2>1</font></td></tr><tr><td>two<td>2</tbody></table>
      <dl><dt>Term<dd>Its definition</dl><form action="/search"><input name=q><select><option>a
      <option>b</select><textarea>text</textarea><button>Go</button></form>
      <svg viewBox="0 0 1 1"><title>icon</title><path d="M0 0"/></svg>
      <pre>
      preformatted
        text</pre><noscript><img src=pixel></noscript></div>
      <div class="related"><h2>Related</h2><ul><li><a href=1>One</a><li><a href=2>Two</a></ul></div>
      <footer>&copy; 2026 Somebody</footer></body></html>
      """;
}
