package dev.crawlsieve.core.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each kind of host and of leniency in the URL Standard; what is other here has a word on it. */
class HostTest {

  private static String host(String address) throws BadPageException {
    return HttpUrl.parse("http://" + address + "/").host();
  }

  @ParameterizedTest
  @CsvSource({
    "Shop.EXAMPLE, shop.example",
    "Gruß.example, xn--gru-7ka.example", // not gruss.example
    "GRUẞ.example, xn--gru-7ka.example",
    "ὀδος.example, xn--pxawj362z.example", // a final sigma stays one
    "ὈΔΟΣ.example, xn--pxawm952z.example",
    "می\u200cخواهم.example, xn--mgbn2ecje63gr19l.example", // a joiner is part of the word
    "☃.example, xn--n3h.example",
    "🦊.example, xn--9s9h.example",
    "ＷＷＷ．ｅｘａｍｐｌｅ, www.example",
    "a。b｡c, a.b.c",
    "so\u00adft.example, soft.example",
    "%C3%BC.example, xn--tda.example",
    "%65xample.%6Frg, example.org",
    "xn--GRU-7ka.example, xn--gru-7ka.example",
    "xn--wrong.example, xn--wrong.example", // ASCII is not looked into
    "-a-.b--c.example, -a-.b--c.example",
    "a_b!$&'()*+;=\"`{}~.example, 'a_b!$&''()*+;=\"`{}~.example'",
    "shop.example., shop.example", // a dot more in the Standard
    "shop.example..., shop.example",
    "a..b, a..b",
  })
  void shouldWriteANameInOneForm(String name, String form) throws BadPageException {
    assertThat(host(name)).isEqualTo(form);
    assertThat(host(form)).isEqualTo(form);
  }

  @ParameterizedTest
  @CsvSource({
    "10.1.2.3, 10.1.2.3",
    "10.1.2.3., 10.1.2.3",
    "10.1.515, 10.1.2.3",
    "10.66051, 10.1.2.3",
    "167838211, 10.1.2.3",
    "0xA.0X1.02.0003, 10.1.2.3",
    "012.1.0x, 10.1.0.0",
    "0xffffffff, 255.255.255.255",
    "00000000000000000000000000000000000012.1.2.3, 10.1.2.3",
    "①⓪.１.２.３, 10.1.2.3",
    "%31%30.1.2.3, 10.1.2.3",
    "1.2.3.4.example, 1.2.3.4.example",
    "0xg, 0xg",
    "10.1.2.3.4, ''",
    "10.1.2.256, ''",
    "10.1.65536, ''",
    "4294967296, ''",
    "0x100000000, ''",
    "10..2.3, ''",
    "a.08, ''",
    "1.2.3.08, ''",
    "a.1, ''",
    "a.0x, ''",
    "a.0xf, ''",
  })
  void shouldWriteAnIpv4AddressAsFourDecimalNumbers(String address, String form) throws Exception {
    if (form.isEmpty()) {
      assertThatThrownBy(() -> host(address)).isInstanceOf(BadPageException.class);
    } else {
      assertThat(host(address)).isEqualTo(form);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "2001:DB8:0:0:0:0:0:1, 2001:db8::1",
    "2001:0db8::0001, 2001:db8::1",
    "0:0:0:0:0:0:0:0, ::",
    "::, ::",
    "1::, 1::",
    "::1, ::1",
    "1:0:0:2:0:0:0:3, 1:0:0:2::3", // the longest run
    "1:0:0:2:3:0:0:4, 1::2:3:0:0:4", // the first of two
    "1:0:2:3:4:5:6:7, 1:0:2:3:4:5:6:7", // one zero is none
    "1:2:3:4:5:6:7::, 1:2:3:4:5:6:7:0",
    "::2:3:4:5:6:7:8, 0:2:3:4:5:6:7:8",
    "::ffff:192.0.2.1, ::ffff:c000:201",
    "1:2:3:4:5:6:192.0.2.1, 1:2:3:4:5:6:c000:201",
  })
  void shouldWriteAnIpv6AddressInItsShortForm(String address, String form) throws Exception {
    assertThat(host("[" + address + "]")).isEqualTo("[" + form + "]");
    assertThat(host("[" + form + "]:8080")).isEqualTo("[" + form + "]");
  }

  @ParameterizedTest
  @CsvSource({
    "[]",
    "[:]",
    "[:::]",
    "[1]",
    "[:1]",
    "[1:]",
    "[1::2::3]",
    "[1:2:3:4:5:6:7:8:9]",
    "[1:2:3:4:5:6:7]",
    "[1::2:3:4:5:6:7:8]",
    "[12345::]",
    "[g::]",
    "[::1%25eth0]",
    "[::1.2.3]",
    "[::1.2.3.4.5]",
    "[::1.2.3.256]",
    "[::1.2.3.04]",
    "[::1.2.3.]",
    "[::.1.2.3]",
    "[1:2:3:4:5:6:7:1.2.3.4]",
    "[::1.2.3.4:5]",
    "[::1",
    "::1]",
    "[::1]a",
    "a[::1]",
  })
  void shouldRefuseWhatIsNoIpv6Address(String host) {
    assertThatThrownBy(() -> host(host)).isInstanceOf(BadPageException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "a b | has ' '",
    "a^b.example | has a host with '^'",
    "a<b.example | has a host with '<'",
    "a|b.example | has a host with '|'",
    "a%zz.example | has a host with '%'",
    "a%25.example | has a host with '%'",
    "a%00.example | has a host with",
    "a%7f.example | has a host with",
    "a%40b.example | has a host with '@'",
    "a%3a80.example | has a host with ':'",
    "a℀.example | has a host with '/'",
    "%ff.example | not a valid name",
    "a\u200db.example | not a valid name",
    "x⒈.example | not a valid name",
    "\u0301a.example | not a valid name",
    "xn--ü.example | not a valid name",
    "אa.example | not a valid name",
    "... | has no host",
    "%2e%E3%80%82 | has no host",
    "\u00ad | has no host",
  })
  void shouldRefuseWhatIsNoName(String line) {
    String[] parts = line.split(" \\| ");
    assertThatThrownBy(() -> host(parts[0]))
        .isInstanceOf(BadPageException.class)
        .hasMessageContaining(parts[1].replace("has ' '", "has a host with ' '"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "https:/shop.example/a | shop.example /a",
        "https:shop.example/a | shop.example /a",
        "https:////shop.example//a | shop.example //a",
        "https:\\\\shop.example\\a | shop.example /a",
        "https:/\\/u:p@shop.example:443 | shop.example /",
        "' \u0001ht\ttps://shop.exa\r\nmple/a \u001f' | shop.example /a",
        "'https://shop.example/a #b' | 'shop.example /a '",
        "https://a@b:c@shop.example:00443/ | shop.example /",
        "https://shop.example#@b.example/ | shop.example /",
        "https://shop.example\\@b.example/ | shop.example /@b.example/",
      })
  void shouldReadAnAddressAsLenientlyAsBrowsers(String url, String hostAndPath) throws Exception {
    HttpUrl parsed = HttpUrl.parse(url);
    assertThat(parsed.scheme()).isEqualTo("https");
    assertThat(parsed.port()).isEqualTo(-1);
    assertThat(parsed.host() + " " + parsed.path()).isEqualTo(hostAndPath);
  }

  @Test
  void shouldNotConvertNamesThatNoServerHas() throws BadPageException {
    String dns = "ü" + "a".repeat(Host.MOST_CONVERTED - 1);
    assertThat(host(dns)).startsWith("xn--aaa");
    assertThatThrownBy(() -> host(dns + "a"))
        .isInstanceOf(BadPageException.class)
        .hasMessageContaining("a host of 254 characters, must be at most 253");
    // Its form before Punycode is longer than ICU converts.
    assertThatThrownBy(() -> host("㌖".repeat(167) + ".example"))
        .isInstanceOf(BadPageException.class)
        .hasMessageContaining("a host that is not a valid name");
    assertThat(host("a".repeat(16_000))).hasSize(16_000);
  }
}
