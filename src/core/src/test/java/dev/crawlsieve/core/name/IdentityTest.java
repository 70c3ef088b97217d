package dev.crawlsieve.core.name;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class IdentityTest {

  private static final String API = "http://x.example/io/2.16.0/";
  private static final String NEXT = "http://x.example/io/2.17.0/";
  private static final String FOLDER = "http://localhost/";
  private static final String TRUE = "TrueFileFilter (Commons IO 2.16.0 API)";
  private static final String FALSE = "FalseFileFilter (Commons IO 2.16.0 API)";
  private static final String STORY = "Bob Costas says pink eye is gone";
  private static final String RETOLD = "NBC's Costas says his pink eye is gone";
  private static final String SITE = "The handbook of rivers and mills";

  /** A page: its title, first heading, language and URL. */
  record Named(String title, String heading, String language, String url) {

    PageName name() {
      return TestNames.name(title, heading, language, url);
    }
  }

  private static Named page(String title, String url) {
    return new Named(title, "", "", url);
  }

  private static Named page(String title, String heading, String url) {
    return new Named(title, heading, "", url);
  }

  static Stream<Arguments> pairs() {
    return Stream.of(
        of(
            "two classes of one package",
            Identity.OTHER,
            page(TRUE, "Class TrueFileFilter", API + "TrueFileFilter.html"),
            page(FALSE, "Class FalseFileFilter", API + "FalseFileFilter.html")),
        of(
            "one class in two releases",
            Identity.SAME,
            page(TRUE, "Class TrueFileFilter", API + "TrueFileFilter.html"),
            page(TRUE.replace("16", "17"), "Class TrueFileFilter", NEXT + "TrueFileFilter.html")),
        of(
            "two classes in two releases",
            Identity.OTHER,
            page(TRUE, "Class TrueFileFilter", API + "TrueFileFilter.html"),
            page(FALSE, "Class FalseFileFilter", NEXT + "FalseFileFilter.html")),
        of(
            "one file name in two packages, another title",
            Identity.OTHER,
            page("org.apache.io", API + "io/package-summary.html"),
            page("org.apache.text", API + "text/package-summary.html")),
        of(
            "the index of two folders",
            Identity.OTHER,
            page("Overview", "http://a.example/mills/index.html"),
            page("Overview", "http://a.example/dams/index.html")),
        of(
            "a folder and its index",
            Identity.SAME,
            page("Overview", "http://a.example/mills/"),
            page("Overview", "http://a.example/mills/index.html")),
        of(
            "a site's first page and its index",
            Identity.SAME,
            page("Home", "http://a.example/"),
            page("Home", "http://a.example/index.html")),
        of(
            "the first pages of two sites",
            Identity.ALIKE,
            page("Mill", "http://a.example/"),
            page("Dam", "http://b.example/")),
        of(
            "two pages of a list",
            Identity.OTHER,
            page("Results", "http://a.example/list/page/2"),
            page("Results", "http://a.example/list/page/3")),
        of(
            "the second page of two lists",
            Identity.OTHER,
            page("Results", "http://a.example/mills/page/2"),
            page("Results", "http://a.example/dams/page/2")),
        of(
            "two pages by query",
            Identity.OTHER,
            page("Results", "http://a.example/list?page=2"),
            page("Results", "http://a.example/list?page=3")),
        of(
            "two products of one script and one long title",
            Identity.OTHER,
            page("Boats and other small craft", "http://a.example/item.php?id=17"),
            page("Boats and other small craft", "http://a.example/item.php?id=18")),
        of(
            "a list and its second page, of one long title",
            Identity.OTHER,
            page("Boats and other small craft", "http://a.example/boats"),
            page("Boats and other small craft", "http://a.example/boats?page=2")),
        of(
            "one item in two sessions, and a list in another order",
            Identity.SAME,
            page("Boats", "http://a.example/boats.php?sid=5f&c=7&sort=price"),
            page("Boats", "http://a.example/boats.php?c=7&sid=9b")),
        of(
            "one job in two towns",
            Identity.OTHER,
            page("Delivery driver", "http://a.example/berlin/delivery-driver"),
            page("Delivery driver", "http://a.example/munich/delivery-driver")),
        of(
            "a short title in folders that are numbers",
            Identity.OTHER,
            page("Revisions", "http://a.example/node/225/revisions"),
            page("Revisions", "http://a.example/node/226/revisions")),
        of(
            "a long title in folders that are numbers",
            Identity.ALIKE,
            page("How the old mill works", "http://a.example/2012/05/mill"),
            page("How the old mill works", "http://a.example/2013/06/mill")),
        of(
            "a title in two folders of a number each",
            Identity.ALIKE,
            page("GtkButton", "http://a.example/gtk2/GtkButton.html"),
            page("GtkButton", "http://a.example/gtk3/GtkButton.html")),
        of(
            "other titles on two hosts of one site",
            Identity.OTHER,
            page("Hits of the sixties", "http://north.radio.com/player"),
            page("News and weather", "http://south.radio.com/listen")),
        of(
            "a long title and two queries",
            Identity.SAME,
            page("Flood destroys the old mill", "http://a.example/story?id=7"),
            page("Flood destroys the old mill", "http://a.example/story?id=7&print=1")),
        of(
            "member lists: a short title, other files",
            Identity.OTHER,
            page("Member List", "http://a.example/class-a-members.html"),
            page("Member List", "http://a.example/class-b-members.html")),
        of(
            "one title on two sites",
            Identity.SAME,
            page("Flood destroys the old mill", "http://a.example/news/17"),
            page("Flood destroys the old mill", "http://b.example/story/flood")),
        of(
            "a short title on two sites, with the names of the sites, the same file",
            Identity.ALIKE,
            page("The old mill - Example", "http://example.org/old-mill.html"),
            page("The old mill | Mirror", "http://mirror.org/pub/old-mill.html")),
        of(
            "a headline that another outlet reworded",
            Identity.NONE,
            page(STORY, "http://a.example/1"),
            page(RETOLD, "http://b.example/2")),
        of(
            "headlines that have little in common",
            Identity.ALIKE,
            page(STORY, "http://a.example/1"),
            page("Ten recipes with pink grapefruit", "http://b.example/2")),
        of("no names, other addresses", Identity.OTHER, page("", API + "1"), page("", API + "2")),
        of("one has no name", Identity.OTHER, page(TRUE, API + "1"), page("", API + "2")),
        of("numbers for names", Identity.OTHER, page("404", API + "1"), page("2001", API + "2")),
        of(
            "headings alone",
            Identity.OTHER,
            page("", "The mill", "http://a.example/1"),
            page("", "The dam", "http://a.example/2")),
        of(
            "one heading alone, one file",
            Identity.SAME,
            page("", "The mill", "http://a.example/print/mill.html"),
            page("", "The mill", "http://a.example/mill.html")),
        of(
            "one heading on two sites",
            Identity.ALIKE,
            page("", "The mill", "http://a.example/1"),
            page("", "The mill", "http://b.example/2")),
        of(
            "two headings on two sites",
            Identity.ALIKE,
            page("", "The mill", "http://a.example/1"),
            page("", "The dam", "http://b.example/1")),
        of(
            "one title of two languages",
            Identity.ALIKE,
            new Named("Java", "", "en", "http://a.example/en/java.html"),
            new Named("Java", "", "de", "http://a.example/de/java.html")),
        of(
            "one language of two regions",
            Identity.SAME,
            new Named("Java", "", "en-gb", "http://a.example/en-gb/java.html"),
            new Named("Java", "", "en-us", "http://a.example/en-us/java.html")),
        of(
            "one declares no language",
            Identity.SAME,
            new Named("Java", "", "en", "http://a.example/en/java.html"),
            new Named("Java", "", "", "http://a.example/java.html")),
        of(
            "one title of a whole site, other headings",
            Identity.OTHER,
            page(SITE, "The mill", "http://a.example/1.html"),
            page(SITE, "The dam", "http://a.example/2.html")),
        of(
            "one title of a whole site, no headings, other files",
            Identity.ALIKE,
            page(SITE, "http://a.example/mill.html"),
            page(SITE, "http://a.example/dam.html")),
        of(
            "one title of a whole site, no headings, numbers for files",
            Identity.OTHER,
            page(SITE, "http://a.example/1.html"),
            page(SITE, "http://a.example/2.html")),
        of(
            "two mails of one subject",
            Identity.OTHER,
            page(SITE, "http://a.example/dev/2012-May/000964.html"),
            page(SITE, "http://a.example/dev/2012-May/000971.html")),
        of(
            "numbers that another release may have given again",
            Identity.ALIKE,
            page(SITE, "http://a.example/gcc-11/a02370.html"),
            page(SITE, "http://a.example/gcc-12/a02526.html")),
        of(
            "two mails of one subject, a word before the number",
            Identity.OTHER,
            page(SITE, "http://a.example/msg-00012.html"),
            page(SITE, "http://a.example/msg-00013.html")),
        of(
            "a name that ends with a number, as the second post of one name does",
            Identity.ALIKE,
            page(SITE, "http://a.example/the-handbook-of-mills"),
            page(SITE, "http://a.example/the-handbook-of-mills-2")),
        of(
            "two releases",
            Identity.ALIKE,
            page(SITE, "http://a.example/3.11/"),
            page(SITE, "http://a.example/3.12/")),
        of(
            "a number and a name",
            Identity.ALIKE,
            page(SITE, "http://a.example/node/225"),
            page(SITE, "http://a.example/handbook")),
        of(
            "one number in two folders",
            Identity.ALIKE,
            page(SITE, "http://a.example/node/225"),
            page(SITE, "http://a.example/story/225")),
        of(
            "two tags under one title",
            Identity.OTHER,
            page(SITE, "http://a.example/tag/mill/"),
            page(SITE, "http://a.example/tag/dam/")),
        of(
            "long titles that differ in a number, other files",
            Identity.OTHER,
            page(SITE + ", part 1", "http://a.example/1.html"),
            page(SITE + ", part 2", "http://a.example/2.html")),
        of(
            "two releases laid side by side",
            Identity.SAME,
            page(TRUE, "Class TrueFileFilter", FOLDER + "io-2.16.0/org/TrueFileFilter.html"),
            page(
                TRUE.replace("16", "17"),
                "Class TrueFileFilter",
                FOLDER + "io-2.17.0/org/TrueFileFilter.html")),
        of(
            "two releases, one number after a word",
            Identity.SAME,
            page("The river", "The river", FOLDER + "rivers4/doc/upper/river.html"),
            page("The river", "The river", FOLDER + "rivers5/doc/upper/river.html")),
        of(
            "an old and a new folder",
            Identity.SAME,
            page(SITE + " 1", "The mill", FOLDER + "old/pages/mill.html"),
            page(SITE + " 2", "The mill", FOLDER + "new/pages/mill.html")),
        of(
            "two terms",
            Identity.ALIKE,
            page("Policies", "http://a.example/fa17/policies.html"),
            page("Policies", "http://a.example/sp17/policies.html")),
        of(
            "two releases of a page that has neither title nor heading",
            Identity.ALIKE,
            page("", FOLDER + "rivers4-doc/Ticket.html"),
            page("", FOLDER + "rivers5-doc/Ticket.html")),
        of(
            "two files of a release without title and heading",
            Identity.OTHER,
            page("", FOLDER + "rivers4-doc/Ticket.html"),
            page("", FOLDER + "rivers5-doc/Queue.html")),
        of(
            "two clauses, whose headings say which",
            Identity.OTHER,
            page("Act 4.1", "Section 4.1 of the act", "http://a.example/act/4.1/"),
            page("Act 4.2", "Section 4.2 of the act", "http://a.example/act/4.2/")),
        of(
            "solutions of two exercises",
            Identity.OTHER,
            page("Exercise 2.11", "Solution of 2.11", "http://a.example/ex/2.11/solution"),
            page("Exercise 2.12", "Solution of 2.12", "http://a.example/ex/2.12/solution")),
        of(
            "a list and its second page",
            Identity.OTHER,
            page(SITE, "http://a.example/mills/"),
            page(SITE, "http://a.example/mills/page/2/")),
        of(
            "a parameter that only one address has",
            Identity.ALIKE,
            page(SITE, "http://a.example/mills"),
            page(SITE, "http://a.example/mills?unheard_of=Ab3x")),
        of(
            "two values of an unknown parameter",
            Identity.OTHER,
            page(SITE, "http://a.example/mills?unheard_of=Ab3x"),
            page(SITE, "http://a.example/mills?unheard_of=Qq71")),
        of(
            "a long title in two rows without a URL",
            Identity.SAME,
            page(SITE, "http://localhost/rows.parquet/warc-a"),
            page(SITE, "http://localhost/rows.parquet/warc-b")),
        of(
            "a short title in two files named by their numbers",
            Identity.ALIKE,
            page("The mill", "The mill", "http://localhost/saved/0.html"),
            page("The mill", "The mill", "http://localhost/saved/1.html")),
        of(
            "two titles and headings in rows without a URL, perhaps of one site",
            Identity.OTHER,
            page(TRUE, "Class TrueFileFilter", "http://localhost/rows.parquet/17"),
            page(FALSE, "Class FalseFileFilter", "http://localhost/rows.parquet/18")),
        of(
            "a row without a URL and a page that has one",
            Identity.SAME,
            page(SITE, "http://localhost/rows.parquet/17"),
            page(SITE, "http://a.example/mills")),
        of(
            "rows that say nothing of themselves",
            Identity.ALIKE,
            page("", "http://localhost/rows.parquet/17"),
            page("", "http://localhost/rows.parquet/18")),
        of(
            "two files of a folder that have names",
            Identity.OTHER,
            page("The mill", "http://localhost/saved/upper.html"),
            page("The mill", "http://localhost/saved/lower.html")),
        of(
            "a server of one's own with a port and a query",
            Identity.OTHER,
            page("The mill", "http://localhost:8080/rows.parquet/17"),
            page("The mill", "http://localhost:8080/rows.parquet/18")),
        of(
            "parked pages, whose titles differ in the domain only",
            Identity.ALIKE,
            page("mills.example is for sale", "http://mills.example/"),
            page("dams.example is for sale", "http://dams.example/")),
        of(
            "a form that two sites fill, whose words are half of both titles",
            Identity.ALIKE,
            page(
                "Changes related to Paul - Fist Wiki",
                "Changes related to Paul",
                "http://a.example/x"),
            page(
                "Changes related to Setup - Arch",
                "Changes related to Setup",
                "http://b.example/x")),
        of(
            "half of a title on two sites, with a heading that says nothing of it",
            Identity.NONE,
            page("atomics(3erl) - Erlang", "NAME", "http://a.example/x"),
            page("Erlang -- atomics - Guide", "atomics", "http://b.example/x")),
        of(
            "a Chinese page and its neighbour",
            Identity.OTHER,
            page("河水在夜里上涨", "http://a.example/1"),
            page("水坝已修好", "http://a.example/2")));
  }

  private static Arguments of(String about, Identity identity, Named a, Named b) {
    return arguments(about, identity, a, b);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("pairs")
  void shouldTellItemsApart(String about, Identity identity, Named a, Named b) {
    assertThat(compare(a.name(), b.name())).isEqualTo(identity);
    assertThat(compare(b.name(), a.name())).isEqualTo(identity);
  }

  /** One of the names is inside a larger record. */
  private static Identity compare(PageName a, PageName b) {
    byte[] inRecord = new byte[3 + a.stored().length];
    System.arraycopy(a.stored(), 0, inRecord, 3, a.stored().length);
    return Identity.of(PageName.in(inRecord, 3), b);
  }

  @Test
  void shouldNotBelieveACanonicalLinkThatATemplateWasCopiedWith() {
    String link = "/service/";
    PageName assam = linked("Apply for a ration card in Assam", "/states/assam", link);
    PageName kerala = linked("Apply for a ration card in Kerala", "/states/kerala", link);
    PageName service = linked("Apply for a ration card in a shop", "/service/", link);
    PageName query = linked("Apply for a ration card in Assam", "/?p=12", link);
    PageName paged = linked("Apply for a ration card in Assam - page 2", "/states/assam", link);
    assertThat(of(assam, kerala)).isEqualTo(Identity.OTHER);
    assertThat(of(service, kerala)).isEqualTo(Identity.OTHER);
    assertThat(of(assam, query)).isEqualTo(Identity.ALIKE);
    assertThat(of(assam, paged)).isEqualTo(Identity.SAME);
    PageName other = linked("Another title for the service", "/service/", link);
    assertThat(of(service, other)).isEqualTo(Identity.ALIKE);
    PageName second = linked("Harbour nights vol. 2 (complete)", "/harbour-2", "/harbour-2");
    PageName third = linked("Harbour nights vol. 3", "/harbour-3", "/harbour-2");
    assertThat(of(second, third)).isEqualTo(Identity.OTHER);
  }

  @Test
  void shouldBelieveALinkMoreIfItEndsInThePagesOwnName() {
    PageName story = linked("The mill", "/news/mill", "/news/mill");
    PageName amp = linked("The mill", "/amp/2012/mill", "/news/mill");
    PageName number = linked("The mill", "/print/17", "/news/mill");
    assertThat(of(story, amp)).isEqualTo(Identity.SAME);
    assertThat(of(story, number)).isEqualTo(Identity.ALIKE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/null", "/undefined", "/404.html", "/false", "/a/%7B%7B%20page.url%20%7D%7D"})
  void shouldNotBelieveALinkThatATemplateLeftUnfilled(String link) {
    PageName mill = linked("Objects", "/objects/mill", link);
    PageName dam = linked("Objects", "/objects/dam", link);
    assertThat(of(mill, dam)).isEqualTo(Identity.OTHER);
  }

  @Test
  void shouldBelieveCanonicalLinksOfTwoReleasesOfOnePage() {
    PageName old = linked("Harbour 2.17.0 API", "/doc/2.17.0/overview.html", "/doc/2.17.0/");
    PageName current = linked("Harbour 2.18.0 API", "/doc/2.18.0/overview.html", "/doc/2.18.0/");
    assertThat(of(old, current)).isEqualTo(Identity.SAME);
  }

  @Test
  void shouldTellEachPageOfALongSeriesFromTheOthersWhateverItsCanonicalLink() {
    List<PageName> series =
        IntStream.range(0, 100)
            .mapToObj(i -> linked("Repairs in town" + i, "/repairs/" + i, "/repairs"))
            .toList();
    for (PageName one : series) {
      assertThat(series).filteredOn(each -> of(one, each) != Identity.OTHER).containsExactly(one);
    }
  }

  private static PageName linked(String title, String path, String canonical) {
    String host = "https://x.example";
    String link = canonical.isEmpty() ? "" : host + canonical;
    return new PageNamer().name(title, "", "en", host + path, "x.example", link);
  }

  private static Identity of(PageName a, PageName b) {
    return Identity.of(a, b);
  }

  @Test
  void shouldNotTakeNumbersOfPicturesForReleases() {
    PageName one = linked("Lizards", "/2010/conference/100405_111755/", "");
    PageName two = linked("Lizards", "/2010/conference/100405_111502/", "");
    assertThat(of(one, two)).isEqualTo(Identity.OTHER);
    PageName a = linked("Lizards", "/conference/1_2_3/", "");
    PageName b = linked("Lizards", "/conference/1_2_4/", "");
    assertThat(of(a, b)).isEqualTo(Identity.SAME);
  }
}
