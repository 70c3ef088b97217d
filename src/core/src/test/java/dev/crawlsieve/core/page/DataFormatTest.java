package dev.crawlsieve.core.page;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DataFormatTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          application/xml | <?xml version="1.0"?>\\n<oembed><version>1.0</version><provider_name>Lantern</provider_name>
          application/json | {"version":"1.0","provider_name":"Lantern","provider_url":"https:\\/\\/a.example"}
          application/json | [ {"id": 108, "link": "https://a.example"} ]
          application/rss+xml | <?xml version="1.0" encoding="UTF-8"?>\\n<rss xmlns:dc="http://purl.org/dc/elements/1.1/" version="2.0">
          application/rss+xml | \\n\\n<rss version="0.91"><channel><title>News</title>
          application/rss+xml | <?xml version="1.0"?><!DOCTYPE rss PUBLIC "-//Netscape//DTD RSS 0.91//EN" "rss-0.91.dtd" [ <!ENTITY a ">"> ]><rss version="0.91">
          application/atom+xml | <?xml version='1.0' encoding='UTF-8'?><?xml-stylesheet href="atom.css" type="text/css"?><feed xmlns='http://www.w3.org/2005/Atom'>
          application/rdf+xml | <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
          application/xml | <?xml version="1.0" encoding="UTF-8"?><!-- by a plugin --><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
          application/xml | <sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap>
          application/xml | <?xml version="1.0"?><methodResponse><fault><value>
          image/svg+xml | <?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg">
          """)
  void shouldRecogniseDataWhateverItsType(String type, String body) throws Exception {
    String bytes = body.replace("\\n", "\n");
    assertThat(of("text/html; charset=utf-8", bytes)).isEqualTo(type);
    assertThat(of("text/plain", "\ufeff" + bytes)).isEqualTo(type);
    assertThat(of("text/xml", bytes)).isEqualTo(type);
    byte[] wide = ("\ufeff" + bytes).getBytes(UTF_16LE);
    assertThat(DataFormat.of(page("text/html", new Body(wide, false)))).isEqualTo(type);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<!DOCTYPE html><html lang=en>",
        "<?xml version=\"1.0\"?>\n<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Strict//EN\""
            + " \"http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd\">\n"
            + "<html xmlns=\"http://www.w3.org/1999/xhtml\" xml:lang=\"en\">",
        "<?xml version=\"1.0\"?><h:html xmlns:h=\"http://www.w3.org/1999/xhtml\">",
        "<?xml version=\"1.0\"?><div class=post>A post</div>",
        "<!-- saved from url=(0014)about:internet -->\n<HTML>",
        "<svg xmlns=\"http://www.w3.org/2000/svg\"><symbol/></svg><main>A page</main>",
        "<app-root>A page</app-root>",
        "<rssfeed>Not known</rssfeed>",
        "{{ title }} A template",
        "{\"title\": \"Front matter\"}\n\nA text behind it.",
        "A feed begins with <rss version=\"2.0\">",
        "",
        "<"
      })
  void shouldLeavePages(String body) throws Exception {
    assertThat(of("text/html", body)).isEmpty();
    assertThat(of("text/plain", body)).isEmpty();
    assertThat(of("application/xhtml+xml", body)).isEmpty();
  }

  /** One character a byte. */
  @ParameterizedTest
  @CsvSource({
    "image/png, '\u0089PNG\r\n\u001a\n\0\0\0\rIHDR'",
    "image/gif, 'GIF89a\1\0\1\0'",
    "image/jpeg, '\u00ff\u00d8\u00ff\u00e0\0\u0010JFIF\0'",
    "application/zip, 'PK\3\4\n\0\0\0\0\0index.html<html><body>'",
    "application/gzip, '\u001f\u008b\b\0\0\0\0\0\0\3'",
    "application/java-vm, '\u00ca\u00fe\u00ba\u00be\0\0\0=<html> in a constant'",
    "application/pdf, '%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n1 0 obj'",
    "application/octet-stream, 'SQLite format 3\0\u0010\0\2\2\0@  '",
    "application/octet-stream, '!<arch>\n <x >\u00fd7zXZ\0\0\4\u00e6'",
    "application/octet-stream, '\u007fELF\2\1\1\0'",
  })
  void shouldRecogniseBytesThatAreNoText(String type, String bytes) throws Exception {
    Body body = new Body(bytes.getBytes(ISO_8859_1), false);
    assertThat(DataFormat.of(page("text/html", body))).isEqualTo(type);
    assertThat(DataFormat.of(page("text/plain; charset=utf-8", body))).isEqualTo(type);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<!doctype html>\0\1\2<p>A page with stray bytes</p>",
        "\0\0\0<html><p>A page behind NULs</p>",
        "\0\1<!-- a table's bytes --><p class=x>A page of an old editor</p>",
        "N\bNA\bAM\bME\bE of a manual for terminals",
        "GIF89a is a format of images.",
        "ID3 tags say who sings.",
        "%PDF- is how a PDF begins.",
        "PK\3 is not a whole signature",
        "\u001b$B$3$s\u001b(B \u000e\u000f",
        "\0\0\0\0",
      })
  void shouldLeaveTextWithControlCharacters(String text) throws Exception {
    Body body = new Body(text.getBytes(ISO_8859_1), false);
    assertThat(DataFormat.of(page("text/html", body))).isEmpty();
    assertThat(DataFormat.of(page("text/plain", body))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"})
  void shouldLeaveTextWhoseCharsetHasNuls(String name) throws Exception {
    for (String text :
        new String[] {"<p>A page</p>", "Text alone", "\ufeffText", "\u0416 \u0101"}) {
      Body body = new Body(text.getBytes(Charset.forName(name)), false);
      assertThat(DataFormat.of(page("text/html; charset=" + name, body))).isEmpty();
      if (text.charAt(0) <= 'z') {
        assertThat(DataFormat.of(page("text/html", body))).isEmpty();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"application/rss+xml", "image/png"})
  void shouldLeaveWhatIsNotReadAsText(String type) throws Exception {
    assertThat(of(type, "<?xml version=\"1.0\"?><rss version=\"2.0\"/>")).isEmpty();
  }

  private static String of(String type, String body) throws BadPageException {
    return DataFormat.of(page(type, new Body(body.getBytes(UTF_8), false)));
  }

  private static Page page(String type, Body body) throws BadPageException {
    return Page.of("https://a.example/", type, "", body);
  }
}
