package dev.crawlsieve.core.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StartTagTest {

  private static final String[] PARTS = {
    "a",
    "/",
    ".",
    ".jpg",
    ".j&#112;g",
    "?",
    "#",
    "&amp;",
    "&quest;",
    "&#63;",
    "&period;",
    "é",
    "語",
    "%20",
    "&",
    ";"
  };

  @ParameterizedTest
  @CsvSource({
    "/a/b.jpg, .jpg",
    "b.JPEG?w=7, .JPEG",
    "b.jpg#top.png, .jpg",
    "b&period;jpg?a.png, .jpg",
    "b.jpg&quest;x.png, .jpg",
    "b.html5, ''",
    "/a.b/c, .b/c",
    "/a.b/cde, ''",
    "語.png, .png",
    "b, ''",
    "'', ''",
  })
  void shouldTellExtension(String url, String extension) {
    StartTag tag = StartTags.of(" href='" + url + "'");
    assertThat(tag.extension(AttributeName.HREF, 5)).isEqualTo(extension);
  }

  @Test
  void shouldTellValuesThatBeginAsDataDoes() {
    String data = "{\"a\": \"one, two, three\"}";
    String more = "[1, 2, 3, 4, 5, 6, 7, 8]";
    String value = data.replace("\"", "&quot;");
    StringBuilder tag = new StringBuilder(" id='" + data + "' x-a='" + more + "' data-b='{}'");
    tag.append(" data-c='of a length of {many bytes}' x=1 props=\"").append(value).append('"');
    for (int i = 0; i < 5; i++) {
      tag.append(" p").append(i).append("='").append(more).append('\'');
    }
    StartTag read = StartTags.of(tag.toString());
    assertThat(read.dataCount()).isEqualTo(7);
    assertThat(read.data(0)).isEqualTo(more);
    assertThat(read.data(1)).isEqualTo(data);
    assertThat(read.data(6)).isEqualTo(more);
    assertThat(StartTags.of(" x=1").dataCount()).isZero();
  }

  @Test
  void shouldTellNoExtensionOfAttributeThatIsNotThere() {
    assertThat(StartTags.of(" src=b.jpg").extension(AttributeName.HREF, 5)).isEmpty();
    assertThat(StartTags.of(" href").extension(AttributeName.HREF, 5)).isEmpty();
  }

  @Test
  void shouldTellExtensionsAsDecodedValuesHaveThem() {
    Random random = new Random(7);
    int found = 0;
    for (int i = 0; i < 20_000; i++) {
      StringBuilder url = new StringBuilder();
      for (int part = random.nextInt(9); part > 0; part--) {
        url.append(PARTS[random.nextInt(PARTS.length)]);
      }
      StartTag tag = StartTags.of(" href='" + url + "'");
      String path = tag.value(AttributeName.HREF).split("[?#]", 2)[0];
      boolean jpg = path.toLowerCase(Locale.ROOT).endsWith(".jpg");
      assertThat(tag.extension(AttributeName.HREF, 5).equals(".jpg")).as("%s", url).isEqualTo(jpg);
      found += jpg ? 1 : 0;
    }
    assertThat(found).isGreaterThan(1_000);
  }
}
