package dev.crawlsieve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

class ApprovedTest {

  @Test
  void shouldShowTheFirstLineThatDiffers() {
    assertThat(Approved.difference("a\nb\nc\n", "a\nx\ny\n"))
        .isEqualTo("line 2\nexpected: b\nreceived: x");
    assertThat(Approved.difference("a\n", "a\nb\n")).isEqualTo("line 2\nexpected: \nreceived: b");
    assertThat(Approved.difference("a", "a\n"))
        .isEqualTo("line 2\nexpected: (the end)\nreceived: ");
  }

  @Test
  @DisabledIfSystemProperty(named = "approve", matches = "true")
  void shouldRefuseWhatNobodyApproved() {
    assertThatThrownBy(() -> Approved.check(ApprovedTest.class, "never.txt", "text"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("received: text")
        .hasMessageContaining("target/received/dev/crawlsieve/never.txt");
  }
}
