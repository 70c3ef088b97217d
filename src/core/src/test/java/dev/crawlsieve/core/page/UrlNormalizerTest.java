package dev.crawlsieve.core.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.work.Allocated;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UrlNormalizerTest {

  private final UrlNormalizer ignoring = normalizer(false);
  private final UrlNormalizer exact = normalizer(true);

  private static UrlNormalizer normalizer(boolean strict) {
    return new UrlNormalizer(strict, Set.of("utm_*", "gclid", "jsessionid", "_ga"));
  }

  @Test
  void shouldTakeWorkThatGrowsWithTheLengthOfAHost() throws Throwable {
    String url = "http://a" + ".".repeat(16_300) + "/";
    assertThat(ignoring.normalize(url)).isEqualTo("https://a/");
    assertThat(Allocated.bytes(() -> ignoring.normalize(url))).isLessThan(10L * url.length());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "HTTP://WWW.Example.COM:80/ | http://www.example.com/",
        "https://example.com:443 | https://example.com/",
        "https://example.com:80/ | https://example.com:80/",
        "http://example.com:8080/a | http://example.com:8080/a",
        "http://example.com:/a | http://example.com/a",
        "http://example.com./a | http://example.com/a",
        "http://user:pass@example.com/a | http://example.com/a",
        "http://a@b@example.com/a@b | http://example.com/a@b",
        "http://example.com?q=1 | http://example.com/?q=1",
        "http://example.com/a/../b/./c//d | http://example.com/b/c/d",
        "http://example.com/../../a/.. | http://example.com/",
        "http://example.com/a/b//../c | http://example.com/a/b/c",
        "http://example.com//.. | http://example.com/",
        "http://example.com/a///b//. | http://example.com/a/b/",
        "http://example.com/it's?it's | http://example.com/it's?it%27s",
        "http://example.com/../..x | http://example.com/..x",
        "http://example.com/a/b/.. | http://example.com/a/",
        "http://example.com/a/%2E%2e/b/. | http://example.com/b/",
        "http://example.com/.a/b./c../ | http://example.com/.a/b./c../",
        "http://example.com/%7euser/%2fa%c3%bc | http://example.com/~user/%2Fa%C3%BC",
        "http://example.com/ü?ü=ß | http://example.com/%C3%BC?%C3%BC=%C3%9F",
        "http://example.com/a b|c | http://example.com/a%20b%7Cc",
        "http://example.com/100% | http://example.com/100%",
        "http://example.com/100%25 | http://example.com/100%25",
        "http://example.com/%zz/%%7e/%e?%=%3&a=%%C3%bc | http://example.com/%zz/%~/%e?%=%3&a=%%C3%BC",
        "http://example.com/#/%zz%7e | http://example.com/#/%zz~",
        // decoded, these would complete a sequence
        "http://example.com/%4%31%%41%62%4 | http://example.com/%%341%%41b%4",
        "http://example.com/%%32e/a | http://example.com/%%32e/a",
        "http://example.com/a#b?c=d | http://example.com/a",
        "http://example.com/a?b#c | http://example.com/a?b",
        "http://example.com/a?b#!/c/1 | http://example.com/a?b#!/c/1",
        "http://example.com/#/c/ü?d=1#e | http://example.com/#/c/%C3%BC?d=1",
        "http://example.com#/../%7ec/it's/%2fd e | http://example.com/#/../~c/it%27s/%2Fd%20e",
        "http://example.com/#item=2&a=1&utm_source=b | http://example.com/#a=1&item=2",
        "http://example.com/#utm_source=b | http://example.com/",
        "http://example.com/#/c:~:text=d | http://example.com/#/c",
        "http://example.com/#:~:text=d | http://example.com/",
        "http://example.com/#c:~:text=d | http://example.com/",
        "http://example.com/v#t=30 | http://example.com/v",
        "http://example.com/v#xywh=0,0,9,9&t=1,2 | http://example.com/v",
        "http://example.com/v#item=2&t=30 | http://example.com/v#item=2",
        "http://example.com/v#topic=2 | http://example.com/v#topic=2",
        "http://example.com/#! | http://example.com/",
        "http://example.com/#/ | http://example.com/",
        "http://example.com/#c-1 | http://example.com/",
        "http://example.com/#c= | http://example.com/",
        "http://example.com/#QUJDRA== | http://example.com/",
        "http://example.com/#c(d=1) | http://example.com/",
        "http://example.com/a#b?c=d#!/e | http://example.com/a",
        "http://example.com\\a\\b?c\\d | http://example.com/a/b?c\\d",
        "http://example.com/? | http://example.com/",
        "http://example.com/?&&b=2&a=&=x& | http://example.com/?a&b=2",
        "http://example.com/?b=2&a=3&b=1 | http://example.com/?a=3&b=2&b=1",
        "http://example.com/%7Ea/?x=1&y=2 | http://example.com/~a/?x=1&y=2",
        "http://example.com/a?b?c | http://example.com/a?b?c",
        "http://example.com/?q=a%20b+c%26 | http://example.com/?q=a%20b+c%26",
        "http://example.com/?u=http://x/../y | http://example.com/?u=http://x/../y",
        "http://münchen.example/ | http://xn--mnchen-3ya.example/",
        "http://[2001:DB8::1]:8080/a | http://[2001:db8::1]:8080/a",
        "http://a_b.example/ | http://a_b.example/",
        "http://127.0.0.1:80/ | http://127.0.0.1/",
        "http://example.com/?utm_source=a&x=1&UTM_Medium=b&gclid=c | http://example.com/?x=1",
        "http://example.com/?utm_source=a | http://example.com/",
        "http://example.com/?gclid2=a&utm=b | http://example.com/?gclid2=a&utm=b",
        "http://example.com/?%75tm_source=a | http://example.com/",
        "http://example.com/a;jsessionid=1F?x=1 | http://example.com/a?x=1",
        "http://example.com/a;v=1;JSESSIONID=1/b;x | http://example.com/a;v=1/b;x",
      })
  void shouldNormalize(String url, String normal) throws Exception {
    // One case contains the column separator itself.
    String given = url.equals("http://example.com/a b") ? "http://example.com/a b|c" : url;
    String expected = given.equals(url) ? normal : "http://example.com/a%20b%7Cc";

    assertThat(exact.normalize(given)).isEqualTo(expected);
  }

  @Test
  void shouldLeaveOutBlanksAroundAndLineBreaksInside() throws Exception {
    assertThat(exact.normalize(" http://exam\nple.com/a\tb\r ")).isEqualTo("http://example.com/ab");
  }

  @ParameterizedTest
  @CsvSource({
    "http://www.example.com/a, https://example.com/a",
    "https://example.com/a, https://example.com/a",
    "http://www.www.example.com/, https://example.com/",
    "http://www.www.com/, https://www.com/",
    "http://www.com/, https://www.com/",
    "http://wwwx.example.com/, https://wwwx.example.com/",
    "http://example.com:443/, https://example.com/",
    "http://example.com:80/, https://example.com/",
    "https://example.com:80/, https://example.com:80/",
    "http://www.example.com:8080/, https://example.com:8080/",
  })
  void shouldSeeVariantsOfSchemeAndWwwAsOne(String url, String normal) throws Exception {
    assertThat(ignoring.normalize(url)).isEqualTo(normal);
  }

  @Test
  void shouldRefuseAUrlThatDoesNotParse() {
    assertThatThrownBy(() -> exact.normalize("http://exa mple.com/"))
        .isInstanceOf(BadPageException.class);
    assertThatThrownBy(() -> exact.normalize("relative")).isInstanceOf(BadPageException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "https://a.b.example.co.uk/x?y, a.b.example.co.uk, example.co.uk",
    "https://example.com:8080/, example.com, example.com",
    "https://user.github.io/, user.github.io, user.github.io",
    "https://192.168.1.1/, 192.168.1.1, 192.168.1.1",
    "https://[2001:db8::1]/a:b, [2001:db8::1], [2001:db8::1]",
    "https://[2001:db8::1]:81/, [2001:db8::1], [2001:db8::1]",
    "https://localhost/, localhost, localhost",
    "https://a.b.unknowntld/, a.b.unknowntld, a.b.unknowntld",
    "https://co.uk/, co.uk, co.uk",
  })
  void shouldTellHostAndRegisteredDomain(String url, String host, String domain) {
    assertThat(UrlNormalizer.host(url)).isEqualTo(host);
    assertThat(UrlNormalizer.domain(url)).isEqualTo(domain);
  }
}
