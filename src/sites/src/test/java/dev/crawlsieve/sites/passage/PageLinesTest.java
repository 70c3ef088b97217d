package dev.crawlsieve.sites.passage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.config.TextSettings;
import dev.crawlsieve.core.extract.TextExtractor;
import dev.crawlsieve.core.page.Body;
import dev.crawlsieve.core.page.Page;
import org.junit.jupiter.api.Test;

class PageLinesTest {

  private static String lines(String html) throws Exception {
    Page page = Page.of("https://a.example/", "text/html", "", Body.of(html));
    return PageLines.of(new TextExtractor(TextSettings.MAIN).extract(page).blocks()).text();
  }

  @Test
  void linesAreThoseOfThePage() throws Exception {
    assertThat(
            lines(
                "<ul><li>Home<li>News</ul>"
                    + "<p>See <a class=nav href=x>Wiki<b class=menu>pedia</b></a>, of which more<br>below"
                    + "<p style='display:none'>hidden</p>and"
                    + "<table><tr><th>Size<td>4</tr></table>"))
        .isEqualTo("Home\nNews\nSee Wikipedia, of which more\nbelow\nand\nSize 4");
  }
}
