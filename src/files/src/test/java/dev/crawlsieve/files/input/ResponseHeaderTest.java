package dev.crawlsieve.files.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.work.Allocated;
import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResponseHeaderTest {

  private static byte[] block(String text) {
    return text.replace("/n", "\r\n").replace("/t", "\t").getBytes(ISO_8859_1);
  }

  private static String read(String text) {
    byte[] block = block(text);
    ResponseHeader header = ResponseHeader.of(block);
    return header == null
        ? "none"
        : header.status()
            + " "
            + header.fields()
            + " "
            + new String(Arrays.copyOfRange(block, header.end(), block.length), ISO_8859_1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 200 OK",
        "http/1.1 200 ok",
        "HTTP/1.1/t200/tOK",
        "HTTP/1.1  200",
        "HTTP/1.1 200OK",
        "HTTP/1.1200 OK",
        "HTTP/1.1 0200 OK",
        "HTTP/1.10 200 OK",
        "HTTP/2 200",
        "HTTP 200 OK",
        "ICY 200 OK",
        "/nHTTP/1.1 200 OK",
        "/n/n HTTP/1.1 200 OK",
        "\0HTTP/1.1 200 OK",
        "HTTP/1.1 100 Continue/n/nHTTP/1.1 200 OK",
        "HTTP/1.1 103 Early Hints/nA: no/n/nHTTP/1.1 103 x/n/n/nHTTP/2 102/n/nHTTP/1.1 200 OK",
        "HTTP/1.0 200 Connection established/nVia: no/n/nHTTP/1.1 200 OK",
      })
  void shouldTakeStatusLinesAsServersSendThem(String begins) {
    assertThat(read(begins + "/nA: b/n/n<p>c")).isEqualTo("200 {A=[b]} <p>c");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "HTTP/1.1 100 Continue/nA: b/n/n<p>c | 100 {A=[b]} <p>c",
        "HTTP/1.1 101 Switching/n/nHTTP/1.1 200 OK | 101 {} HTTP/1.1 200 OK",
        "HTTP/1.1 200 OK/n/nHTTP/1.1 404 No | 200 {} HTTP/1.1 404 No",
        "HTTP/1.1 404 No | '404 {} '",
        "HTTP/1.1 200 OK/na: 1/nB:2/nA : 3/n /t4/nno field/n: x/n/nc | 200 {a=[1, 3 4], B=[2]} c",
        "HTTP/1.1 200 OK/nA: b/n<!doctype html>/n<p>c: d/n/ne | 200 {A=[b]} <!doctype html>/n<p>c: d/n/ne",
        "HTTP/1.1 200 OK/nA: b/n{\"c\": 1} | 200 {A=[b]} {\"c\": 1}",
        "HTTP/1.1 200 OK/nA: b/nwords/nwithout: end | 200 {A=[b], without=[end]} words/nwithout: end",
        "HTTP/1.1 20 OK/n/n | none",
        "HTTP/1.1 2000 OK/n/n | none",
        "HTTP is 200 years old | none",
        "<p>HTTP/1.1 200 OK | none",
        "'' | none",
      })
  void shouldFindWhereTheBodyBegins(String text, String read) {
    assertThat(read(text)).isEqualTo(new String(block(read), ISO_8859_1));
  }

  @Test
  void shouldReadTheValuesOfAList() {
    byte[] block = block("HTTP/1.1 200 OK/ncontent-encoding: GZIP, br/nContent-Encoding:,x/n/n");
    ResponseHeader header = Objects.requireNonNull(ResponseHeader.of(block));
    assertThat(header.values("Content-Encoding")).containsExactly("gzip", "br", "x");
    assertThat(header.first("CONTENT-ENCODING")).isEqualTo("GZIP, br");
    assertThat(header.first("b")).isEmpty();
  }

  @Test
  void shouldJoinTheLinesOfAFieldInLinearTime() throws Throwable {
    byte[] block = block("HTTP/1.1 200 OK/nA: b/n" + " c/n".repeat(20_000) + "/n");
    long bytes = Allocated.bytes(() -> ResponseHeader.of(block));
    assertThat(bytes).isLessThan(200L * block.length);
    assertThat(Objects.requireNonNull(ResponseHeader.of(block)).first("a"))
        .isEqualTo("b" + " c".repeat(20_000));
  }
}
