package dev.crawlsieve.core.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
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
    // a MAP of DuckDB that was cast to VARIANT
    assertThat(read("[{\"value\":\"1\",\"key\":\"A\"},{\"key\":\"B\",\"value\":\"2\"}]"))
        .containsExactly("A=1", "B=2");
    assertThat(read("null")).isEmpty();
    assertThat(read("[]")).isEmpty();
  }

  @Test
  void shouldSkipEverythingElse() throws BadPageException {
    assertThat(readEvent("{\"x\":{\"headers\":{\"A\":1}},\"y\":[]}")).isEmpty();
    assertThat(readEvent("[]")).isEmpty();
    assertThatThrownBy(() -> readEvent("{\"headers\":{\"A\"")).isInstanceOf(BadPageException.class);
  }

  @Test
  void shouldPassOnMoreThanAnyServerSendsAndNotMore() throws BadPageException {
    int most = EventHeaders.MOST_VALUES;
    String values = "[" + "1,".repeat(most) + "2]";
    assertThat(readEvent("{\"headers\":{\"A\":" + values + ",\"B\":3}}"))
        .hasSize(most + 1)
        .endsWith("B=3");
    assertThat(readEvent("{\"headers\":[{\"value\":" + values + ",\"name\":\"A\"}]}"))
        .hasSize(most);
  }

  private static List<String> read(String headers) throws BadPageException {
    String event = "{\"html\":\"<p>\",\"x\":[{}],\"headers\":" + headers + ",\"url\":\"u\"}";
    return readEvent(event);
  }

  private static List<String> readEvent(String event) throws BadPageException {
    List<String> read = new ArrayList<>();
    new EventHeaders(99_999)
        .read(event.getBytes(UTF_8), (name, value) -> read.add(name + "=" + value));
    return read;
  }
}
