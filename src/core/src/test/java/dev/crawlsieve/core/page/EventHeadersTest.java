package dev.crawlsieve.core.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

final class EventHeadersTest {

  @Test
  void shouldReadEveryValueInOrder() throws BadPageException {
    assertThat(
            read("{\"A\":\"1\",\"B\":[\"2\",3,null,{\"x\":1},[4]],\"C\":null,\"D\":{},\"a\":5.5}"))
        .containsExactly("A=1", "B=2", "B=3", "a=5.5");
    assertThat(
            read(
                "[[\"A\",\"1\"],[\"A\",[\"2\",\"3\"],\"more\"],[\"B\"],[],"
                    + "{\"value\":\"4\",\"x\":[],\"name\":\"C\"},{\"name\":7,\"value\":8}]"))
        .containsExactly("A=1", "A=2", "A=3", "C=4", "7=8");
    assertThat(read("null")).isEmpty();
    assertThat(read("[]")).isEmpty();
  }

  @Test
  void shouldSkipEverythingElse() throws BadPageException {
    assertThat(
            new EventHeaders(9_999)
                .read("{\"x\":{\"headers\":{\"A\":1}},\"y\":[]}".getBytes(UTF_8)))
        .isEmpty();
    assertThat(new EventHeaders(9_999).read("[]".getBytes(UTF_8))).isEmpty();
    assertThatThrownBy(() -> new EventHeaders(9_999).read("{\"headers\":{\"A\"".getBytes(UTF_8)))
        .isInstanceOf(BadPageException.class);
  }

  private static List<String> read(String headers) throws BadPageException {
    String event = "{\"html\":\"<p>\",\"x\":[{}],\"headers\":" + headers + ",\"url\":\"u\"}";
    return new EventHeaders(9_999)
        .read(event.getBytes(UTF_8)).stream()
            .map(header -> header.name() + "=" + header.value())
            .toList();
  }
}
