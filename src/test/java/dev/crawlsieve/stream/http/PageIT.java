package dev.crawlsieve.stream.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.time.Duration;
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
    try (WatchServer server =
            WatchServer.start(HttpAddress.of("127.0.0.1:0"), new HostileInstance());
        Browser browser = new Browser(program.get(), folder)) {
      browser.size(1600, 1200, false);
      browser.open("http://" + server.address() + "/");
      until(
          () -> browser.value("document.querySelectorAll('#dropped details').length").asInt() > 1);

      asksByKeyboard(browser);
      opensSideBySideByKeyboard(browser);
      String shown = browser.value("document.body.innerText").asText();
      assertThat(shown)
          .contains("<script>window.hit=1</script><img src=x onerror=window.hit=2>")
          .contains("⟨U+202E⟩")
          .contains("⟨U+0000⟩")
          .doesNotContain("\u202e")
          .contains("127.0.0.1:2");
      fits(browser, 1600, false);
      fits(browser, 400, true);
      fits(browser, 400, false);
      assertThat(browser.value("window.hit === undefined").asBoolean()).isTrue();
      assertThat(browser.value("document.querySelectorAll('body script, body img').length").asInt())
          .isZero();
      assertThat(browser.complaints()).isEmpty();
    }
  }

  private static void asksByKeyboard(Browser browser) throws Exception {
    focus(browser, "document.activeElement.id === 'url'");
    browser.type("http://asked.example/");
    browser.press("Enter", "\r");
    until(() -> browser.value("document.querySelectorAll('#explained h3').length").asInt() == 3);
    assertThat(browser.value("document.getElementById('explained').textContent").asText())
        .contains("Alternates", "http://other.example/<script>", "parameter <script>")
        .contains("with those to its alternates 1,201", "the same as http://same.example/<script>");
    focus(browser, "document.activeElement.id === 'text'");
    browser.type("a text");
    focus(browser, "document.activeElement.textContent === 'Find near pages'");
    browser.press("Enter", "\r");
    until(() -> browser.value("document.querySelectorAll('#near li').length").asInt() == 1);
  }

  private static void opensSideBySideByKeyboard(Browser browser) throws Exception {
    focus(
        browser,
        "document.activeElement.tagName === 'SUMMARY'"
            + " && document.activeElement.closest('#dropped') !== null");
    browser.press("Enter", "\r");
    until(() -> browser.value("document.querySelectorAll('#dropped del').length").asInt() == 1);
    assertThat(browser.value("document.querySelectorAll('#dropped ins').length").asInt()).isOne();
    // The list does not change meanwhile, although every answer has other pages.
    until(
        () ->
            browser
                .value("document.getElementById('dropped-note').textContent !== ''")
                .asBoolean());
    assertThat(browser.value("document.querySelectorAll('#dropped details[open]').length").asInt())
        .isOne();
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
    await().atMost(Duration.ofSeconds(60)).ignoreExceptions().until(condition);
  }

  /** An instance whose pages all try to get themselves rendered. */
  private static final class HostileInstance implements Watched {

    private static final String HOSTILE =
        "<script>window.hit=1</script><img src=x onerror=window.hit=2>\\u202e\\u0000\\\""
            + "w".repeat(5_000);

    private static final String VERDICT =
        "{'url':'http://evil.example/$','decision':'duplicate','kind':'near','duplicateOf':{'url':"
            + "'http://evil.example/first/$','partition':0,'offset':17},'match':'near','distance':4,"
            + "'similarity':0.92,'agreeing':3,'table':'band-2','compared':3,'truncated':false,"
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

    @Override
    public String metrics() {
      return "";
    }

    @Override
    public Health health() {
      return new Health(true, true, "running", null);
    }

    @Override
    public synchronized JsonNode stats(boolean across) {
      asked++;
      return json(
          "{'application':'crawlsieve $','since':'2026-01-01T00:00:00Z','health':{'ready':true,"
              + "'state':'running','reason':null},'topics':{'pages':'pages','fingerprints':"
              + "'fingerprints','verdicts':'verdicts'},'totals':{'fingerprinted':30,'decided':30,"
              + "'unique':10,'duplicate':20,'exact':5,'near':15,'revisit':0,'unjudged':{'status':2},'deadLetters':{"
              + "'fingerprint':1},'readAgain':0},'lag':{'pages':5},"
              + "'pagesPerSecond':12.5,'pendingBytes':1024,'lanes':[{'lane':0,'leaders':10,"
              + "'heapBytes':1,'nativeBytes':1,'diskBytes':1,'toRestore':0}],'hosts':[{'host':'$',"
              + "'pages':30,'duplicates':20,'countedTooHighByAtMost':0,'over':[null,[10,5],[30,20]"
              + "]}],'dropped':["
              + verdict(asked)
              + ","
              + verdict(asked + 1)
              + "],'deadLetters':[{'stage':'fingerprint','topic':'pages','partition':0,'offset':1,'reason':'no"
              + " page: $'}],'history':[[1000,0,0,0,0,0,0,-1],[6000,5,5,0,2,3,0,7],"
              + "[11000,10,20,1,5,15,0,5]],'instances':[{'address':'127.0.0.1:1','here':true,"
              + "'partitions':[0],'lanes':[0],'standbys':[],'state':'running','totals':{'unique':10,"
              + "'duplicate':20,'unjudged':2,'deadLetters':1},'pagesPerSecond':12.5},{'address':'127.0.0.1:2',"
              + "'here':false,'partitions':[1],'lanes':[],'standbys':[0],'error':'$'}]}");
    }

    @Override
    public JsonNode explain(String url, Asker asker) {
      return json(
          "{'url':'$','searched':{'topic':'verdicts','behind':1200,'unreadable':0},'verdicts':["
              + verdict(1)
              + "],'cluster':{'leader':{'url':'$','partition':0,'offset':17},'verdict':null,"
              + "'copies':2,'more':false,'newest':["
              + verdict(2)
              + "]}}");
    }

    @Override
    public JsonNode compare(String page, String with, Asker asker) {
      String side = "{'url':'$','partition':0,'offset':1,'title':'$','lines':3,'cut':false}";
      return json(
          "{'page':"
              + side
              + ",'with':"
              + side
              + ",'linesInCommon':2,'similarity':0.5,'more':false,'changes':[{'lineA':1,'lineB':1,"
              + "'runs':[['=','$'],['-','$'],['+','$']]}]}");
    }

    @Override
    public JsonNode neighbours(AskedPage page, Asker asker) {
      return json(
          "{'lane':0,'page':{'tokens':2,'nearEligible':false},'wouldBe':"
              + verdict(3)
              + ",'searched':{'leaders':10,'forNearest':10},'nearest':[{'url':'$','partition':0,"
              + "'offset':1,'distance':3,'similarity':0.5,'agreeing':1}],'answeredBy':'$'}");
    }

    @Override
    public JsonNode mirrors(String place, boolean url, boolean forwarded) {
      return json(
          "{'site':'$','mirrors':[],'rules':[{'rule':'parameter','name':'$','support':9,"
              + "'confidence':1.0}],'url':'$','alternates':['http://other.example/$'],"
              + "'same':'http://same.example/$','inlinks':{'own':1200,"
              + "'alternates':{'http://other.example/$':1},'combined':1201},'answeredBy':'$'}");
    }
  }
}
