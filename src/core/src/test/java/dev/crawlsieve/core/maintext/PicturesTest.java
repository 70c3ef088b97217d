package dev.crawlsieve.core.maintext;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.work.Allocated;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PicturesTest {

  private static List<String> shown(String html) {
    return Outlines.of("<p>A page</p>" + html).pictures().stream()
        .map(Pictures.Picture::name)
        .toList();
  }

  /** Counters, buttons, and what only holds the place of a picture. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "<img src=count.php?1>",
        "<img src='/hit.php?page=17' width=1 height=1>",
        "<noscript><img height=1 width=1 src='https://t.example/tr?id=17&ev=View'></noscript>",
        "<img src='data:image/gif;base64,R0lGOD'>",
        "<img src='/logo.svg' alt='A logo'>",
        "<iframe src=/map-1></iframe>",
        "<iframe src=/comments?17></iframe>",
        "<iframe src=about:blank></iframe>",
        "<div style='background:url(#gradient)'></div>",
        "<div style='background:url(data:image/png;base64,R0lGOD)'></div>",
        "<a href=/next><img src=/one.jpg><span style='background:url(/one.jpg)'></span></a>",
        "<a href=/next><noscript><img src=/one.jpg></noscript></a>",
        "<a href=/next style='background:url(/one.jpg)'>next</a>",
        "<noscript>&lt;img src=/one.jpg&gt;</noscript>",
        "<template><video><source src=/one.mp4></video></template>",
        "<video><template><source src=/one.mp4></template></video>",
        "<svg><use href='/icons.svg#next'/></svg>",
      })
  void shouldShowNoPicture(String html) {
    assertThat(shown(html)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "/image.php?id=17&v=3, /image.php?v=4&id=17",
    "/image.php?id=17&t=1700000000, /image.php?id=17&t=1800000000",
    "/image?id=17&w=300&h=200, https://a.example/image?id=17",
    "/one.jpg?v=3, /one.jpg?ver=6.4.2",
    "/one.jpg?id=17, /one.jpg?id=18",
    "/image.php?id=17&from=https%3A%2F%2Fa.example%2Fone, /image.php?id=17&from=/two",
    "/one-300x200.jpg, /scaled?src=%2Fup%2FOne.jpg%3Fv%3D2&w=9",
  })
  void shouldKnowAPictureUnderAnotherAddress(String url, String other) {
    assertThat(shown("<img src='" + url + "'>"))
        .hasSize(1)
        .isEqualTo(shown("<img src='" + other + "'>"));
  }

  @Test
  void shouldKnowAPictureByItsTextIfNothingElseTellsIt() {
    String says = "A mill on a river in the snow";
    assertThat(shown("<img src=/thumb.php alt='" + says + "'>")).containsExactly(says);
    assertThat(shown("<img src=/thumb.php?id=1 alt='" + says + "'>"))
        .containsExactly("thumb.php&id=1");
    assertThat(shown("<img src=/thumb.php alt='A mill'>")).isEmpty();
  }

  @Test
  void shouldKnowWhatAScriptTellsAViewer() {
    String viewer =
        "<script>Mirador.viewer({id:'m',windows:[{manifestId:'/iiif/7/manifest.json'}]})</script>";
    assertThat(shown(viewer)).containsExactly("iiif/7/manifest.json");
    assertThat(shown("<div data-viewer='{\"manifest\": \"https://a.example/iiif/7/manifest\"}'>"))
        .containsExactly("iiif/7/manifest");
  }

  @Test
  void shouldReadEachPictureForBrowsersWithoutScripts() {
    assertThat(
            shown("<noscript><img src=/one.jpg><IMG\nsrc=/two.jpg> <img src=/three.jpg</noscript>"))
        .startsWith("one.jpg", "two.jpg");
  }

  @Test
  void shouldCountTheFirstOfMany() {
    StringBuilder html = new StringBuilder();
    for (int i = 0; i < 1_000; i++) {
      html.append("<picture><source srcset=/a").append(i).append(".jpg><img></picture>");
      html.append("<video src=/b").append(i).append(".mp4></video>");
    }
    assertThat(shown(html.toString())).hasSize(64);
  }

  /** A page may have thousands of such pictures. */
  @ParameterizedTest
  @ValueSource(strings = {"<img src='?%s='>", "<img src='%s'>", "<img srcset='%s'>"})
  void shouldReadALongUrlOnce(String html) throws Throwable {
    for (String part : List.of("a", "/", ",", "&", "../", "=/", " ,")) {
      String page = html.formatted(part.repeat(100_000));
      assertThat(Allocated.bytes(() -> shown(page))).as(part).isLessThan(40L * page.length());
    }
  }
}
