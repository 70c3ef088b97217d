package dev.crawlsieve.core.maintext;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.config.TextSettings;
import dev.crawlsieve.core.page.PageBlocks;
import dev.crawlsieve.core.text.Utf8Text;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MainTextTest {

  private static final String PROSE =
      "The river rose in the night, and by morning the lower meadows, the path and the old mill"
          + " were under water; nobody in the village could remember a flood like it. ";
  private static final String MORE =
      "People came down to look, some with boats, and stood about in the rain, talking of the"
          + " bridge, which had been closed at dawn after a beam gave way. ";
  private static final String ARTICLE =
      "<article><h1>The flood</h1><p>" + PROSE + "<p>" + MORE + "</article>";

  private final MainText mainText = new MainText(TextSettings.MAIN);

  @Test
  void shouldNotLeaveTheOnlyArticleForALongerTextBesideIt() {
    String short1 = "<article><h1>The flood</h1><p>" + MORE + "</article>";
    String offer = "<div class=offer><p>" + PROSE.repeat(30) + "</div>";
    assertThat(text(short1 + offer)).isEqualTo("The flood\n" + MORE.strip());
    String untitled = "<article><p>" + MORE + "</article>";
    assertThat(text("<h1>The flood</h1>" + untitled + offer)).contains(PROSE.strip());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "class=popup",
        "id=story-modal",
        "class='overlay related'",
        "class=sidebar",
        "role=dialog class=lightbox"
      })
  void shouldFindTheOnlyArticleInABoxThatIsCalledChrome(String box) {
    String teaser = "<div class=card><h3><a href=/t>A teaser</a></h3><p>" + PROSE.repeat(3);
    String teasers = "<div class=grid>" + (teaser + "</div>").repeat(8) + "</div>";
    assertThat(text(teasers + "<div " + box + ">" + ARTICLE + "</div>")).isEqualTo(text(ARTICLE));
    String notice = "<div " + box + "><article><p>" + MORE + "</article></div>";
    assertThat(text("<h1>The floods</h1>" + teasers + notice)).startsWith("A teaser");
  }

  @Test
  void shouldDropALongSidebarBesideAnArticle() {
    String news = "<aside class=sidebar><ul>" + ("<li><p>" + PROSE).repeat(9) + "</ul></aside>";
    assertThat(text("<main>" + ARTICLE + news + "</main>")).isEqualTo(text(ARTICLE));
    assertThat(text("<main><h1>The flood</h1>" + news + "</main>")).contains(PROSE.strip());
  }

  @Test
  void shouldKeepALongTextInATextArea() {
    String notice = "<p>You may not edit this page, but you can view and copy its source.";
    assertThat(text(notice + "<form><textarea>" + PROSE + MORE + "</textarea></form>"))
        .contains(PROSE.strip());
    assertThat(text(ARTICLE + "<form><textarea>Your comment</textarea></form>"))
        .doesNotContain("comment");
  }

  @Test
  void shouldKeepBlocksOnLinesOfTheirOwn() {
    assertThat(text(ARTICLE)).isEqualTo("The flood\n" + PROSE.strip() + "\n" + MORE.strip());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<nav><ul><li><a href=/>Home</a><li>DROPPED</ul></nav>",
        "<header>DROPPED</header>",
        "<footer><p>DROPPED</footer>",
        "<aside><p>DROPPED by the side</aside>",
        "<div role=navigation>DROPPED</div>",
        "<div role=dialog>DROPPED</div>",
        "<div class=sidebar><p>DROPPED</div>",
        "<div id=cookie-notice><p>DROPPED: we use cookies, and so on.</div>",
        "<div class='siteFooter'>DROPPED</div>",
        "<div class='entry-related'><h3>DROPPED</h3><p>DROPPED too</div>",
        "<div class=comments><p>DROPPED what a reader thinks of it, at some length, as they do.</div>",
        "<ul class=breadcrumbs><li>DROPPED</ul>",
        "<div class=share-buttons>DROPPED</div>",
        "<div style='display: none'>DROPPED</div>",
        "<div hidden>DROPPED</div>",
        "<div aria-hidden=true>DROPPED</div>",
        "<form action=/search><label>DROPPED</label><input name=q><button>DROPPED</button></form>",
        "<select><option>DROPPED<option>DROPPED</select>",
        "<ul><li><a href=1>DROPPED one</a><li><a href=2>DROPPED two</a><li><a href=3>DROPPED</a></ul>",
      })
  void shouldDropChromeAroundAndWithinTheMainPart(String chrome) {
    String expected = text(ARTICLE);
    assertThat(text(chrome + ARTICLE)).as("before").isEqualTo(expected);
    assertThat(text(ARTICLE + chrome)).as("after").isEqualTo(expected);
    String within = ARTICLE.replace("<p>" + MORE, chrome + "<p>" + MORE);
    if (!chrome.startsWith("<header")) {
      assertThat(text(within)).as("within").isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<h2>KEPT</h2><p>What follows the heading is a sentence of some words.",
        "<ul><li>KEPT one<li>KEPT two</ul>",
        "<table><tr><th>KEPT<th>Height<tr><td>Monday<td>2.10<tr><td>Tuesday<td>2.45</table>",
        "<pre>if (KEPT) { return; }</pre>",
        "<blockquote>KEPT, said the miller.</blockquote>",
        "<dl><dt>KEPT<dd>What it means</dl>",
        "<p>KEPT: see <a href=/x>the report</a> of the commission.",
        "<p class=sidebar-note>KEPT, since a paragraph of twenty words and more is not a side bar,"
            + " whatever its class may be called by those who wrote it.",
        "<div class=category-footer-news><p>KEPT, for the class names the topic.</div>",
      })
  void shouldKeepWhatTheMainPartHolds(String content) {
    String text = text(ARTICLE.replace("<p>" + MORE, content + "<p>" + MORE));
    assertThat(text).contains("KEPT").contains(MORE.strip());
  }

  @Test
  void shouldKeepContentInContainersNamedLikeChrome() {
    assertThat(text("<div class=sidebar>" + ARTICLE + "</div>")).isEqualTo(text(ARTICLE));
    assertThat(text("<form>" + ARTICLE + "<input type=hidden></form>")).isEqualTo(text(ARTICLE));
  }

  @Test
  void shouldKeepAllPostsOfAThread() {
    StringBuilder thread = new StringBuilder("<div id=thread>");
    for (int i = 0; i < 8; i++) {
      thread
          .append("<div class=post><div class=author>Someone</div><div class=body><p>Answer ")
          .append(i)
          .append(": ")
          .append(i % 2 == 0 ? PROSE : MORE)
          .append("</div></div>");
    }
    String text = text(thread + "</div>");
    for (int i = 0; i < 8; i++) {
      assertThat(text).contains("Answer " + i);
    }
  }

  @Test
  void shouldKeepTheEntriesOfAListPage() {
    StringBuilder list = new StringBuilder("<ul class=nav><li><a href=/>Home</a></ul><div>");
    for (int i = 0; i < 12; i++) {
      list.append("<h3><a href=/").append(i).append(">Report number ").append(i);
      list.append(" on the state of the river</a></h3><p>Water, banks and bridges.</p>");
    }
    String text = text(list + "</div>");
    assertThat(text).contains("Report number 0").contains("Report number 11");
    assertThat(text).doesNotContain("Home");
  }

  @Test
  void shouldKeepReferencePagesWithTheirLinks() {
    String page =
        "<header><nav><div class=skipNav><a href=#x>Skip navigation links</a></div>"
            + "<ul><li><a href=a>Overview</a><li><a href=b>Tree</a></ul></nav></header><main>"
            + "<div class=header><a href=p>java.util</a><h1>Class Mill</h1></div><section>"
            + "<table><tr><th>Method<th>Description<tr><td><code><a href=#g>grind</a>(<a href=i>int</a>)"
            + "</code><td>Grinds.<tr><td><code><a href=#s>stop</a>()</code><td>Stops.</table></section>"
            + "<section><h3>grind</h3><pre>public void grind(int sacks)</pre><p>Grinds so many sacks,"
            + " and stops when there is no more water to be had from the river above.<dl><dt>See Also:"
            + "<dd><a href=#s>stop()</a></dl></section></main><footer>Copyright</footer>";
    assertThat(text(page))
        .contains(
            "Class Mill", "grind(int) Grinds.", "stop() Stops.", "sacks)", "See Also:\nstop()")
        .doesNotContain("Skip", "Tree", "Copyright");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<footer>%s</footer>",
        "<div role=contentinfo>%s</div>",
        "<address class=footer><small>%s</small></address>",
        "<div class=footer><p>%s</p></div>",
        "<div id=cookie-notice><p>%s</p></div>",
        "<div class=sidebar><p>%s</p></div>",
      })
  void shouldNotTakeAFooterOrNoticeForTheMainPartOfAListOfLinks(String footer) {
    String generated =
        footer.formatted("DROPPED: made from the sources of the mill on the third of May 2021.");
    String index = "<div class=contents><h3>- w -</h3><ul>";
    for (String name : List.of("wade", "wait", "wash", "water", "weir", "well", "wheel", "works")) {
      index += "<li>" + name + "() : <a href=" + name + ".html>Mill::" + name + "</a>";
    }
    MainText.Extracted extracted =
        extract("<body><div>mill 2.66</div>" + index + "</ul></div>" + generated);
    assertThat(extracted.text()).contains("weir() : Mill::weir").doesNotContain("DROPPED");
  }

  @Test
  void shouldNotTakeTheFooterForTheTextOfAPageOfFewWords() {
    String footer = "<div class=footer>DROPPED: made by a tool on Wed May 3 2021 at 16:24:43</div>";
    assertThat(text("<h3>- k -</h3><p><a href=k>key()</a> : Mill::Lock, Mill::Door" + footer))
        .isEqualTo("- k -\nkey() : Mill::Lock, Mill::Door");
  }

  @Test
  void shouldNeverLeaveOutTheDeclaredMainPart() {
    String notice =
        "<div><p>DROPPED: we keep a little file on your machine, and another one, so that we know"
            + " you when you come back, which is all that we want to know of you.</p></div>";
    String links =
        "<ul><li><a href=1>Mills of the upper river</a><li><a href=2>Its bridges</a></ul>";
    for (String main :
        List.of(
            "<main>%s</main>",
            "<div role=main>%s</div>", "<div class=sidebar><main>%s</main></div>")) {
      assertThat(text(notice + main.formatted(links)))
          .as(main)
          .contains("Mills of the upper river\nIts bridges");
      assertThat(
              text(
                  main.formatted("<p>The mill was opened in May.</p>" + links) + ARTICLE.repeat(4)))
          .as(main)
          .contains("opened in May", "The flood");
    }
  }

  @Test
  void shouldKeepTheLinksThatAPageConsistsOf() {
    String menu = "<ul>" + "<li><a href=x>wait()</a> of <a href=y>Mill</a>".repeat(20) + "</ul>";
    assertThat(
            text(
                "<div class=contents><p>Here is a list of all that there is:</p>"
                    + menu
                    + "</div>"))
        .contains("wait() of Mill");
    assertThat(text("<div class=contents>" + ARTICLE.repeat(4) + menu + "</div>"))
        .doesNotContain("wait()");
    String entries =
        "<div><h3>A leak</h3><p><a href=x>Water in the cellar of the mill</a> in May</div>";
    assertThat(
            text(
                "<div class=body><p>"
                    + PROSE
                    + PROSE
                    + PROSE
                    + "</p>"
                    + entries.repeat(60)
                    + "</div>"))
        .contains("A leak\nWater in the cellar");
  }

  @Test
  void shouldNotTakeALegalNoticeForTheTextOfATableOfContents() {
    String contents =
        "<dt><a href=x>How the mill was built, and of what</a><dd><dl><dt>1.1. The <a href=y>wheel</a></dl>";
    String notice =
        "<div><p>Permission is granted to copy this. " + PROSE + "<p>" + MORE + "</div>";
    assertThat(text(notice + "<div><p>Contents</p><dl>" + contents.repeat(60) + "</dl></div>"))
        .contains("How the mill was built");
  }

  @Test
  void shouldKeepTheTitleOutsideOfTheMainPart() {
    String text = "<div class=entry><p>" + PROSE + "<p>" + MORE + "</div>";
    for (String title :
        List.of("<h1>The flood</h1>", "<div><h1><a href=/>The flood</a></h1></div>")) {
      assertThat(text("<div><div>" + title + "</div><div>" + text + "</div></div>"))
          .as(title)
          .isEqualTo("The flood\n" + PROSE.strip() + "\n" + MORE.strip());
    }
    assertThat(text("<header><h1>Mill news</h1></header>" + text)).doesNotContain("Mill news");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<div class=price>KEPT 12.50</div>",
        "<div class=product-sku>Art. no. KEPT</div>",
        "<dl><dt>Article number<dd>KEPT<dt>Size<dd>40 cm</dl>",
        "<table><tr><th>Weight<td>2 kg<tr><th>Colour<td>KEPT</table>",
      })
  void shouldKeepFieldsBesideTheDescription(String fields) {
    String description = "<div class=description><p>" + PROSE + "<p>" + MORE + "</div>";
    String item = "<div class=item><h1>Oak board</h1><div>%s</div><div>%s</div></div>";
    String menu = "<div><a href=/>DROPPED</a></div>";
    for (String page :
        List.of(item.formatted(fields, description), item.formatted(description, fields))) {
      assertThat(text("<div>" + menu + page + "</div>"))
          .startsWith("Oak board")
          .contains("KEPT")
          .doesNotContain("DROPPED");
    }
    String order =
        "<h1>Oak board</h1>"
            + fields
            + "<form>In stock, delivered in two or three days at most, DROPPED if you pay before"
            + " noon<input></form>";
    String shop = "<div><div class=summary>" + order + "</div>" + description + "</div>";
    assertThat(text(shop)).startsWith("Oak board").contains("KEPT").doesNotContain("DROPPED");
  }

  @Test
  void shouldKeepTheLinksOfADeclaredMainPart() {
    String row = "<div><a href=x>org.mill.gate</a></div>";
    assertThat(
            text(
                "<main><div><h1>Uses of org.mill</h1></div><div>"
                    + row.repeat(12)
                    + "</div><section><ul><li><section><div><div>The gate that lets in the water"
                    + " for the wheel, and stops it.</div></div></section></ul></section></main>"))
        .contains("org.mill.gate", "The gate");
  }

  @Test
  void shouldKeepTheLinksOfAPageWithoutAnythingElse() {
    String links = "<li><a href=a>%sStore</a><li><a href=b>%sReader</a><li><a href=c>%sWriter</a>";
    assertThat(
            text(
                "<h1>org.mill</h1><div><h2>Classes</h2><ul>"
                    + links.replace("%s", "Key")
                    + "</ul></div>"))
        .isEqualTo("org.mill\nClasses\nKeyStore\nKeyReader\nKeyWriter");
  }

  @Test
  void shouldNotTakeTheOwnersNoticeForTheText() {
    String cards = "<div class=sidebar><h2>Card</h2><p>A card of the game, for sale</div>";
    String notice =
        "<div><p>All content on this page is © 2014 of the mill and may not be used without consent, "
            + PROSE
            + "The names of the mill are trademarks, "
            + MORE
            + "</div>";
    MainText.Extracted extracted = extract(cards.repeat(100) + notice);
    assertThat(extracted.text()).contains("A card of the game");
    assertThat(extracted.mainFallback()).isTrue();
  }

  @Test
  void shouldKeepTheTitleInTheHeaderOfItsSection() {
    assertThat(
            text(
                "<div><section><header><h1>undo</h1></header><div><p>"
                    + PROSE
                    + "<p>"
                    + MORE
                    + "</div></section></div>"))
        .startsWith("undo\n");
  }

  @Test
  void shouldKeepTheCommentsOfHighlightedCode() {
    String code = "<div>1<span class=comment>// Grinds as long as there is water.</span></div>";
    assertThat(text("<div class=contents>" + code + "<p>" + PROSE + MORE + "</div>"))
        .contains("Grinds as long");
  }

  @Test
  void shouldDropTeasersBesideAnArticleOnly() {
    String teasers =
        "<ul><li><h3><a href=1>Other news of the day</a></h3><p>A bus stopped, and went on again."
            + "<li><h3><a href=2>More of the same</a></h3><p>Nothing came of it in the end.</ul>";
    String text = text("<main><div>" + ARTICLE.repeat(4) + "</div>" + teasers + "</main>");
    assertThat(text).contains("The flood").doesNotContain("A bus").doesNotContain("More of");
    assertThat(text("<main>" + teasers + "</main>")).contains("A bus stopped");
  }

  @Test
  void shouldDropHeadingsOfWhatWasDropped() {
    String text = text(ARTICLE + "<h2>Elsewhere</h2><div class=related>Something</div>");
    assertThat(text).doesNotContain("Elsewhere");
  }

  @Test
  void shouldFallBackToVisibleTextOfNavigationOnly() {
    MainText.Extracted extracted =
        extract("<nav><ul><li><a href=1>Home</a><li><a href=2>Products</a></ul></nav>");
    assertThat(extracted.text()).isEqualTo("Home\nProducts");
    assertThat(extracted.mainFallback()).isTrue();
    assertThat(extract(ARTICLE).mainFallback()).isFalse();
  }

  @Test
  void shouldTakeShortPagesAsTheyAre() {
    MainText.Extracted extracted = extract("<h1>Not found</h1><p>There is no such page here.");
    assertThat(extracted.text()).isEqualTo("Not found\nThere is no such page here.");
    assertThat(extracted.mainFallback()).isFalse();
  }

  @Test
  void shouldTakeTheFirstVisibleHeadingsThatSaySomething() {
    String page =
        "<h1 hidden>No</h1><div style='display:none'><h1>No</h1></div><h1><img></h1>"
            + "<header><h1>The <b>fl</b>ood<br>of May</h1></header>"
            + ARTICLE
            + "<h1>Next</h1>";
    assertThat(extract(page).headings())
        .map(heading -> heading.replace('\n', ' '))
        .containsExactly("The flood of May", "The flood");
    assertThat(extract(ARTICLE.replace("h1", "h2")).headings()).isEmpty();
    assertThat(extract("<body style='display:none'><h1>Soon</h1>").headings())
        .containsExactly("Soon");
  }

  /** What is extracted, but for the blocks. */
  private static MainText.Extracted extracted(MainText.Extracted found) {
    return new MainText.Extracted(
        found.compared(),
        found.rest(),
        found.headings(),
        found.mainFallback(),
        false,
        PageBlocks.NONE);
  }

  private static MainText.Extracted extracted(String text, String heading) {
    return new MainText.Extracted(
        Utf8Text.of(text),
        Utf8Text.NONE,
        heading.isEmpty() ? List.of() : List.of(heading),
        false,
        false,
        PageBlocks.NONE);
  }

  @Test
  void shouldNotCallItAFallbackWhenNothingWasDropped() {
    assertThat(extracted(extract("<h1>Gone</h1>"))).isEqualTo(extracted("Gone", "Gone"));
  }

  private List<String> blocks(String page) {
    PageBlocks blocks = extract(page).blocks();
    List<String> shown = new ArrayList<>();
    for (int i = 0; i < blocks.size(); i++) {
      String text =
          new String(blocks.utf8(), blocks.start(i), blocks.end(i) - blocks.start(i), UTF_8);
      shown.add(blocks.kind(i).text() + (blocks.isMain(i) ? ": " : " beside: ") + text);
    }
    return shown;
  }

  @Test
  void shouldListTheBlocksOfAPageWithTheirKinds() {
    String page =
        "<nav><ul><li><a href=/>Home</a></ul></nav><main><h1>The <b>mill</b></h1><h2>Today</h2>"
            + "<p>It grinds.<ul><li>Flour, as ever<li><a href=/oil>Oil</a></ul>"
            + "<table><tr><th>Sacks<td>12<tr><th>Prices<td>3</table><pre>run()</pre>"
            + "<p>e\u0301t\u0301e\u0301<p hidden>No</main><button>Buy</button>";
    assertThat(blocks(page))
        .containsExactly(
            "links beside: Home",
            "top heading: The mill",
            "heading: Today",
            "text beside: It grinds.",
            "item: Flour, as ever",
            "links: Oil",
            "cell: Sacks",
            "cell: 12",
            "cell: Prices",
            "cell: 3",
            "code: run()",
            "text beside: \u00e9t\u0301\u00e9",
            "control beside: Buy");
  }

  @Test
  void shouldListWhatScriptsSayAndTheLinesOfATextWithoutMarkup() {
    String data =
        "<script type='application/ld+json'>{\"description\": \"The mill of Moss, built in"
            + " 1754 and since then in use every single day.\"}</script><p>Mill";
    assertThat(blocks(data)).contains("text: Mill").anyMatch(block -> block.startsWith("data"));
    PageBlocks lines = PageBlocks.lines(Utf8Text.of("one\ntwo"), Utf8Text.of("> three"));
    assertThat(lines.size()).isEqualTo(3);
    assertThat(lines.isMain(1)).isTrue();
    assertThat(lines.isMain(2)).isFalse();
  }

  @Test
  void shouldShowAPageThatIsHiddenUntilItsScriptsRun() {
    assertThat(text("<body style='display:none'>" + ARTICLE)).isEqualTo(text(ARTICLE));
    assertThat(text("<div style='visibility:hidden'>Wait</div>")).isEqualTo("Wait");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "<script>var a = 1;</script>",
        "<frameset><frame src=a><frame src=b></frameset>",
        "<p> \u00a0\u200b </p>",
        "<img src=a alt=picture>",
      })
  void shouldHaveNoTextWhereThereIsNone(String page) {
    assertThat(extracted(extract(page))).isEqualTo(extracted("", ""));
  }

  @Test
  void shouldLeaveOutTextsOfImagesAndTargetsOfLinks() {
    String page = "<p>" + PROSE + "<img alt='a mill'> <a href=/map>map</a> " + MORE;
    assertThat(text(page)).doesNotContain("a mill").doesNotContain("/map");
  }

  @Test
  void shouldKeepTheShortPostsOfAListOfPosts() {
    String post = "<div class=post><h2><a href=/p>%s</a></h2><div class=entry><p>%s</div></div>";
    String longs = post.formatted("One", PROSE.repeat(7)) + post.formatted("Two", PROSE.repeat(5));
    String list = "<div id=posts>" + longs + post.formatted("Short", MORE) + "</div>";
    assertThat(text(list)).contains("Short\n" + MORE.strip());
    String article = "<div class=post><h1>Long</h1><div class=entry><p>" + PROSE.repeat(12);
    assertThat(text(article + "</div></div>" + post.formatted("Short", MORE)))
        .doesNotContain("Short");
  }

  @Test
  void shouldKeepAllArticlesOfAListWhoseFirstOneIsLong() {
    String rest = "</h2><section class=entry>%s<p>%s</section></article>";
    String first = rest.formatted("<h1>Part 1</h1>", PROSE.repeat(60));
    String second = "<article><h2><a href=/2>Two</a>" + rest.formatted("", PROSE.repeat(5));
    assertThat(text("<div><article><h2><a href=/1>One</a>" + first + second + "</div>"))
        .contains("Two\n" + PROSE);
    assertThat(text("<div><article><h2>One" + first + second + "</div>")).doesNotContain("Two");
  }

  @Test
  void shouldKeepWhatIsInPanelsUnderTabs() {
    String tabs = "<ul class=tabs><li><a href=#a>Description<li><a href=#b>Reviews (0)</ul>";
    String panels = "<div class='shop-tabs'>" + tabs + "<div id=a><p>" + MORE + "</div></div>";
    assertThat(text("<main><h1>Mill</h1><p>" + PROSE.repeat(3) + panels + "</main>"))
        .contains(MORE.strip())
        .doesNotContain("Reviews");
  }

  @Test
  void shouldTakeTheTextOfThePictureThatThePageIsNamedAfter() {
    String logo = "<a href=/><img alt='Photos of the coast'></a>";
    String page = "<title>The mill in May - Photos of the coast</title>" + logo;
    String about = "<div class=about><p>" + PROSE + MORE + "</div>";
    assertThat(text(page + "<img alt=' The mill\n in May '>" + about))
        .isEqualTo("The mill in May\n" + PROSE.strip() + " " + MORE.strip());
    assertThat(text(page + "<img alt='The old bridge'>" + about)).startsWith(PROSE.strip());
    String named = "<h1>The mill in May</h1>";
    assertThat(text(page + named + "<img alt='The mill in May'>" + about))
        .isEqualTo(text(page + named + about));
  }

  @Test
  void shouldSeparateCellsByBlanksAndRowsByLines() {
    String table = "<table><tr><th>Day<th>Height<tr><td>Monday<td>2.10</table>";
    assertThat(text("<p>" + PROSE + table)).contains("Day Height\nMonday 2.10");
  }

  @Test
  void shouldJoinWhatInlineElementsPart() {
    String page = "<p>" + PROSE + "un<b>divid</b>ed <span class=share-count>12</span>, once.";
    assertThat(text(page)).contains("undivided 12, once.");
    assertThat(text(ARTICLE.replace("flood", "flood <span class=editsection>[edit]</span>")))
        .startsWith("The flood\n");
  }

  @Test
  void shouldKeepDatesInRunningText() {
    String dated = "<p>On <span class=timestamp>12.12.2022</span> " + PROSE;
    assertThat(text(ARTICLE + dated + "<p>12.12.2022</p>")).contains("On 12.12.2022 The river");
    assertThat(text(ARTICLE.replace("<p>", "<p>12.12.2022</p><p>"))).doesNotContain("2022");
  }

  @Test
  void shouldTakeNestingOfAnyDepth() {
    assertThat(text("<div>".repeat(100_000) + "deep")).isEqualTo("deep");
    assertThat(text("<span class=nav>deep ".repeat(5_000))).startsWith("deep deep");
  }

  @Test
  void shouldComposeCharactersAndDropUnseenOnes() {
    assertThat(text("<p>re\u0301sume\u0301 soft\u00adly zero\u200bwidth"))
        .isEqualTo("r\u00e9sum\u00e9 softly zerowidth");
  }

  @Test
  void shouldCountScriptsWithoutBlanks() {
    String chinese = "\u6cb3\u6c34\u5728\u591c\u91cc\u4e0a\u6da8\uff0c".repeat(20);
    MainText.Extracted extracted =
        extract("<nav><a href=/>\u9996\u9875</a></nav><div><p>" + chinese + "</div>");
    assertThat(extracted.text()).isEqualTo(chinese);
    assertThat(extracted.rest()).hasToString("\u9996\u9875");
    assertThat(extracted.mainFallback()).isFalse();
  }

  /** Credits, leads and notices in Finnish and Thai, which the lists of phrases do not have. */
  @Test
  void shouldKeepPhrasesOfLanguagesThatAreNotInTheLists() {
    String article = "Joki nousi yöllä sillan tasalle, ja kylän väki seurasi sitä rannalta. ";
    String page = "<p>" + article + "<p>Kuva: Anna Virtanen<p>Lue myös: talven tulvat<p>" + article;
    assertThat(text("<article>" + page + "</article>"))
        .contains("Kuva: Anna Virtanen", "Lue myös: talven tulvat");
    String notice = "นโยบายความเป็นส่วนตัวของเว็บไซต์นี้ใช้กับผู้อ่านทุกคน ".repeat(8);
    assertThat(text("<nav><a href=/>หน้าแรก</a></nav><div><p>" + notice + "</div>"))
        .isEqualTo(notice.strip());
  }

  /** Sidebar, footer and comments, in Finnish, Polish, Russian, Thai and Chinese. */
  @ParameterizedTest
  @ValueSource(strings = {"sivupalkki", "stopka", "боковая-панель", "ท้ายหน้า", "评论", "bokovaya"})
  void shouldFindNoPurposeInNamesOfLanguagesThatAreNotInTheLists(String name) {
    String page = "<div class=%1$s><p>%2$s</div><div id=%1$s><p>%3$s</div>";
    assertThat(text(page.formatted(name, PROSE, MORE)))
        .isEqualTo(text(page.formatted("x", PROSE, MORE)))
        .contains(PROSE.strip(), MORE.strip());
  }

  @Test
  void shouldReadRightToLeft() {
    String arabic =
        "\u0627\u0631\u062a\u0641\u0639 \u0627\u0644\u0646\u0647\u0631\u060c ".repeat(20);
    assertThat(text("<nav>\u0631\u0626\u064a\u0633\u064a</nav><article><p>" + arabic))
        .isEqualTo(arabic.strip());
  }

  @Test
  void shouldGiveTheSameForTheSamePage() {
    String page = "<nav>Home</nav>" + ARTICLE + "<div class=x><a href=/>More</a></div>";
    assertThat(List.of(text(page), text(page))).containsOnly(text(page));
  }

  private String text(String page) {
    return extract(page).text();
  }

  private MainText.Extracted extract(String page) {
    return mainText.extract(Outlines.of(page), "");
  }
}
