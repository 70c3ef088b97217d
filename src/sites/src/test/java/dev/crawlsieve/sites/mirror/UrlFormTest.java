package dev.crawlsieve.sites.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

final class UrlFormTest {

  @Test
  void shouldLeaveTheRouteInTheFragmentAsItIs() {
    assertThat(UrlForm.withoutTrailingSlash("/app/#!/a/")).isEqualTo("/app#!/a/");
    assertThat(UrlForm.withoutDefaultPage("/app/index.html#/a", "index.html"))
        .isEqualTo("/app/#/a");
    assertThat(UrlForm.withPathInLowerCase("/App#!/A?B=C")).isEqualTo("/app#!/A?B=C");
    assertThat(UrlForm.parameters("/app?sid=1&x=2#!/a?y=3&z=4")).containsExactly("sid", "x");
    assertThat(UrlForm.parameters("/app#a=1&b=2")).isEmpty();
    assertThat(UrlForm.withoutParameters("/app?sid=1#!/a?sid=2", Set.of("sid")))
        .isEqualTo("/app#!/a?sid=2");
    assertThat(UrlForm.differing("/app?a=1#!/b", "/app?a=1#!/c")).isEmpty();
  }
}
