package dev.crawlsieve.watch.http;

import static dev.crawlsieve.Waits.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.crawlsieve.watch.http.Question.Form;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page in a browser, with answers full of hostile content. Skipped if there is no browser. */
final class PageIT {

  private static final Path SCREENSHOTS = Path.of("target", "screenshots");

  @TempDir Path folder;

  @Test
  void shouldShowHostileContentAsText() throws Exception {
    Optional<Path> program = Browser.program();
    assumeTrue(program.isPresent(), "there is no chromium on the PATH: the page is not looked at");
    HostileInstance instance = new HostileInstance();
    try (WatchServer server =
            WatchServer.start(HttpAddress.of("127.0.0.1:0"), null, instance.routes());
        Browser browser = new Browser(program.get(), folder)) {
      browser.size(1600, 1200, false);
      browser.open("http://" + server.address() + "/");
      until(() -> browser.value("document.querySelectorAll('#dropped li').length").asInt() > 1);

      showsWhatDecides(browser);
      asksByKeyboard(browser);
      pausesUnderThePointer(browser);
      String shown = browser.value("document.body.innerText").asText();
      assertThat(text(browser, "band"))
          .contains(
              "records waiting5 pages then 7 leaders; 60 seconds to catch up",
              "free disk5 GB of 50 GB")
          .contains("instances1 of 2 answer one that announced an address does not answer")
          .contains("dead letters1")
          .containsPattern("last page routed[0-9,]+ d ago ");
      assertThat(text(browser, "force")).contains("overrides4 of 6 names applied so far");
      showsRedForWhatIsWorthGettingUpFor(browser);
      assertThat(shown)
          .contains("<script>window.hit=1</script><img src=x onerror=window.hit=2>")
          .contains("⟨U+202E⟩")
          .contains("near, similarity about 0.92, at least 91.5 % of its main text in the other")
          .contains("exact, the same main text, compared with 3 pages")
          .doesNotContain("bits apart", "98.4 %", "band-2")
          .contains("⟨U+0000⟩")
          .doesNotContain("\u202e")
          .contains("127.0.0.1:2");
      fits(browser, 1600, false);
      fits(browser, 900, false);
      fits(browser, 400, true);
      fits(browser, 400, false);
      assertThat(browser.value("window.hit === undefined").asBoolean()).isTrue();
      assertThat(browser.value("document.querySelectorAll('body script, body img').length").asInt())
          .isZero();
      assertThat(browser.complaints()).isEmpty();
    }
  }

  private static String text(Browser browser, String id) throws Exception {
    return browser.value("document.getElementById('" + id + "').textContent").asText();
  }

  /** The rules of docs/operations.md, on made-up samples; of the instance itself, one is silent. */
  private static void showsRedForWhatIsWorthGettingUpFor(Browser browser) throws Exception {
    assertThat(
            browser
                .value(
                    "[...document.querySelectorAll('.attention dt')].map(t =>"
                        + " t.textContent).join()")
                .asText())
        .isEqualTo("instances");
    browser.value("import('./red.js').then(red => { window.red = red; }), 0");
    until(() -> browser.value("window.red !== undefined").asBoolean());
    String rows =
        "(waiting, out, dead) => [0, 20, 40, 60, 80].map((s, i) =>"
            + " ({at: 1000 * s, waiting: waiting(i), out: out(i), dead}))";
    String[][] rules = {
      {
        "red.rowsOf(['millis', 'unique', 'duplicate', 'deadLetters', 'waiting'],"
            + " [[0, 0, 0, 0, -1], [5000, 5, 5, 1, 7]])"
            + ".map(row => [row.waiting, row.rate, row.out].join()).join('; ')",
        ",,; 7,2,11"
      },
      {"red.standsStill(rows(i => 9, i => 0, 0))", "true"},
      {"red.standsStill(rows(i => 9 + i, i => 0, 0))", "true"},
      {"red.standsStill(rows(i => 9 + i, i => 1, 0))", "false"}, // a producer runs
      {"red.standsStill(rows(i => 9 - i, i => 0, 0))", "false"}, // they are being read
      {"red.standsStill(rows(i => 9 + i, i => 0, 0).slice(2))", "false"}, // the first burst
      {"red.standsStill(rows(i => 0, i => 0, 0))", "false"},
      {"red.standsStill([])", "false"},
      {"red.shrinking(rows(i => 100 * i, i => 9, 0))", "-5"}, // more arrive than leave
      {"red.shrinking(rows(i => [0, 400, 900, 800, 700][i], i => 9, 0))", "5"}, // a burst has ended
      {"red.shrinking(rows(i => [0, 400, 900, 800, 0][i], i => 9, 0))", "22.5"},
      {"red.shrinking(rows(i => [900, 800, 700, 600, 500][i], i => 9, 0))", "5"},
      {"red.shrinking(rows(i => null, i => 9, 0))", "0"},
      {"red.shrinking([])", "0"},
      {"red.diskNeeded(1.4e6, 3000, 10) < 35e9", "true"},
      {"red.diskNeeded(370e6, 1e6, 100) > 4e9", "true"},
      {"red.recentlyDead(rows(i => 0, i => 1000, 1)).red", "false"},
      {"red.recentlyDead(rows(i => 0, i => 100, 50)).red", "true"},
      {"red.recentlyDead(rows(i => 0, i => 9000, 50)).red", "false"},
      {"red.recentlyDead([]).red", "false"},
      {"red.WHY.dead", "more than 1 % of what came out"},
      {"red.silent([{here: true, address: 'a'}, {address: null}])", "false"},
      {"red.silent([{here: true, address: 'a'}, {address: 'b'}])", "true"},
      {"red.stateClass({ready: false, state: 'restoring'})", "busy"},
      {"red.stateClass({ready: false, state: 'no broker'})", "unready"},
    };
    for (String[] rule : rules) {
      String value = "String((rows => " + rule[0] + ")(" + rows + "))";
      assertThat(browser.value(value).asText()).as(rule[0]).isEqualTo(rule[1]);
    }
  }

  private static void showsWhatDecides(Browser browser) throws Exception {
    assertThat(text(browser, "force"))
        .contains("detectorcombined", "sketch.min.similarity0.65", "settingsf2633740")
        .contains("lanes1, each in 4 shards", "crawlsieve<script>");
    assertThat(text(browser, "tiles")).startsWith("pages per second4 30 routed");
    assertThat(text(browser, "tiles"))
        .contains("index memory in use25 % ", "lookups that read the disk12.5 % of 40");
  }

  private static void asksByKeyboard(Browser browser) throws Exception {
    focus(browser, "document.activeElement.id === 'url'");
    browser.type("http://asked.example/");
    browser.press("Enter", "\r");
    until(() -> browser.value("document.querySelectorAll('#explained h3').length").asInt() == 4);
    assertThat(text(browser, "explained"))
        .contains("Preferred: http://better.example/<script>", "by shorter-url")
        .contains("has changed 2 times");
    assertThat(browser.value("document.getElementById('explained').textContent").asText())
        .contains("Alternates", "http://other.example/<script>", "parameter <script>")
        .contains("the same as http://same.example/<script>")
        .contains("Passages of <script>", "on every page <script>", "64 of 128 counted pages, 50 %")
        .contains("all below /animals/<script>", "There are 101.");
    browser.value(
        "document.getElementById('url').value = 'zoo.example',"
            + " document.getElementById('explain').requestSubmit()");
    until(() -> browser.value("document.querySelectorAll('#explained h3').length").asInt() == 1);
    assertThat(text(browser, "explained")).startsWith("Passages of <script>");
    browser.value(
        "document.getElementById('url').value = 'http://overridden.example/',"
            + " document.getElementById('explain').requestSubmit()");
    until(() -> text(browser, "explained").contains("an override decided on it"));
    assertThat(text(browser, "explained"))
        .contains("Overrides in force for it: drop host <script>");
    focus(browser, "document.activeElement.id === 'text'");
    browser.type("a text");
    focus(browser, "document.activeElement.textContent === 'Ask'");
    browser.press("Enter", "\r");
    until(() -> text(browser, "asked").contains("It copies http://evil.example/first/<script>"));
  }

  /** Every answer has other pages; the list stays as it is while it is pointed at. */
  private static void pausesUnderThePointer(Browser browser) throws Exception {
    browser.value("document.getElementById('dropped').scrollIntoView()");
    browser.point("dropped", 0.5);
    until(() -> text(browser, "dropped-note").contains("pauses"));
    browser.point("h-hosts", 0.5);
    until(() -> text(browser, "dropped-note").isEmpty());
  }

  /** Presses Tab until the focus is on this element, which Tab alone must reach. */
  private static void focus(Browser browser, String there) throws Exception {
    for (int i = 0; i < 60 && !browser.value(there).asBoolean(); i++) {
      browser.press("Tab", null);
    }
    assertThat(browser.value(there).asBoolean()).as(there).isTrue();
  }

  private static void fits(Browser browser, int width, boolean dark) throws Exception {
    browser.size(width, 1200, dark);
    assertThat(browser.value("document.documentElement.scrollWidth").asInt())
        .as("width of the page on a screen of %d", width)
        .isLessThanOrEqualTo(width);
    browser.screenshot(SCREENSHOTS.resolve("page-" + width + (dark ? "-dark" : "") + ".png"));
  }

  private static void until(Callable<Boolean> condition) {
    await().ignoreExceptions().until(condition);
  }

  /** An instance whose pages all try to get themselves rendered. */
  private static final class HostileInstance {

    private static final String HOSTILE =
        "<script>window.hit=1</script><img src=x onerror=window.hit=2>\\u202e\\u0000\\\""
            + "w".repeat(5_000);

    private static final String VERDICT =
        "{'url':'http://evil.example/$','decision':'duplicate','kind':'near','duplicateOf':{'url':"
            + "'http://evil.example/first/$','partition':0,'offset':17},'match':'near','distance':4,"
            + "'similarity':0.92,'contained':0.9154,'agreeing':3,'table':'band-2','compared':3,"
            + "'detector':'combined','settings':'f2633740','partition':0,'offset':#,"
            + "'timestamp':1795160866567,'lane':0,'laneOffset':43}";

    private int asked;

    private static JsonNode json(String text) {
      try {
        return new ObjectMapper().readTree(text.replace('\'', '"').replace("$", HOSTILE));
      } catch (JsonProcessingException e) {
        throw new AssertionError(e);
      }
    }

    private static String verdict(int offset) {
      return VERDICT.replace("#", String.valueOf(offset));
    }

    Routes routes() {
      Health health = new Health(true, true, "running", null);
      Routes routes = new Routes(() -> health, () -> "");
      routes.get("/api/stats", asked -> stats());
      routes.get("/api/explain", asked -> explain(asked.given("url")));
      routes.get("/api/mirrors", asked -> mirrors());
      routes.get("/api/passages", asked -> passages());
      routes.post("/api/ask", EnumSet.of(Form.JSON), asked -> List.of(json(verdict(3))));
      return routes;
    }

    private synchronized JsonNode stats() {
      asked++;
      return json(
          "{'application':'crawlsieve $','since':'2026-01-01T00:00:00Z','health':{'ready':true,"
              + "'state':'running','reason':null},'topics':{'pages':'pages','fingerprints':"
              + "'fingerprints','verdicts':'verdicts','lookups':'lookups','leaders':'leaders','found':'found'},'totals':{'unique':10,'duplicate':20,"
              + "'exact':5,'near':14,'revisit':0,'override':1,'unjudged':2,'deadLetters':1},"
              + "'meters':{'crawlsieve.lag.records':[{'topic':'pages','value':5},{'topic':'leaders','value':7}],"
              + "'crawlsieve.pending.bytes':[{'value':1024}],"
              + "'crawlsieve.pages.read.again':[{'count':0}],"
              + "'crawlsieve.dead.letters':[{'stage':'fingerprint','count':1}],"
              + "'disk.free':[{'path':'$','value':5000000000}],"
              + "'disk.total':[{'path':'$','value':50000000000}],"
              + "'crawlsieve.index.leaders':[{'lane':'0','value':10}],"
              + "'crawlsieve.index.leaders.on.disk':[{'lane':'0','value':4}],"
              + "'crawlsieve.index.heap.bytes':[{'lane':'0','value':1}],"
              + "'crawlsieve.index.native.bytes':[{'lane':'0','value':1}],"
              + "'crawlsieve.index.disk.bytes':[{'lane':'0','value':1}],"
              + "'crawlsieve.index.lookups':[{'lane':'0','value':40}],"
              + "'crawlsieve.index.lookups.on.disk':[{'lane':'0','value':5}],"
              + "'crawlsieve.restore.left':[{'lane':'0','value':0}]},"
              + "'pagesPerSecond':12.5,'lastRouted':16000,'copied':[{'url':'$','copies':250,'otherNames':240}],'hosts':[{'host':'$',"
              + "'pages':30,'duplicates':20,'countedTooHighByAtMost':0}],'dropped':["
              + verdict(asked)
              + ","
              + verdict(asked + 1)
              + ","
              + verdict(asked + 2)
                  .replace("'kind':'near'", "'kind':'exact'")
                  .replace("'match':'near','distance':4", "'match':'exact','distance':0")
                  .replace("0.92,'contained':0.9154", "1.0,'contained':0.9841")
              + "],'deadLetters':[{'stage':'fingerprint','topic':'pages','partition':0,'offset':1,'reason':'no"
              + " page:"
              + " $'}],'historyFields':['millis','unique','duplicate','deadLetters','exact','near',"
              + "'revisit','waiting','override'],'history':[[1000,0,0,0,0,0,0,-1,0],"
              + "[6000,5,5,0,2,2,0,7,1],[11000,5,5,0,2,2,0,6,1],[16000,10,20,1,5,14,0,5,1]],'decides':{'version':'$',"
              + "'fingerprints':2,'detector':'combined','thresholds':{'sketch.min.similarity':'0.65'},"
              + "'settings':'f2633740','scope':'$','lanes':1,'shards':4,'indexMemoryBytes':4,'clusters':true,"
              + "'overrides':{'names':6,'unapplied':2,'text':'$'},'mirrors':true},'instances':[{'address':'127.0.0.1:1','here':true,"
              + "'partitions':[0],'lanes':[0],'standbys':[],'state':'running','totals':{'unique':10,"
              + "'duplicate':20,'unjudged':2,'deadLetters':1},'pagesPerSecond':12.5},{'address':'127.0.0.1:2',"
              + "'here':false,'partitions':[1],'lanes':[],'standbys':[0],'error':'$'}]}");
    }

    private JsonNode explain(String url) {
      if (url.contains("overridden")) {
        return json(
            "{'url':'$','searched':{'topic':'verdicts','behind':0,'unreadable':0},'verdicts':["
                + "{'url':'http://evil.example/$','decision':'duplicate','kind':'override',"
                + "'duplicateOf':null,'override':{'action':'drop','host':'$'},'compared':0,"
                + "'detector':'combined','settings':'f2633740','partition':0,'offset':1,"
                + "'timestamp':1795160866567,'lane':0,'laneOffset':43}],"
                + "'overrides':['drop host $'],'cluster':null}");
      }
      return json(
          "{'url':'$','searched':{'topic':'verdicts','behind':1200,'unreadable':0},'verdicts':["
              + verdict(1)
              + "],'cluster':{'leader':{'url':'$','partition':0,'offset':17},'verdict':null,"
              + "'preferred':{'url':'http://better.example/$','partition':0,'offset':3},'replaced':{'url':"
              + "'$','partition':0,'offset':17},'by':'shorter-url','corrections':2,'size':3,"
              + "'copies':2,'more':false,'newest':["
              + verdict(2)
              + "]}}");
    }

    private JsonNode passages() {
      return json(
          "{'site':'$','all':101,'passages':[{'site':'$','text':'on every page $','bytes':14,"
              + "'hash':'8d1c6f0f5e1b7a42','kind':'text','pages':64,'of':128,'share':0.5,"
              + "'section':'/animals/$'}],'answeredBy':'$'}");
    }

    private JsonNode mirrors() {
      return json(
          "{'site':'$','mirrors':[],'rules':[{'rule':'parameter','name':'$','support':9,"
              + "'confidence':1.0}],'url':'$','alternates':['http://other.example/$'],"
              + "'same':'http://same.example/$','answeredBy':'$'}");
    }
  }
}
