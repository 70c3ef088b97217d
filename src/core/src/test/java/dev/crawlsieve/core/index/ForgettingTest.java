package dev.crawlsieve.core.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.index.store.Pages;
import dev.crawlsieve.core.page.BadPageException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ForgettingTest {

  @ParameterizedTest
  @CsvSource({
    "shop.example, https://shop.example/a, true",
    "SHOP.example, http://www.Shop.example:8080/, true",
    "www.shop.example, http://shop.example/, true",
    "shop.example, https://de.shop.example/a, true",
    "shop.example, https://workshop.example/a, false",
    "shop.example, https://other.example/shop.example/, false",
    "de.shop.example, https://shop.example/a, false",
    "1.2.3.4, http://1.2.3.4/, true",
    "3.4, http://1.2.3.4/, false",
    "münchen.example, https://xn--mnchen-3ya.example/, true",
  })
  void shouldForgetAHostWithItsSubdomains(String host, String url, boolean forgotten)
      throws Exception {
    assertThat(Forgetting.host(host, 0).get(0).covers(url)).isEqualTo(forgotten);
  }

  @ParameterizedTest
  @CsvSource({
    "https://shop.example/ann/, http://www.shop.example/ann/1?q=2, true",
    "https://shop.example/ann/, https://shop.example/bob/, false",
    "https://shop.example/ann/, https://de.shop.example/ann/, false",
    "https://shop.example/ann, https://shop.example/anna, true",
    "https://shop.example/a/../%61nn/, https://shop.example//ann/1, true",
    "https://shop.example:81/, https://shop.example/, false",
    "https://shop.example, https://shop.example/a, true",
  })
  void shouldForgetWhatBeginsWithAUrl(String prefix, String url, boolean forgotten)
      throws Exception {
    assertThat(Forgetting.prefix(prefix, 0).get(0).covers(url)).isEqualTo(forgotten);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "shop.example/a", "shop.example:80", "ann@shop.example"})
  void shouldRefuseWhatIsNoHost(String host) {
    assertThatThrownBy(() -> Forgetting.host(host, 0)).isInstanceOf(BadPageException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"shop.example", "ftp://shop.example/", "https://shop.example/?a=1"})
  void shouldRefuseWhatIsNoPrefix(String prefix) {
    assertThatThrownBy(() -> Forgetting.prefix(prefix, 0)).isInstanceOf(BadPageException.class);
  }

  @Test
  void shouldBeReadAsItWasStored() throws Exception {
    List<Forgetting> steps = Forgetting.host("shop.example", 1_234_567);
    assertThat(steps).hasSize(100);
    for (Forgetting step : steps) {
      assertThat(Forgetting.read(step.stored())).contains(step);
      assertThat(Forgetting.of(ComparedPage.of(ScopeKey.NONE, 7, step.stored()))).contains(step);
    }
    assertThat(Forgetting.read(null)).isEmpty();
    assertThat(Forgetting.read(new byte[] {6})).isEmpty();
    assertThat(Forgetting.of(Pages.page(1, 2))).isEmpty();
  }
}
