package dev.crawlsieve.core.maintext;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** What a page shows counts in any markup. */
class PicturesPropertyTest {

  private static final List<String> FORMS =
      List.of(
          "<img src='%s'>",
          "<img srcset='%s 800w, /large.jpg 1600w' sizes=100vw>",
          "<img src='data:image/gif;base64,R0lGOD' data-src='%s'>",
          "<img src='data:image/gif;base64,R0lGOD' data-srcset=' %s, /large.jpg 2x'>",
          "<img data-lazy-src='%s'>",
          "<img data-original='%s' src=''>",
          "<picture><source srcset='%s 1x' type=image/webp><img></picture>",
          "<picture><source data-srcset='%s'><img alt=''></picture>",
          "<img src='data:image/gif;base64,R0lGOD'><noscript><img src='%s'></noscript>",
          "<amp-img src='%s' width=1 height=1 layout=responsive></amp-img>",
          "<svg><image href='%s'/></svg>",
          "<svg><image xlink:href='%s'></image></svg>",
          "<div style='color: red; background-image: URL( \"%s\" )'></div>",
          "<div style=\"background:url('%s') no-repeat\"></div>",
          "<meta property=og:image content='%s'>",
          "<video poster='%s'></video>",
          "<video src='%s'></video>",
          "<video controls>none<source src='%s'>none</video>",
          "<audio><source src='%s' type=audio/ogg></audio>",
          "<amp-video src='%s'></amp-video>",
          "<amp-video><source src='%s'></amp-video>",
          "<object data='%s'></object>",
          "<embed src='%s'>");

  /** Those of viewers, which get the address of a file. */
  private static final List<String> VIEWERS =
      List.of(
          "<iframe src='/viewer?file=%s'></iframe>",
          "<iframe src='https://docs.example/viewer?embedded=true&url=%s'></iframe>",
          "<amp-iframe src='/viewer.html#?c=0&manifest=%s'></amp-iframe>");

  private static final List<String> FILES =
      List.of(
          "/scan/s%d.jpg",
          "https://cdn.example/up/s%d-800x600.webp?v=17",
          "/docs/s%d.pdf",
          "/film/reel-%d.mp4",
          "/iiif/reg-%d/full/800,/0/default.jpg",
          "/iiif/reg-%d/manifest.json");

  private static final List<String> SCRIPTS =
      List.of(
          "/image.php?id=%d", "/thumb?src=%d&amp;w=300", "/media/%d", "/show.aspx?a=b&amp;c=%d");

  private static Set<String> shown(String form, String url, int medium) {
    String markup = form.formatted(url.formatted(medium));
    return Outlines.of("<p>A page</p>" + markup + "<p>of one text</p>").pictures().stream()
        .map(Pictures.Picture::name)
        .collect(toSet());
  }

  @Property
  void shouldKnowAMediumInEachMarkup(@ForAll @IntRange(min = 1, max = 99_999) int medium) {
    for (String url : FILES) {
      Set<String> one = shown(FORMS.get(0), url, medium);
      assertThat(one).as(url).hasSize(1);
      for (String form : FORMS) {
        assertThat(shown(form, url, medium)).as(form + url).isEqualTo(one);
      }
      for (String viewer : VIEWERS) {
        assertThat(shown(viewer, url, medium)).as(viewer + url).isEqualTo(one);
      }
    }
    for (String url : SCRIPTS) {
      Set<String> one = shown(FORMS.get(0), url, medium);
      assertThat(one).as(url).hasSize(1);
      for (String form : FORMS) {
        assertThat(shown(form, url, medium)).as(form + url).isEqualTo(one);
      }
    }
  }

  @Property
  void shouldTellTwoMediaApart(
      @ForAll @IntRange(min = 1, max = 99_999) int medium,
      @ForAll @IntRange(min = 1, max = 99_999) int other) {
    Assume.that(medium != other);
    for (String form : FORMS) {
      for (String url : FILES) {
        assertThat(shown(form, url, medium)).as(form + url).isNotEqualTo(shown(form, url, other));
      }
      for (String url : SCRIPTS) {
        assertThat(shown(form, url, medium)).as(form + url).isNotEqualTo(shown(form, url, other));
      }
    }
  }
}
