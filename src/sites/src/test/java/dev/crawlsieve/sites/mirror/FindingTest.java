package dev.crawlsieve.sites.mirror;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class FindingTest {

  @ParameterizedTest
  @EnumSource
  void shouldReadWhatItWrites(UrlRule.Kind kind) {
    Finding rule = new UrlRule("https://a.example", kind, "a&b", true, 7, 8);
    assertThat(Finding.of(rule.json())).isEqualTo(rule);
  }

  @Test
  void shouldReadMirrorsAndRefuseOtherRules() {
    Finding mirror =
        new Mirror(Root.of("http://a.example/"), Root.of("https://a.example/x/"), false, 3, 4);
    assertThat(Finding.of(mirror.json())).isEqualTo(mirror);
    ObjectNode other = new UrlRule("s", UrlRule.Kind.CASE, "", true, 1, 1).json();
    assertThatThrownBy(() -> Finding.of(other.put("rule", "colour")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Finding.of(other.put("type", "none")))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
