package dev.crawlsieve.stream.topology;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Function;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

final class HeaderValuesTest {

  @Test
  void shouldFindHeadersInAnyCaseOfLetters() {
    RecordHeaders headers = new RecordHeaders();
    headers.add("Content-Type", "text/css".getBytes(UTF_8));
    headers.add("CONTENT-TYPE", "text/html".getBytes(UTF_8));
    headers.add("link", "exact".getBytes(UTF_8));
    headers.add("Link", "other".getBytes(UTF_8));
    headers.add("empty", null);
    Function<String, byte[]> values = HeaderValues.of(headers);

    assertThat(values.apply("content-type")).asString(UTF_8).isEqualTo("text/html");
    assertThat(values.apply("link")).asString(UTF_8).isEqualTo("exact");
    assertThat(values.apply("empty")).isNull();
    assertThat(values.apply("absent")).isNull();
  }
}
