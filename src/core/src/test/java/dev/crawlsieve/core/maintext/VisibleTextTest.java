package dev.crawlsieve.core.maintext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.crawlsieve.core.config.TextSettings;
import java.time.Duration;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VisibleTextTest {

  private static String text(String html) {
    Outline outline = Outlines.of(html);
    return new MainText(TextSettings.VISIBLE).extract(outline, "").text();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<script>no</script>",
        "<style>no</style>",
        "<template><p>no</template>",
        "<template shadowrootmode=none><p>no</template>",
        "<template><template shadowrootmode=open><p>no</template></template>",
        "<template shadowrootmode=open><style>no</style></template>",
        "<!-- no -->",
        "<noscript><p>no</noscript>",
        "<iframe><p>no</iframe>",
        "<video>no</video>",
        "<canvas><p>no</p></canvas>",
        "<p hidden>no <b>no</b></p>",
        "<div hidden=''><div>no</div></div>",
        "<dialog>no</dialog>",
        "<dialog id=d>no</dialog>",
        "<svg><title>no</title><desc>no</desc><defs><text>no</text></defs></svg>",
        "<input value=no><img alt=no>",
        "<datalist><option>no</datalist>",
        "<meter>no</meter>",
        "<progress>no</progress>",
        "<p popover>no</p>",
        "<dialog popover>no</dialog>",
        "<p style='DISPLAY : NONE'>no</p>",
        "<p style='color:red;display:none !important ;'>no</p>",
        "<p style='display:none!important;display:block'>no</p>",
        "<p style='display:block;display:none'>no</p>",
        "<p style='display:none;display:-ms-flexbox'>no</p>",
        "<p style='display/**/:none /* x */'>no</p>",
        "<p style='x;display:none;;y'>no</p>",
        "<p style='content-visibility:hidden'>no</p>",
        "<p style='visibility:collapse'>no</p>",
        "<p style='visibility:hidden'>no<b style='visibility:unset'>no</b></p>",
        "<p style='visibility:hidden'><i style='display:none'><b style='visibility:visible'>no</b></i></p>",
        "<p hidden>no<b style='visibility:visible'>no</b></p>",
        "<p hidden style='color:red'>no</p>",
      })
  void shouldLeaveOutWhatIsNotSeen(String unseen) {
    assertThat(text("<head><title>no</title></head>one" + unseen + " two"))
        .satisfiesAnyOf(
            seen -> assertThat(seen).isEqualTo("one two"),
            seen -> assertThat(seen).isEqualTo("one\ntwo"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<span aria-hidden=true>x</span>",
        "<dialog open>x</dialog>",
        "<body hidden>x",
        "<p hidden=until-found>x",
        "<details><summary>x</summary></details>",
        "<textarea>x</textarea>",
        "<svg><text>x</text></svg>",
        "<pre>  x\n</pre>",
        "<object>x</object>",
        "<xmp>x</xmp>",
        "<dialog open popover>x</dialog>",
        "<dialog style='display:block'>x</dialog>",
        "<p popover style='display:block'>x</p>",
        "<p hidden style='display:block'>x</p>",
        "<p style='display:none;display:block'>x</p>",
        "<p style='display:none;display:inline flow-root'>x</p>",
        "<p style='display:none!important;display:flex!important'>x</p>",
        "<p style='display:nonee'>x</p>",
        "<p style='--display:none;-webkit-display:none;*display:none'>x</p>",
        "<p style='/* display:none */'>x</p>",
        "<p style='display:none;display:block/*'>x</p>",
        "<p style='background:url(\"a;display:none\")'>x</p>",
        "<p style='{;display:none}'>x</p>",
        "<p style='display:none !ie'>x</p>",
        "<p style='visibility:hidden;visibility:visible'>x</p>",
        "<p style='visibility:hidden'>no<b style='visibility:visible'>x</b>no</p>",
        "<div style='visibility:hidden'><p>no<p style='visibility:initial'>x</div>",
        "<iframe srcdoc='<title>no</title><p>x'>no</iframe>",
        "<my-x><template shadowrootmode=open><p>x<slot></slot></template></my-x>",
        "<my-x><template shadowrootmode=CLOSED><p>x</p></template></my-x>",
      })
  void shouldKeepWhatIsSeen(String seen) {
    assertThat(text(seen)).isEqualTo("x");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<p>a</p><p>b</p> | a/b",
        "a<div>b</div>c | a/b/c",
        "a<br>b<br/><br>c<hr>d | a/b/c/d",
        "<ul><li>a<li>b</ul> | a/b",
        "<dl><dt>a<dd>b</dl> | a/b",
        "<h1>a</h1>b | a/b",
        "<table><tr><td>a<td>b<tr><th>c<th>d</table> | a b/c d",
        "a<b>b</b><i>c</i> d | abc d",
        "super<wbr>cali | supercali",
        "Hel<ins>lo</ins><del>p</del> | Hellop",
        "<select><option>a<option>b</select> | a/b",
        "<button>a</button><button>b</button> | a b",
        "<ruby>字<rp>(</rp><rt>ji</rt><rp>)</rp></ruby> | 字",
        "a&nbsp;&nbsp; b&#x2003;c&shy;d&#x200b;e | a b cde",
        "<x-block>a</x-block>b | ab",
        "a<meter>no</meter>b<progress>no</progress>c | a b c",
        "a<x-b><template shadowrootmode=open><i>b</i></template>c</x-b>d | a b cd",
        "a<xmp>b <b>c &amp; d</xmp>e | a/b <b>c &amp; d/e",
        "a<iframe srcdoc='b<title>no</title>&lt;i>c</i>'></iframe>d | a/bc/d",
        "<iframe srcdoc='a<iframe srcdoc=b></iframe>c'></iframe>d | a/b/c/d",
        "<frameset><frame><noframes>no</noframes></frameset> | ''",
      })
  void shouldPartBlocksByLinesAndWordsByBlanks(String html, String text) {
    assertThat(text(html)).isEqualTo(text.replace('/', '\n'));
  }

  @Test
  void shouldCollapseWhiteSpaceInPre() {
    assertThat(text("<pre>int  a;\n   int b;</pre>")).isEqualTo("int a; int b;");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<div>",
        "<b>",
        "<a href=x>",
        "<table>",
        "<table><tr><td>",
        "<font>",
        "<p>",
        "<ul><li>",
        "<svg>",
        "<math>",
        "<select>",
        "<template>",
        "<form>",
        "<button>",
        "<x>",
        "<!--",
        "<svg><p>",
        "<table><b>",
        "<a><table>",
        "</p>",
        "&",
        "<",
        "<i><div>",
      })
  void shouldReadAHundredThousandNestedTagsInBoundedTime(String tag) {
    String page = tag.repeat(100_000) + "text";

    Assertions.assertTimeout(
        Duration.ofSeconds(60), () -> assertThatCode(() -> text(page)).doesNotThrowAnyException());
  }

  @ParameterizedTest
  @ValueSource(strings = {"<div>", "<b>", "<font>", "<ul><li>", "<x>"})
  void shouldKeepTheTextBelowAHundredThousandTags(String tag) {
    assertThat(text("start" + tag.repeat(100_000) + "end")).matches("start\\s?end");
  }
}
