package dev.crawlsieve.core.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.config.MirrorSettings;
import dev.crawlsieve.core.fingerprint.Coordinates;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class MirrorsTest {

  private static final String A = "https://a.example";
  private static final String B = "https://b.example";

  private final MemoryMirrorStore store = new MemoryMirrorStore();
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
  void shouldAddUpLinksToBothMirrors() {
    mirrors.link(new OutLinks(List.of(A + "/p0")));
    for (int i = 0; i < 3; i++) {
      both(A + "/p" + i, B + "/p" + i);
      mirrors.link(new OutLinks(List.of(A + "/p" + i, B + "/p" + i, A + "/unknown")));
      mirrors.link(new OutLinks(List.of(A + "/p" + i, "https://unknown.example/")));
    }
    page(A + "/alone");
    mirrors.link(new OutLinks(List.of(A + "/alone")));
    both(A + "/p3", B + "/p3");
    Mirror mirror = (Mirror) said.get(0);
    assertThat(mirror.inlinks()).isEqualTo(new InLinks(6, 3));
    assertThat(mirror.json().at("/inlinks/combined").asInt()).isEqualTo(9);
    assertThat(Mirror.of(mirror.json())).isEqualTo(mirror);
    // The first came too early; three each went to an unknown path and an unknown site.
    assertThat(mirrors.counts().links()).isEqualTo(17);
    assertThat(mirrors.counts().linksDropped()).isEqualTo(7);
    KnownMirrors known = new KnownMirrors(store);
    assertThat(known.linksSeen()).isTrue();
    assertThat(known.inlinks(A + "/p1")).isEqualTo(2);
    assertThat(known.inlinks(B + "/p1")).isEqualTo(1);
    assertThat(known.inlinks(A + "/unknown")).isZero();
  }

  @Test
  void shouldSayNothingOfLinksWhereThereNeverWereAny() {
    for (int i = 0; i < 4; i++) {
      both(A + "/p" + i, B + "/p" + i);
    }
    assertThat(said.get(0).json().has("inlinks")).isFalse();
    assertThat(Mirror.of(said.get(0).json())).isEqualTo(said.get(0));
    assertThat(new KnownMirrors(store).linksSeen()).isFalse();
  }

  @Test
  void shouldTakeLinksToOtherSitesOnly() {
    LinkObserver observer = new LinkObserver();
    List<String> links =
        List.of(
            "HTTPS://b.example:443/x/../p#part",
            "https://b.example/p",
            "http://www.a.example/alias",
            "https://a.example/own",
            "/relative",
            "mailto:a@b.example",
            "https://",
            "https://sub.a.example");
    assertThat(observer.observe("http://a.example/", links).targets())
        .containsExactly("https://b.example/p", "https://sub.a.example/");
    assertThat(observer.observe("no URL", links).targets()).isEmpty();
    List<String> many = new ArrayList<>();
    List<String> large = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      many.add("https://b.example/" + i);
      large.add("https://b.example/" + "x".repeat(1_900) + i);
    }
    assertThat(observer.observe("http://a.example/", many).targets()).hasSize(LinkObserver.MOST);
    assertThat(OutLinksCodec.encode(observer.observe("http://a.example/", large)).length)
        .isBetween(LinkObserver.MOST_BYTES / 2, LinkObserver.MOST_BYTES + 4 * LinkObserver.MOST);
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
    assertThat(Mirror.of(held().get(0).json())).isEqualTo(held().get(0));
  }

  @Test
  void shouldLeaveOutSitesBeyondTheBound() {
    for (int i = 0; i < 15; i++) {
      page("https://h" + i + ".example/");
    }
    assertThat(mirrors.counts().sitesRefused()).isEqualTo(5);
  }
}
