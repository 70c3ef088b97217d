package dev.crawlsieve.sites;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.FingerprintSettings;
import dev.crawlsieve.core.config.OverrideRule;
import dev.crawlsieve.core.config.Overrides;
import dev.crawlsieve.core.config.PageSettings;
import dev.crawlsieve.core.config.Scope;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.fingerprint.FingerprintedPage;
import dev.crawlsieve.core.fingerprint.PageFingerprinter;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.ScopeKey;
import dev.crawlsieve.core.index.SiteEvidence;
import dev.crawlsieve.core.override.OverridesFile;
import dev.crawlsieve.core.page.HttpUrl;
import dev.crawlsieve.sites.mirror.KnownMirrors;
import dev.crawlsieve.sites.mirror.VerdictObserver;
import dev.crawlsieve.sites.passage.PageObserver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

/** Whatever is kept by site has one name for it, however an address is written. */
class OddAddressesPropertyTest {

  private static final FingerprintSettings SETTINGS =
      new FingerprintSettings(
          FingerprintSettings.RAW.page(),
          FingerprintSettings.RAW.accept(),
          FingerprintSettings.RAW.text(),
          Scope.parse("host"),
          FingerprintSettings.RAW.seed(),
          1);

  /** Spellings of one host each, after its name. */
  private static final List<List<String>> HOSTS =
      List.of(
          List.of(
              "shop.example",
              "SHOP.Example",
              "shop.example.",
              "shop.example..",
              "www.shop.example",
              "WWW.www.shop.example",
              "%73hop.example",
              "shop%2Eexample",
              "ｓｈｏｐ.example",
              "shop。example",
              "sh\u00adop.example",
              "sh\top.exa\nmple"),
          List.of(
              "xn--bcher-kva.example",
              "bücher.example",
              "BÜCHER.example.",
              "b%C3%BCcher.example",
              "www.bu\u0308cher.example"),
          List.of("10.1.2.3", "10.1.515", "0xA.0X1.02.0003", "167838211", "10.1.2.3.", "①⓪.1.２.３"),
          List.of("[2001:db8::1]", "[2001:DB8:0:0:0:0:0:1]", "[2001:0db8::0001]"));

  private final PageFingerprinter fingerprinter = new PageFingerprinter(SETTINGS);
  private final VerdictObserver urls = new VerdictObserver();

  record Odd(int host, String url) {}

  @Provide
  Arbitrary<Odd> odd() {
    Arbitrary<String> begin =
        Arbitraries.of("https:", "http:", "HTTPS:", "Http:", "  https:", "\u0001ht\ntp:");
    Arbitrary<String> slashes = Arbitraries.of("", "/", "//", "///", "////", "\\\\", "/\\", "/\t/");
    Arbitrary<String> user =
        Arbitraries.of(
            "", "", "u@", "u:p@", "victim.example@", "victim.example:443@", "a@b@", "%2F@");
    Arbitrary<Odd> hosts =
        Arbitraries.integers()
            .between(0, HOSTS.size() - 1)
            .flatMap(host -> Arbitraries.of(HOSTS.get(host)).map(name -> new Odd(host, name)));
    Arbitrary<String> port = Arbitraries.of("", "", ":", ":443", ":80", ":8443", ":000443");
    Arbitrary<String> rest =
        Arbitraries.of(
            "",
            "/",
            "/p/1?v=1",
            "\\p\\1",
            "?x=https://victim.example/",
            "?q=u@victim.example",
            "#://victim.example/",
            "/p#://www.victim.example/",
            "\\@victim.example/",
            "/@victim.example/://victim.example/",
            "/?#!/https://victim.example/");
    return Combinators.combine(begin, slashes, user, hosts, port, rest)
        .as((b, s, u, h, p, r) -> new Odd(h.host(), b + s + u + h.url() + p + r));
  }

  @Provide
  Arbitrary<List<Odd>> several() {
    return odd().list().ofMaxSize(8);
  }

  @Property
  void shouldAgreeOnTheSite(@ForAll("odd") Odd odd) throws Exception {
    String site = HOSTS.get(odd.host()).get(0);
    Kept usual = kept("https://" + site + "/p");
    assertThat(usual.passages()).isEqualTo(site);
    assertThat(kept(odd.url())).as(odd.url()).isEqualTo(usual);
  }

  /** Of addresses that are remembered, the lane knows no other site than of those that are not. */
  @Property
  void shouldLearnUnderOneKey(@ForAll("several") List<Odd> all) throws Exception {
    Set<String> keys = new HashSet<>();
    SiteEvidence.Store records =
        new SiteEvidence.Store() {
          @Override
          public byte @Nullable [] site(String key) {
            keys.add(key);
            return null;
          }

          @Override
          public void putSite(String key, byte[] stored) {
            keys.add(key);
          }

          @Override
          public long tick() {
            return 0;
          }
        };
    SiteEvidence sites = new SiteEvidence(records);
    Set<String> expected = new HashSet<>();
    for (Odd odd : all) {
      sites.enter(compared(odd.url()));
      expected.add(SiteEvidence.key(compared("https://" + HOSTS.get(odd.host()).get(0) + "/")));
      assertThat(keys).as(odd.url()).isEqualTo(expected);
    }
  }

  @Example
  void shouldHaveNoSiteWhereNoPageCanBe() {
    assertThat(HttpUrl.site("https://shop.example")).isEqualTo("shop.example");
    String path = "a".repeat(HttpUrl.MAX_CHARS);
    for (String url : List.of("", "shop.example", "https:////", "ftp://shop.example/", "//a/")) {
      assertThat(HttpUrl.site(url)).as(url).isEmpty();
    }
    assertThat(HttpUrl.site("https://shop.example/" + path)).isEmpty();
  }

  /** What is kept by site about a page. */
  private record Kept(
      String evidence, int name, String scope, String passages, String mirrors, int override) {}

  private FingerprintedPage page(String url) throws Exception {
    return fingerprinter.fingerprint(
        url.getBytes(UTF_8),
        "<title>A lamp</title><main><p>A lamp of copper.</p></main>".getBytes(UTF_8),
        name -> name.equals("content-type") ? "text/html".getBytes(UTF_8) : null,
        new Coordinates(0, 0),
        0);
  }

  private ComparedPage compared(String url) throws Exception {
    byte[] stored = FingerprintCodec.encode(page(url).fingerprint());
    return ComparedPage.of(ScopeKey.NONE, 0, stored);
  }

  private Kept kept(String url) throws Exception {
    FingerprintedPage page = page(url);
    String mirrors = KnownMirrors.site(urls.normalize(url));
    return new Kept(
        Objects.requireNonNull(SiteEvidence.key(compared(url))),
        page.fingerprint().name().site(),
        new String(page.scope(), UTF_8),
        Objects.requireNonNull(new PageObserver(SETTINGS).observe(page, 0)).site(),
        HttpUrl.parse(mirrors).site(),
        override(url));
  }

  /** Number of the host whose override applies. */
  private static int override(String url) throws IOException {
    for (int host = 0; host < HOSTS.size(); host++) {
      OverrideRule decision = OVERRIDES.get(host).of(url).decision();
      if (decision != null) {
        return host;
      }
    }
    return -1;
  }

  private static final List<Overrides> OVERRIDES =
      HOSTS.stream()
          .map(
              spellings -> {
                try {
                  Path file = Files.createTempFile("overrides", ".jsonl");
                  String host = spellings.get(0).toUpperCase(Locale.ROOT);
                  Files.writeString(file, "{\"drop\": {\"host\": \"" + host + "\"}}\n");
                  Overrides read =
                      OverridesFile.read(file, PageSettings.RAW, DetectorSettings.DEFAULT);
                  Files.delete(file);
                  return read;
                } catch (IOException e) {
                  throw new AssertionError(e);
                }
              })
          .toList();
}
