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
    return new MainText(TextSettings.VISIBLE).extract(outline).text();
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
        "<ruby>字<rp>(</rp><rt>ji</rt><rp>)</rp></ruby> | 字ji",
        "a&nbsp;&nbsp; b&#x2003;c&shy;d&#x200b;e | a b cde",
        "<x-block>a</x-block>b | ab",
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
