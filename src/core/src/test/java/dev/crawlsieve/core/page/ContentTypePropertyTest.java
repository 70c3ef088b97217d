package dev.crawlsieve.core.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.text.Ascii;
import dev.crawlsieve.core.work.Allocated;
import java.util.List;
import java.util.stream.Collectors;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class ContentTypePropertyTest {

  private static final List<String> PIECES =
      List.of(
          "text/html",
          "Text/CSS",
          "/",
          "a",
          " ",
          "\t",
          "\u2003",
          "\u00a0",
          ";",
          ";",
          ",",
          "=",
          "charset",
          "CHARSET=",
          "charset=utf-8",
          "charset = \"UTF-8\"",
          "char\u017fet=x",
          "\u0130/",
          "'",
          "\"",
          "=charset");

  @Property
  void shouldReadEachPartAsIfItStoodAlone(
      @ForAll @Size(max = 12) List<@IntRange(max = 20) Integer> pieces) {
    String declared = pieces.stream().map(PIECES::get).collect(Collectors.joining());
    assertThat(ContentType.parse(declared)).isEqualTo(parts(declared));
  }

  private static ContentType parts(String declared) {
    String type = "";
    String charset = "";
    for (String part : declared.split("[;,]")) {
      String trimmed = part.trim();
      String lower = Ascii.lower(trimmed);
      if (lower.startsWith("charset") && lower.indexOf('=') > 0) {
        if (charset.isEmpty()) {
          charset = trimmed.substring(trimmed.indexOf('=') + 1).replaceAll("[\"'\\s]", "");
        }
      } else if (type.isEmpty() && lower.indexOf('/') > 0) {
        type = lower;
      }
    }
    return new ContentType(declared, type, charset);
  }

  @Example
  void shouldNotCopyMillionsOfParameters() throws Throwable {
    for (String parameter : List.of(";", ";a", ";a=b", ";a/b", ", ")) {
      String declared = "text/html" + parameter.repeat(200_000) + ";charset=x";
      assertThat(ContentType.parse(declared))
          .isEqualTo(new ContentType(declared, "text/html", "x"));
      assertThat(Allocated.bytes(() -> ContentType.parse(declared)))
          .as(parameter)
          .isLessThan(10_000);
    }
  }
}
