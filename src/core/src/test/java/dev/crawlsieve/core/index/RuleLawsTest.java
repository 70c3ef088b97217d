package dev.crawlsieve.core.index;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.FingerprintSettings;
import dev.crawlsieve.core.config.Overrides;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.fingerprint.PageFingerprinter;
import dev.crawlsieve.core.verdict.Decider;
import dev.crawlsieve.core.verdict.Verdict;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The laws of the rule, on made pages. */
class RuleLawsTest {

  private static final Detector DETECTOR = Detector.of(DetectorSettings.DEFAULT);
  private static final String HALL = "https://hall.example";
  private static final String LETTERS = "bdfgklmnprstvzaeiou";
  private static final int WORDS = 3000;
  private static final int MOST_DROPPED = 4;
  private static final int TWICE = 18; // the part that may be repeated, and is not edited
  private static final Pattern SLOT = Pattern.compile("((?:<[^>]*>)*)([^<]*)(.*)");
  private static final Pattern TEXT = Pattern.compile("(?<=>)[^<]+");

  private final PageFingerprinter fingerprinter = new PageFingerprinter(FingerprintSettings.RAW);
  private SplittableRandom random = new SplittableRandom(11);

  private String words(int count) {
    StringBuilder words = new StringBuilder();
    for (int i = 0; i < count; i++) {
      words.append(i == 0 ? "" : " ");
      for (int left = random.nextInt(WORDS) + 100; left > 0; left /= 70) {
        words.append(LETTERS.charAt(left % 14)).append(LETTERS.charAt(14 + left / 14 % 5));
      }
    }
    return words.toString();
  }

  private String paragraphs(int... lengths) {
    StringBuilder text = new StringBuilder();
    for (int length : lengths) {
      text.append("<p>").append(words(length)).append("</p>");
    }
    return text.toString();
  }

  /** The text with other words in the place of its first ones. */
  private String reworded(String text, int count) {
    return words(count) + " " + text.split(" ", count + 1)[count];
  }

  private <T> T any(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  private ComparedPage page(String url, String html) throws Exception {
    return page(url, html, UTF_8);
  }

  private ComparedPage page(String url, String html, Charset charset) throws Exception {
    byte[] type = ("text/html; charset=" + charset).getBytes(UTF_8);
    return ComparedPage.of(
        ScopeKey.NONE,
        0,
        FingerprintCodec.encode(
            fingerprinter
                .fingerprint(
                    url.getBytes(UTF_8),
                    html.getBytes(charset),
                    name -> name.equals("content-type") ? type : null,
                    new Coordinates(0, 0),
                    0)
                .fingerprint()));
  }

  private static String html(String title, String main, String footer) {
    return "<title>"
        + title
        + "</title><nav><a href=/>Home</a> <a href=/all>Catalogue</a></nav><main>"
        + main
        + "</main><footer>"
        + footer
        + "</footer>";
  }

  /** An item under its title and heading. */
  private static String item(String title, String main) {
    return html(title + " - Hall", "<h1>" + title + "</h1>" + main, "All rights reserved");
  }

  private List<ComparedPage> others(int count) throws Exception {
    List<ComparedPage> others = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      others.add(page(HALL + "/other/" + words(2).replace(' ', '-'), item(words(4), text(150))));
    }
    return others;
  }

  private String text(int words) {
    return paragraphs(words / 2, words / 3, words / 6);
  }

  private static boolean isCopy(ComparedPage page, ComparedPage kept) {
    return PageRule.of(page, DETECTOR, Overrides.NONE).rank(page, kept) != Detector.NO_MATCH;
  }

  private boolean isCopy(String url, String html, String keptUrl, String kept) throws Exception {
    return isCopy(page(url, html), page(keptUrl, kept));
  }

  /** Which pages are dropped, in order. */
  private static List<Boolean> dropped(List<ComparedPage> pages) {
    Decider decider = new Decider(new LinearScanIndex(DETECTOR), "combined", 1);
    List<Boolean> dropped = new ArrayList<>();
    for (ComparedPage page : pages) {
      dropped.add(decider.decide(0, page).decision() == Verdict.Decision.DUPLICATE);
    }
    return dropped;
  }

  private static int count(List<Boolean> dropped) {
    return Collections.frequency(dropped, true);
  }

  // More alike is never less a copy

  /** The parts of a page, each a block or what is around blocks; empty where a block may come. */
  private List<String> parts(int words) {
    List<String> parts = new ArrayList<>();
    parts.add("<title>" + words(5) + "</title>");
    parts.add("<nav>");
    for (int i = 0; i < 4; i++) {
      parts.add("<li><a href=/" + i + ">" + words(2) + "</a></li>");
    }
    parts.addAll(List.of("", "</nav><main>", "<h1>" + words(4) + "</h1>"));
    parts.addAll(List.of("<p>" + words(3) + " 12 " + words(1) + "</p>", "", "<ul>"));
    parts.addAll(List.of("<li>" + words(4) + "</li>", "", "</ul>"));
    parts.add("<p>" + words(14) + "</p>");
    parts.addAll(List.of("<p>" + words(words) + "</p>", "", "<p>" + words(words / 2) + "</p>"));
    parts.add("<p>" + words(words / 4) + " at 20 euro</p>");
    parts.addAll(List.of("</main><aside>", "<p>" + words(9) + "</p>", "", "</aside><footer>"));
    parts.addAll(List.of("<p>" + words(6) + " 480</p>", "", "</footer>"));
    return parts;
  }

  private String edited(String part, List<String> parts) {
    if (part.isEmpty() && random.nextInt(3) == 0) {
      return parts.get(TWICE);
    }
    if (part.isEmpty()) {
      String added = words(any(List.of(1, 2, 4, 8, 14, 20)));
      return any(List.of("<p>", "<li>", "<li><a href=/more>", "<p>7 ")) + added;
    }
    Matcher slot = SLOT.matcher(part);
    slot.matches();
    List<String> words = new ArrayList<>(List.of(slot.group(2).split(" ")));
    int at = random.nextInt(words.size());
    switch (random.nextInt(5)) {
      case 0 -> words = List.of(words(words.size()));
      case 1 -> words.set(at, words(1));
      case 2 -> words.remove(at);
      case 3 -> words.add(words(1 + random.nextInt(6)));
      default -> {
        return part.startsWith("<p>") || part.startsWith("<li>") ? "" : part;
      }
    }
    return slot.group(1) + String.join(" ", words) + slot.group(3);
  }

  /** Pages of the same title and heading. */
  private List<ComparedPage> ofOneName(List<String> parts, int count) throws Exception {
    String name =
        parts.get(0) + parts.stream().filter(part -> part.startsWith("<h1>")).findAny().get();
    List<ComparedPage> pages = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      pages.add(page(HALL + "/same/" + i, name + text(150)));
    }
    return pages;
  }

  private static boolean isBlock(String part) {
    return part.isEmpty() || part.matches("(?s).*>[^<]+<.*");
  }

  /** Of pages that are compared: whether they are is estimated from hashes, which may go astray. */
  @ParameterizedTest
  @CsvSource({
    "/news/rivers, https://hall.example/north/rivers",
    "/news/1, https://hall.example/news/2",
    "/rivers, https://hall.example/rivers/print",
    "/rivers?from=a, https://hall.example/rivers",
    "/rivers, https://mirror.example/rivers",
  })
  void shouldNotKeepAPageForBeingMoreLikeTheKeptOne(String keptPath, String url) throws Exception {
    int copies = 0;
    int unique = 0;
    for (int i = 0; i < 200; i++) {
      random = new SplittableRandom(i);
      List<String> parts = parts(any(List.of(20, 80, 150, 200)));
      SiteEvidence site = new SiteEvidence(SiteEvidence.Store.inMemory());
      others(any(List.of(0, 6, 24))).forEach(site::enter);
      for (ComparedPage other : ofOneName(parts, any(List.of(0, 0, 6)))) {
        site.enter(other);
      }
      ComparedPage kept = site.enter(page(HALL + keptPath, String.join("\n", parts)));
      List<String> edited = new ArrayList<>(parts);
      List<Integer> edits = new ArrayList<>();
      for (int left = 1 + random.nextInt(6); left > 0; left--) {
        int at = random.nextInt(parts.size());
        // another headline is another item in one frame, and a copy in another: not monotone
        boolean named = parts.get(at).startsWith("<title>") || parts.get(at).startsWith("<h1>");
        boolean editable =
            isBlock(parts.get(at)) && at != TWICE && (url.startsWith(HALL) || !named);
        if (editable && !edits.contains(at)) {
          edited.set(at, edited(parts.get(at), parts));
          edits.add(at);
        }
      }
      boolean copy = false;
      String steps = "";
      for (int next = 0; next <= edits.size(); next++) {
        ComparedPage page = site.informed(page(url, String.join("\n", edited)));
        boolean now = Rule.decide(PagePair.of(page, kept), 0, Long.SIZE).isCopy();
        assertThat(now || !copy).as("seed %d, undone%s", i, steps).isTrue();
        copies += now ? 1 : 0;
        unique += now ? 0 : 1;
        copy = now;
        if (next < edits.size()) {
          int at = edits.get(next);
          steps += "\n" + edited.get(at) + " -> " + parts.get(at);
          edited.set(at, parts.get(at));
        }
      }
      assertThat(copy).as("equal").isTrue();
    }
    assertThat(copies).isGreaterThan(80);
    assertThat(unique).isGreaterThan(20);
  }

  // The n-th copy is judged as the second

  @ParameterizedTest
  @CsvSource({"0, 0", "60, 0", "0, 60", "30, 30"})
  void shouldDropTheLastOfManyCopiesAsTheSecond(int before, int between) throws Exception {
    for (int tries = 0; tries < 4; tries++) {
      List<ComparedPage> pages = new ArrayList<>(others(before));
      String title = words(5);
      String start = paragraphs(80, 60, 90);
      String line = words(15);
      String end = paragraphs(120, 85);
      List<ComparedPage> copies = new ArrayList<>();
      for (int i = 0; i < 12; i++) {
        String own = "<p>" + reworded(line, 7) + "</p>";
        String main = "<h1>" + title + "</h1>" + start + own + end;
        copies.add(page(HALL + "/section-" + i + "/rivers", html(title, main, words(12))));
      }
      List<ComparedPage> rest = new ArrayList<>(others(between));
      rest.addAll(copies);
      Collections.shuffle(rest, new Random(tries));
      pages.addAll(rest);
      List<Boolean> dropped = dropped(pages);
      List<Integer> kept = new ArrayList<>();
      for (int i = 0; i < pages.size(); i++) {
        boolean copy = copies.contains(pages.get(i));
        assertThat(copy || !dropped.get(i)).as("another page").isTrue();
        if (copy && !dropped.get(i)) {
          kept.add(i);
        }
      }
      assertThat(kept).hasSize(1);
      assertThat(count(dropped)).isEqualTo(11);
    }
  }

  // What is said of the item counts wherever it stands

  private static final List<String> VALUES =
      List.of(
          "19 May, 16 June",
          "7.30 pm, 8.15 pm",
          "room 4, room 7",
          "in the town hall, in the school",
          "480 euro, 615 euro",
          "020 555 0142, 020 555 0177");

  private static final List<String> ADDRESSES =
      List.of("/events/1, /events/2", "/one, /two", "/e/cafe-4, /e/cafe", "/e?id=7, /e?id=8");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<p>%s</p>",
        "<ul><li>%s</li></ul>",
        "<table><tr><td>%s</td></tr></table>",
        "<dl><dt>When</dt><dd>%s</dd></dl>",
        "<dl><dt>%s</dt><dd>or so</dd></dl>",
        "<h3>%s</h3>",
        "<div>%s</div>",
        "<p>It is <span>%s</span> as ever</p>",
      })
  void shouldKeepItemsThatDifferInALine(String markup) throws Exception {
    for (String value : VALUES) {
      for (String address : ADDRESSES) {
        String[] values = value.split(", ");
        String[] paths = address.split(", ");
        String title = words(4);
        String text = text(any(List.of(30, 80, 300)));
        String one = item(title, markup.formatted(values[0]) + text);
        String other = item(title, markup.formatted(values[1]) + text);
        assertThat(isCopy(HALL + paths[0], one, HALL + paths[1], other)).as(value).isFalse();
        assertThat(isCopy(HALL + paths[0], one, HALL + paths[1], one)).as("the same").isTrue();
      }
    }
  }

  /** Which words a text has is stored with errors, so each pair is another try. */
  @Test
  void shouldKeepItemsThatReplaceWordsOfALongLine() throws Exception {
    for (int i = 0; i < 400; i++) {
      String title = words(4);
      String rest = paragraphs(40, 14);
      String[] words = words(17).split(" ");
      String kept = String.join(" ", words);
      words[6] = words(1);
      words[7] = words(1);
      String page = String.join(" ", words);
      assertThat(
              isCopy(
                  HALL + "/events/306",
                  item(title, "<p>" + page + "</p>" + rest),
                  HALL + "/events/301",
                  item(title, "<p>" + kept + "</p>" + rest)))
          .as(page)
          .isFalse();
    }
  }

  @Test
  void shouldKeepItemsThatDifferInANumberOfTheirTextButNotOfAFooter() throws Exception {
    for (int i = 0; i < 40; i++) {
      String title = words(4);
      String text = paragraphs(any(List.of(6, 12, 40)), any(List.of(20, 100)), 30);
      List<String> words = new ArrayList<>(List.of(text.split(" ")));
      words.add(1 + random.nextInt(words.size() - 2), "%1$d");
      String main = "<h1>" + title + "</h1>" + String.join(" ", words);
      String footer = "<p>%2$s accessed %1$d times</p>".replace("%2$s", words(3));
      String[] paths = any(ADDRESSES).split(", ");
      String url = HALL + paths[0];
      String keptUrl = HALL + paths[1];
      String kept = html(title, main.formatted(12), footer.formatted(480));
      assertThat(isCopy(url, html(title, main.formatted(14), footer.formatted(480)), keptUrl, kept))
          .as("another number in %s", main)
          .isFalse();
      assertThat(isCopy(url, html(title, main.formatted(12), footer.formatted(522)), keptUrl, kept))
          .as("accessed more often")
          .isTrue();
    }
  }

  // A name is a sequence of words and numbers

  @ParameterizedTest
  @CsvSource({
    "%s part 2 of 2, %s part 1 of 2, false",
    "%s functions 1 1, %s functions 1 0, false",
    "2 %s 1, 1 %s 2, false",
    "%s bridge 2, %s bridge, false",
    "%s bridge over the river, %s river over the bridge, false",
    "the %s under water, the water under %s, false",
    "%s part 2 of 2, %s part 2 of 2, true",
    "%s bridge over the river, %s bridge over the river - Hall of the north, true",
    "%s functions 1 1 | Hall, %s functions 1 1, true",
  })
  void shouldReadANameInItsOrder(String title, String keptTitle, boolean copy) throws Exception {
    for (int i = 0; i < 20; i++) {
      SiteEvidence site = new SiteEvidence(SiteEvidence.Store.inMemory());
      others(any(List.of(0, 0, 40))).forEach(site::enter);
      String subject = words(2);
      String line = words(14);
      int changed = keptTitle.contains("1") ? any(List.of(0, 6)) : 6;
      String text = paragraphs(150, 100, 120);
      String html = "<title>%s</title><main><h1>%s</h1><p>%s</p>%s</main>";
      boolean headed = random.nextBoolean(); // the name is the heading, or the title
      String common = words(3);
      String name = title.formatted(subject);
      String keptName = keptTitle.formatted(subject);
      String kept =
          html.formatted(headed ? common : keptName, headed ? keptName : common, line, text);
      String page =
          html.formatted(
              headed ? common : name, headed ? name : common, reworded(line, changed), text);
      ComparedPage leader = site.enter(page(HALL + "/north/1", kept));
      assertThat(isCopy(site.informed(page(HALL + "/south/2", page)), leader))
          .as("%s, headed %s, try %d", name, headed, i)
          .isEqualTo(copy);
    }
  }

  /** Where a site has a title or a text on many pages, a few words are what an item is. */
  @ParameterizedTest
  @CsvSource({"true, false, true", "false, false, false", "true, true, false"})
  void shouldNotTakeWhatAWholeSiteHasForAnItems(boolean titled, boolean template, boolean copy)
      throws Exception {
    for (int i = 0; i < 10; i++) {
      SiteEvidence site = new SiteEvidence(SiteEvidence.Store.inMemory());
      String title = words(4);
      String text = paragraphs(150, 100, 120);
      for (int j = 0; j < 40; j++) {
        String other = paragraphs(14) + (template ? text : text(300));
        site.enter(page(HALL + "/p/" + j, item(titled ? words(4) : title, other)));
      }
      String line = words(14);
      String kept = item(title, "<p>" + line + "</p>" + text);
      String page = item(title, "<p>" + reworded(line, 6) + "</p>" + text);
      ComparedPage leader = site.enter(page(HALL + "/north/1", kept));
      assertThat(isCopy(site.informed(page(HALL + "/south/2", page)), leader)).isEqualTo(copy);
    }
  }

  /** All that some tags list is one post, and it says the tag, too. */
  @ParameterizedTest
  @CsvSource({
    "<h2><a href=/p/7>ENTRY</a></h2>TEXT, 11",
    "<article><h2>ENTRY</h2>TEXT<a href=/p/7></a></article>, 11",
    "<h2><a href=/p/7>ENTRY</a></h2>, 11",
    "<ul><li><a href=/p/7>ENTRY</a></ul>, 11",
    "<h1><a href=/p/7>ENTRY</a></h1>TEXT, 11",
    "</main><h4><a href=/p/7>ENTRY</a></h4><main>TEXT, 11",
    "<h2>ENTRY</h2>, 0", // an item
    "<a href=/one>One</a><p><a href=/two>Two</a><p><a href=/three>Three</a>, 0", // a menu
  })
  void shouldTakeAListForItsEntriesUnderAnyName(String list, int most) throws Exception {
    for (String line : List.of("", "<p>NAME", "<h2>Tag: NAME</h2>", "<p>All posts of NAME")) {
      String main = line + list.replace("ENTRY", words(12)).replace("TEXT", paragraphs(60));
      List<ComparedPage> pages = new ArrayList<>(others(20));
      for (int i = 0; i < 12; i++) {
        String name = words(2);
        pages.add(page(HALL + "/tag/" + words(2), item(name, main.replace("NAME", name))));
      }
      assertThat(count(dropped(pages))).as(line).isEqualTo(most);
    }
  }

  /** A list of other entries, or with another fact above them, is another list. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "<h2>Tag: NAME</h2><h2><a href=/p/ID>ENTRY</a></h2>",
        "<h2>Tag: NAME</h2><h1><a href=/p/ID>ENTRY</a></h1>",
        "<h2><a href=/p/ID>NAME</a></h2><p>Notes of the same few words every time",
        "<h2>NAME, room ID</h2><h2><a href=/p/7>One post of all tags</a></h2>",
        "<h2>NAME</h2><ul><li>2024-05-1ID <a href=/p/ID>NAMEのノート</a></ul>"
            + "<h2><a href=/p/7>All tags of this site and what they are for</a></h2>",
        "<p>NAME is called off for lack of ENTRY</p><h2><a href=/p/7>One post of all tags</a></h2>",
      })
  void shouldKeepListsThatSayOtherThings(String main) throws Exception {
    List<ComparedPage> pages = new ArrayList<>(others(20));
    for (int i = 0; i < 12; i++) {
      String name = words(2);
      String list = main.replace("NAME", name).replace("ID", "" + i).replace("ENTRY", words(6));
      pages.add(page(HALL + "/tag/" + words(2), item(name, list)));
    }
    assertThat(count(dropped(pages))).isZero();
  }

  /** All that a tag lists is one post; the frames and the pictures that stand for them differ. */
  @ParameterizedTest
  @CsvSource({
    "<h2><a href=/p/7>POST</a></h2>TEXT, true, true",
    "<article><header><h2><a href=/p/7>POST</a></h2></header>TEXT</article>, true, true",
    "<h2><a href=/p/7>POST</a></h2>TEXT<p>EXTRA, false, true",
    "<h2><a href=/p/7>POST again</a></h2>TEXT, false, false",
    "<h2>POST</h2>TEXT, false, false",
  })
  void shouldTakeAListForItsOnlyEntry(String list, boolean dropsList, boolean dropsEntry)
      throws Exception {
    for (boolean entryFirst : new boolean[] {true, false}) {
      String post = words(4);
      String text = text(240);
      String main = list.replace("POST", post).replace("TEXT", text).replace("EXTRA", words(14));
      String picture = "<meta property=og:image content=/tags.png>";
      String beside = "<aside><ul><li>" + words(6) + "<li>" + words(6) + "</ul></aside>";
      ComparedPage tag = page(HALL + "/tag/x", picture + item(words(2), main) + beside);
      ComparedPage entry = page(HALL + "/p/7", item(post, text) + beside);
      List<ComparedPage> pages = new ArrayList<>(others(60));
      pages.addAll(entryFirst ? List.of(entry, tag) : List.of(tag, entry));
      assertThat(dropped(pages).get(61))
          .as("entry first: " + entryFirst)
          .isEqualTo(entryFirst ? dropsList : dropsEntry);
    }
  }

  /** Similar is not the same: another heading is another item, though the rest be one's own. */
  @Test
  void shouldKeepSimilarPagesThatSwapTheirNames() throws Exception {
    SiteEvidence site = new SiteEvidence(SiteEvidence.Store.inMemory());
    others(60).forEach(site::enter);
    String text = text(300);
    String title = words(3);
    ComparedPage leader = site.enter(page(HALL + "/p/1", item(title, text)));
    assertThat(isCopy(site.informed(page(HALL + "/p/2", item(words(3), text))), leader)).isFalse();
    String extended = html(title + " - Hall " + words(1), "<h1>" + title + "</h1>" + text, "");
    assertThat(isCopy(site.informed(page(HALL + "/p/3", extended)), leader)).isTrue();
  }

  /** A canonical link joins two forms of a page, not two pages of a list. */
  @Test
  void shouldKeepPagesUnderOneCanonicalLinkThatEachSaySomething() throws Exception {
    String link = "<link rel=canonical href=/what>";
    String title = words(3);
    String text = text(300);
    String kept = link + item(title, paragraphs(14) + text);
    String page = link + item(title, paragraphs(14) + text);
    assertThat(isCopy(HALL + "/what?view=2", page, HALL + "/what?view=3", kept)).isFalse();
    String shorter = link + item(title, text);
    assertThat(isCopy(HALL + "/what?view=2", shorter, HALL + "/what?view=3", kept)).isTrue();
  }

  // No site teaches that two pages are one which each say something of their own

  @ParameterizedTest
  @CsvSource({
    "3, false",
    "8, false",
    "20, false",
    "40, false",
    "3, true",
    "8, true",
    "20, true",
    "40, true"
  })
  void shouldKeepPagesOfOneTemplate(int own, boolean titled) throws Exception {
    for (int tries = 0; tries < 4; tries++) {
      String start = text(any(List.of(60, 300)));
      String end = text(any(List.of(60, 300)));
      String title = words(3);
      List<ComparedPage> pages = new ArrayList<>();
      for (int i = 0; i < 80; i++) {
        String host = i < 40 ? HALL : "https://mirror.example";
        String name = titled ? words(3) : title;
        String main = start + paragraphs(own) + end;
        pages.add(page(host + "/p/" + i, titled ? item(name, main) : html(name, main, "Hall")));
      }
      assertThat(count(dropped(pages.subList(0, 40)))).isLessThanOrEqualTo(MOST_DROPPED);
      assertThat(count(dropped(pages))).as("of two sites").isLessThanOrEqualTo(2 * MOST_DROPPED);
    }
  }

  // Script, encoding and case do not decide

  private record Made(String url, String html) {}

  /** Products of one template, events that come again, and articles with copies. */
  private List<Made> site() {
    List<Made> site = new ArrayList<>();
    String template = text(300);
    String event = words(4);
    String description = text(90);
    for (int i = 0; i < 12; i++) {
      site.add(new Made(HALL + "/p/" + i, item(words(3), paragraphs(20) + template)));
      String line = "<p>" + words(2) + " " + i + " " + words(1) + "</p>";
      site.add(new Made(HALL + "/events/" + i, item(event, line + description)));
      String title = words(5);
      String start = paragraphs(90, 140);
      String paragraph = words(14);
      String end = paragraphs(120);
      site.add(
          new Made(HALL + "/news/" + i, item(title, start + "<p>" + paragraph + "</p>" + end)));
      String copy = start + "<p>" + reworded(paragraph, 6) + "</p>" + end;
      String copyTitle = i % 2 == 0 ? title : title.toUpperCase(Locale.ROOT);
      site.add(new Made(HALL + "/archive/" + i, item(copyTitle, copy)));
      String frame = words(25);
      String mirrored = html(copyTitle, "<h1>" + title + "</h1>" + start + end, frame);
      site.add(new Made("https://mirror.example/" + i, mirrored));
    }
    return site;
  }

  private List<Boolean> verdicts(List<Made> site, UnaryOperator<String> text, Charset charset)
      throws Exception {
    List<ComparedPage> pages = new ArrayList<>();
    for (Made each : site) {
      String html = TEXT.matcher(each.html()).replaceAll(found -> text.apply(found.group()));
      pages.add(page(each.url(), html, charset));
    }
    return dropped(pages);
  }

  private static UnaryOperator<String> in(String letters) {
    String from = LETTERS + LETTERS.toUpperCase(Locale.ROOT);
    String to = letters + letters.toUpperCase(Locale.ROOT);
    return text -> {
      StringBuilder written = new StringBuilder();
      for (int i = 0; i < text.length(); i++) {
        char letter = text.charAt(i);
        int at = from.indexOf(letter);
        written.append(at < 0 ? letter : to.charAt(at));
      }
      return written.toString();
    };
  }

  @ParameterizedTest
  @CsvSource({
    "бдфгклмнпрствзаеиоу, UTF-8",
    "бдфгклмнпрствзаеиоу, UTF-16",
    "бдфгклмнпрствзаеиоу, windows-1251",
    "βδφγκλμνπρχτξζαειου, UTF-8",
    "βδφγκλμνπρχτξζαειου, UTF-16",
    "ბდფგკლმნპრსტვზაეიოუ, UTF-8",
    "ბდფგკლმნპრსტვზაეიოუ, UTF-16",
    LETTERS + ", UTF-16",
    LETTERS + ", windows-1251",
  })
  void shouldJudgeASiteAlikeInAnyScript(String letters, String charset) throws Exception {
    for (int tries = 0; tries < 4; tries++) {
      List<Made> site = site();
      List<Boolean> latin = verdicts(site, UnaryOperator.identity(), UTF_8);
      for (int i = 0; i < latin.size(); i++) {
        assertThat(latin.get(i)).as("%s", site.get(i)).isEqualTo(i % 5 >= 3);
      }
      assertThat(verdicts(site, in(letters), Charset.forName(charset))).isEqualTo(latin);
    }
  }

  // One frame around both pages, or none, is the same question

  @ParameterizedTest
  @ValueSource(strings = {"/north/rivers, /south/rivers", "/news/1, /news/2"})
  void shouldNotAskForTheFrameAroundBothPages(String address) throws Exception {
    int copies = 0;
    int unique = 0;
    for (int i = 0; i < 80; i++) {
      String title = words(4);
      String line = words(any(List.of(4, 14, 14, 30)));
      String text = text(any(List.of(80, 200, 400)));
      String edited = reworded(line, any(List.of(0, 0, 1, 3)));
      String named = any(List.of(title, title, words(4)));
      String kept = "<h1>" + title + "</h1><p>" + line + "</p>" + text;
      String page = "<h1>" + named + "</h1><p>" + edited + "</p>" + text;
      String menu = "<nav><ul><li><a href=/a>" + words(3) + "</a></ul></nav>";
      String teasers =
          "<aside>" + ("<p><a href=/b>" + words(3) + "</a> " + words(12) + "</p>") + "</aside>";
      String footer = "<footer><p>" + words(10) + " 2024</p></footer>";
      String before = any(List.of(menu, menu + teasers));
      String after = any(List.of(footer, teasers + footer));
      String[] urls = address.split(", ");
      String head = "<title>%s</title>";
      boolean bare =
          isCopy(
              HALL + urls[1],
              head.formatted(named) + page,
              HALL + urls[0],
              head.formatted(title) + kept);
      boolean framed =
          isCopy(
              HALL + urls[1],
              head.formatted(named) + before + "<main>" + page + "</main>" + after,
              HALL + urls[0],
              head.formatted(title) + before + "<main>" + kept + "</main>" + after);
      assertThat(framed).as("%s%n%s%n%s", kept, page, before + after).isEqualTo(bare);
      copies += bare ? 1 : 0;
      unique += bare ? 0 : 1;
    }
    assertThat(copies).isGreaterThan(20);
    assertThat(unique).isGreaterThan(20);
  }
}
