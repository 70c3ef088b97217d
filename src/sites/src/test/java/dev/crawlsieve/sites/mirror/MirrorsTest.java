package dev.crawlsieve.sites.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.crawlsieve.core.bytemap.MemoryByteMap;
import dev.crawlsieve.core.fingerprint.Coordinates;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class MirrorsTest {

  private static final String A = "https://a.example";
  private static final String B = "https://b.example";

  private final MemoryByteMap store = new MemoryByteMap();
  private final List<Finding> said = new ArrayList<>();
  private final Mirrors mirrors =
      new Mirrors(store, new MirrorSettings(4, 0.6, 0.3, 100, 10), said::add);
  private long next;

  private long page(String url) {
    mirrors.observe(new Observation(url, new Coordinates(0, next), null));
    return next++;
  }

  private void copy(String url, long content, String original) {
    mirrors.observe(new Observation(url, new Coordinates(0, content), original));
    next++;
  }

  private void both(String one, String two) {
    copy(two, page(one), one);
  }

  private List<Finding> held() {
    TreeMap<String, Finding> last = new TreeMap<>();
    said.forEach(finding -> last.put(finding.key(), finding));
    return last.values().stream().filter(Finding::declared).toList();
  }

  private List<String> keys() {
    return held().stream().map(Finding::key).toList();
  }

  @Test
  void shouldDeclareMirrorsWithTheirPrefixes() {
    for (int i = 0; i < 5; i++) {
      both(A + "/docs/1/p" + i + ".html", B + "/mirror/docs/p" + i + ".html");
    }
    assertThat(keys()).containsExactly("mirror|" + A + "/docs/1/|" + B + "/mirror/docs/");
    assertThat(held().get(0).support()).isEqualTo(4);
    assertThat(new KnownMirrors(store).alternates(B + "/mirror/docs/x/y.html?z=1"))
        .containsExactly(A + "/docs/1/x/y.html?z=1");
    assertThat(new KnownMirrors(store).alternates(B + "/other/x.html")).isEmpty();
    assertThat(sameAs(new KnownMirrors(store), B + "/mirror/docs/x/y.html?z=1"))
        .containsExactly(new SameAs(A + "/docs/1/x/y.html?z=1", new KnownMirrors(store).of(A)));
    assertThat(sameAs(new KnownMirrors(store), B + "/other/x.html")).isEmpty();
  }

  @Test
  void shouldKeepSitesApartWhoseNamesHaveOneHash() {
    String victim = "http://dc4761p6i69iey.example";
    String attacker = "http://gt46xmi37k2lft.example"; // found in a second, by lattice reduction
    assertThat(Hash64.of(attacker, 0, attacker.length()))
        .isEqualTo(Hash64.of(victim, 0, victim.length()));
    for (int i = 0; i < 5; i++) {
      both(A + "/p" + i, victim + "/p" + i);
    }
    for (int i = 0; i < 5; i++) {
      page(attacker + "/p" + i);
    }
    assertThat(mirrors.counts().sites()).isEqualTo(3);
    assertThat(new KnownMirrors(store).alternates(victim + "/x")).containsExactly(A + "/x");
    assertThat(new KnownMirrors(store).of(attacker)).isEmpty();
  }

  @Test
  void shouldSayItAgainOnlyWhenTheSupportHasDoubled() {
    for (int i = 0; i < 20; i++) {
      both(A + "/p" + i, B + "/p" + i);
    }
    assertThat(said).extracting(Finding::support).containsExactly(4, 8, 16);
    assertThat(said).allMatch(Finding::declared);
    assertThat(mirrors.counts())
        .extracting(MirrorCounts::sites, MirrorCounts::pairs, MirrorCounts::mirrors)
        .containsExactly(2, 1, 1);
  }

  @Test
  void shouldCountPathsWithOtherContentAgainstIt() {
    for (int i = 0; i < 10; i++) {
      page(A + "/other" + i);
      page(B + "/other" + i);
    }
    for (int i = 0; i < 10; i++) {
      both(A + "/p" + i, B + "/p" + i);
    }
    assertThat(said).isEmpty();
  }

  @Test
  void shouldWithdrawMirrorsThatNoLongerAgree() {
    for (int i = 0; i < 5; i++) {
      both(A + "/p" + i, B + "/p" + i);
    }
    for (int i = 0; i < 3; i++) {
      page(B + "/p" + i);
    }
    assertThat(said).extracting(Finding::declared).containsExactly(true, false);
    assertThat(said.get(1).key()).isEqualTo(said.get(0).key());
    assertThat(new KnownMirrors(store).of(A)).isEmpty();
    for (int i = 0; i < 5; i++) {
      both(A + "/new" + i, B + "/new" + i);
    }
    assertThat(keys()).hasSize(1);
  }

  @Test
  void shouldFindMirrorsOfOneOriginalAmongEachOther() {
    String c = "https://c.example";
    for (int i = 0; i < 12; i++) {
      long content = page(A + "/p" + i);
      copy(B + "/p" + i, content, A + "/p" + i);
      copy(c + "/in/p" + i, content, A + "/p" + i);
    }
    assertThat(keys())
        .containsExactly(
            "mirror|" + A + "/|" + B + "/",
            "mirror|" + A + "/|" + c + "/in/",
            "mirror|" + B + "/|" + c + "/in/");
  }

  @Test
  void shouldDeclareTheCommonPartOfSitesThatHaveOthers() {
    for (int i = 0; i < 40; i++) {
      page(A + "/own" + i);
      page(B + "/of-b" + i);
    }
    for (int i = 0; i < 10; i++) {
      both(A + "/manual/p" + i, B + "/manual/p" + i);
    }
    mirrors.finish();
    assertThat(keys()).containsExactly("mirror|" + A + "/manual/|" + B + "/manual/");
  }

  @Test
  void shouldNotTakeOnePageUnderManyPathsForAMirror() {
    long error = page(A + "/p0");
    for (int i = 1; i < 30; i++) {
      copy(A + "/p" + i, error, A + "/p0");
      copy(B + "/p" + i, error, A + "/p0");
    }
    mirrors.finish();
    assertThat(keys()).isEmpty();
  }

  @Test
  void shouldLearnParametersThatDoNotMatter() {
    for (int i = 0; i < 8; i++) {
      long content = page(A + "/p" + i + "?id=" + i);
      copy(A + "/p" + i + "?id=" + i + "&sid=x" + i, content, A + "/p" + i + "?id=" + i);
      page(A + "/p" + i + "?id=" + (i + 100));
    }
    mirrors.finish();
    assertThat(keys()).containsExactly("rule|" + A + "|parameter|sid");
    assertThat(new UrlRules(held()).apply(A + "/q?a=1&sid=2")).isEqualTo(A + "/q?a=1");
    assertThat(new UrlRules(held()).apply(B + "/q?a=1&sid=2")).isEqualTo(B + "/q?a=1&sid=2");
  }

  @Test
  void shouldLearnParametersThatOnlyComeTogether() {
    for (int i = 0; i < 8; i++) {
      long content = page(A + "/p" + i);
      copy(A + "/p" + i + "?utm_medium=a&utm_source=b" + i, content, A + "/p" + i);
    }
    mirrors.finish();
    assertThat(keys()).containsExactly("rule|" + A + "|parameter|utm_medium&utm_source");
    assertThat(new UrlRules(held()).apply(A + "/p?utm_medium=1")).isEqualTo(A + "/p");
  }

  @Test
  void shouldNotTakeAParameterThatMattersIntoASet() {
    for (int i = 0; i < 12; i++) {
      String first = A + "/p" + i + "?page=1";
      long content = page(first);
      copy(first + "&sort=up", content, first);
      copy(first + "&sort=down", content, first);
      page(A + "/p" + i + "?page=2&sort=up");
      // Two pages of a list are equal by chance.
      if (i < 4) {
        copy(A + "/p" + i + "?page=3&sort=down", content, first);
      }
    }
    mirrors.finish();
    assertThat(keys()).containsExactly("rule|" + A + "|parameter|sort");
  }

  /** As of a page that says that there is none. Anyone can link to such addresses. */
  @ParameterizedTest
  @ValueSource(strings = {"/x%d/view", "/view/%d", "/VIEW%d", "/view;%d"})
  void shouldNotLearnARuleFromOneContentAtManyPaths(String paths) {
    long missing = page(A + "/missing");
    for (int i = 0; i < 3; i++) {
      String path = A + paths.formatted(i);
      for (int id = 0; id < 5; id++) {
        copy(path + "?id=" + id, missing, A + "/missing");
      }
    }
    page(A + "/view?id=1");
    mirrors.finish();
    assertThat(keys()).doesNotContain("rule|" + A + "|parameter|id");
  }

  /** A parameter that is ignored at most paths, or whose pages say what was asked for. */
  @Test
  void shouldNotFollowARuleWhereKnownPagesContradictIt() {
    for (int i = 0; i < 20; i++) {
      copy(A + "/p" + i + "?id=1", page(A + "/p" + i), A + "/p" + i);
    }
    page(A + "/view");
    mirrors.finish();
    assertThat(keys()).containsExactly("rule|" + A + "|parameter|id");
    KnownMirrors known = new KnownMirrors(store);
    assertThat(known.contradicted(A + "/view?id=7")).isFalse(); // one page is known there
    assertThat(sameAs(known, A + "/view?id=7"))
        .extracting(SameAs::url)
        .containsExactly(A + "/view");
    page(A + "/view?id=1");
    assertThat(known.contradicted(A + "/view?id=7")).isTrue();
    assertThat(known.contradicted(A + "/view")).isTrue();
    assertThat(sameAs(known, A + "/view?id=7")).isEmpty();
    assertThat(sameAs(known, A + "/p3?id=7")).extracting(SameAs::url).containsExactly(A + "/p3");
    assertThat(known.contradicted(A + "/new?id=7")).isFalse();
  }

  @Test
  void shouldNotFollowRulesThatAreTooMuchWorkToCheck() {
    for (int i = 0; i < 8; i++) {
      copy(A + "/p" + i + "?id=1", page(A + "/p" + i), A + "/p" + i);
    }
    Mirrors many = new Mirrors(store, new MirrorSettings(4, 0.6, 0.3, 1024, 10), finding -> {});
    String first = A + "/long?id=0";
    many.observe(new Observation(first, new Coordinates(0, 0), null));
    for (int i = 1; i < 900; i++) {
      String url = A + "/long?id=" + i + "x".repeat(12_000);
      many.observe(new Observation(url, new Coordinates(0, 0), first));
      String elsewhere = B + "/long?id=" + i + "x".repeat(24_000);
      many.observe(new Observation(elsewhere, new Coordinates(0, i), null));
    }
    KnownMirrors known = new KnownMirrors(store);
    assertThat(known.contradicted(A + "/long?id=x")).isTrue();
    assertThat(known.contradicted(B + "/long?id=x")).isFalse(); // no rule is followed there
  }

  @Test
  void shouldLearnFormsOfThePath() {
    String[] suffixes = {"/index.html", ";jsessionid=1f"};
    for (int i = 0; i < 8; i++) {
      long content = page(A + "/page" + i + "/");
      copy(A + "/page" + i + "/index.html", content, A + "/page" + i + "/");
      copy(A + "/page" + i + "/;jsessionid=" + i, content, A + "/page" + i + "/");
      copy(A + "/PAGE" + i + "/", content, A + "/page" + i + "/");
      copy(A + "/page" + i, content, A + "/page" + i + "/");
    }
    mirrors.finish();
    assertThat(keys())
        .containsExactly(
            "rule|" + A + "|case|",
            "rule|" + A + "|default-page|index.html",
            "rule|" + A + "|path-parameter|jsessionid",
            "rule|" + A + "|trailing-slash|");
    UrlRules rules = new UrlRules(held());
    for (String suffix : suffixes) {
      assertThat(rules.apply(A + "/A/b" + suffix)).isEqualTo(A + "/a/b");
    }
    assertThat(new KnownMirrors(store).apply(A + "/X/?q=V")).isEqualTo(A + "/x?q=V");
    List<SameAs> same = sameAs(new KnownMirrors(store), A + "/X/?q=V");
    assertThat(same).extracting(SameAs::url).containsExactly(A + "/x?q=V");
    assertThat(same.get(0).by())
        .extracting(Finding::key)
        .containsExactlyInAnyOrder("rule|" + A + "|case|", "rule|" + A + "|trailing-slash|");
    assertThat(sameAs(new KnownMirrors(store), A + "/x?q=V")).isEmpty();
  }

  @Test
  void shouldWithdrawARuleThatNoLongerHolds() {
    for (int i = 0; i < 8; i++) {
      copy(A + "/p" + i + "?v=2", page(A + "/p" + i), A + "/p" + i);
    }
    assertThat(keys()).containsExactly("rule|" + A + "|parameter|v");
    for (int i = 0; i < 8; i++) {
      page(A + "/p" + i + "?v=2");
    }
    mirrors.finish();
    assertThat(keys()).isEmpty();
  }

  @Test
  void shouldPreferOneNameOfAnAlias() {
    for (int i = 0; i < 5; i++) {
      both("http://www.a.example/p" + i, A + "/p" + i);
    }
    assertThat(held().get(0).json().path("alias").asBoolean()).isTrue();
    assertThat(new KnownMirrors(store).apply("http://www.a.example/q")).isEqualTo(A + "/q");
    assertThat(sameAs(new KnownMirrors(store), "http://www.a.example/q"))
        .containsExactly(new SameAs(A + "/q", new KnownMirrors(store).of(A)));
    assertThat(read(held().get(0).json())).isEqualTo(held().get(0));
  }

  private static Mirror read(JsonNode json) {
    assertThat(json.path("type").asText()).isEqualTo("mirror");
    return new Mirror(
        Root.of(json.path("one").asText()),
        Root.of(json.path("two").asText()),
        json.path("state").asText().equals("declared"),
        json.path("support").asInt(),
        json.path("common").asInt());
  }

  /** Without bounds single records took 34 to 109 s. */
  @Tag("slow")
  @ParameterizedTest
  @ValueSource(strings = {"?a%d=%d&", ";a%d=%d", "?utm_a=1&utm_b=2&x%d=%d&", "/x%d/%d/"})
  void shouldNotBeHeldUpByLongUrls(String part) {
    Mirrors bounded = new Mirrors(store, new MirrorSettings(4, 0.6, 0.3, 1024, 1000), said::add);
    String[] pieces = part.split("%d", -1);
    int longest = 16_000;
    long most = 0;
    for (int i = 0; i < 600; i++) {
      StringBuilder url = new StringBuilder(A + "/p" + i % 40);
      for (int k = 0; url.length() < longest; k++) {
        url.append(pieces[0]).append(k).append(pieces[1]).append(i).append(pieces[2]);
      }
      String original = i % 2 == 1 ? A + "/p" + i % 40 : null;
      bounded.observe(new Observation(url.toString(), new Coordinates(0, i / 2), original));
      most = Math.max(most, bounded.lastWork());
    }
    // The last path, rewritten by all rules, or the samples of the last pair may go beyond.
    assertThat(most).isLessThan(LearningWork.PER_RECORD + 3L * 600 * longest);
    long content = 10_000;
    for (int i = 0; i < 8; i++) {
      bounded.observe(new Observation(B + "/q" + i, new Coordinates(0, content + i), null));
      bounded.observe(
          new Observation(
              B + "/q" + i + "?sid=" + i, new Coordinates(0, content + i), B + "/q" + i));
    }
    assertThat(keys()).as("others go on").contains("rule|" + B + "|parameter|sid");
  }

  @Tag("slow")
  @Test
  void shouldCountWhatIsTooMuchWork() {
    Mirrors bounded = new Mirrors(store, new MirrorSettings(4, 0.6, 0.3, 1024, 1000), said::add);
    for (int i = 0; i < 600; i++) {
      String url = A + "/p" + i % 40 + "?a" + i + "=" + "x".repeat(16_000) + "&b=" + i;
      String original = i % 2 == 1 ? A + "/p" + i % 40 : null;
      bounded.observe(new Observation(url, new Coordinates(0, i / 2), original));
    }
    assertThat(bounded.counts().leftOut()).isPositive();
  }

  @Test
  void shouldKeepNoMoreRulesThanASiteMayHave() {
    for (int name = 0; name < 200; name++) {
      for (int i = 0; i < 5; i++) {
        String url = A + "/p" + name + "-" + i + "/";
        copy(url + ";n" + name + "=1", page(url), url);
      }
    }
    mirrors.finish();
    assertThat(mirrors.counts().rules()).isLessThanOrEqualTo(RuleDeclarer.MOST_RULES);
  }

  /** Anyone may have any number of domains, too. They come before the mirrors, and with them. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void shouldDeclareMirrorsInAFloodOfSites(int pagesPerSite) {
    int flood = 0;
    while (flood < 100) {
      flood(flood++, pagesPerSite);
    }
    for (int i = 0; i < 30; i++) {
      both(A + "/p" + i, B + "/p" + i);
      flood(flood++, pagesPerSite);
    }
    assertThat(keys()).containsExactly("mirror|" + A + "/|" + B + "/");
    for (int more = 0; more < 15; more++) {
      flood(flood++, pagesPerSite);
    }
    assertThat(keys()).as("more sites than the bound, of few pages each").hasSize(1);
    assertThat(mirrors.counts().sites()).isEqualTo(10);
  }

  private void flood(int site, int pages) {
    for (int i = 0; i < pages; i++) {
      page("https://h" + site + ".example/p" + i);
    }
  }

  @Test
  void shouldForgetAllOfASiteThatOthersReplace() {
    for (int i = 0; i < 8; i++) {
      both(A + "/p" + i, B + "/p" + i);
      both(A + "/q" + i + "?sid=1" + i, A + "/q" + i + "?sid=2" + i);
    }
    mirrors.finish();
    assertThat(keys())
        .containsExactly("mirror|" + A + "/|" + B + "/", "rule|" + A + "|parameter|sid");
    for (int site = 0; site < 10; site++) {
      flood(site, 100);
    }
    assertThat(keys()).isEmpty();
    assertThat(new KnownMirrors(store).alternates(A + "/p1")).isEmpty();
    assertThat(List.of(mirrors.counts().mirrors(), mirrors.counts().pairs()))
        .isEqualTo(List.of(0, 0));
    assertThat(mirrors.counts().rules()).isZero();
    for (String gone : List.of(A, B)) {
      assertThat(store.get(StoreKeys.site(gone))).isNull();
      for (byte[] left : List.of(StoreKeys.paths(gone), StoreKeys.pairs(gone))) {
        store.scan(left, (key, value) -> assertThat(key).as(gone).isNull());
      }
    }
  }

  /** A sample takes ever fewer of a large site's pages, but all of its pages keep its place. */
  @Test
  void shouldKeepALargeSiteThatChangesLittle() {
    Mirrors small = new Mirrors(store, new MirrorSettings(4, 0.6, 0.3, 4, 10), said::add);
    for (int i = 0; i < 10_000; i++) {
      small.observe(new Observation(A + "/p" + i, new Coordinates(0, i), null));
      small.observe(new Observation("https://h" + i + ".example/", new Coordinates(1, i), null));
    }
    assertThat(store.get(StoreKeys.site(A))).isNotNull();
  }

  /** Anyone with a wildcard in the DNS has as many sites as they like. */
  @ParameterizedTest
  @ValueSource(strings = {"https://s%d.flood.com", "http://flood.com:%d", "https://[2001:db8::%x]"})
  void shouldLeaveMostSitesToOtherDomains(String flood) {
    Mirrors first = new Mirrors(store, new MirrorSettings(4, 0.6, 0.3, 100, 100), said::add);
    for (int i = 0; i < 75; i++) {
      first.observe(new Observation(flood.formatted(i + 81) + "/", new Coordinates(0, 1), null));
    }
    Mirrors again = new Mirrors(store, new MirrorSettings(4, 0.6, 0.3, 100, 100), said::add);
    for (int i = 75; i < 150; i++) {
      again.observe(new Observation(flood.formatted(i + 81) + "/", new Coordinates(0, 1), null));
    }
    assertThat(again.counts().sites()).isEqualTo(5);
    assertThat(first.counts().sitesRefused() + again.counts().sitesRefused()).isEqualTo(145);
    for (int i = 0; i < 5; i++) {
      Coordinates content = new Coordinates(1, i);
      again.observe(new Observation(A + "/p" + i, content, null));
      again.observe(new Observation("https://a.co.uk/p" + i, content, A + "/p" + i));
    }
    assertThat(keys()).containsExactly("mirror|https://a.co.uk/|" + A + "/");
  }

  private static List<SameAs> sameAs(KnownMirrors known, String url) {
    return known.sameAs(url, known.contradicted(url));
  }
}
