package dev.crawlsieve.files.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.github.luben.zstd.Zstd;
import dev.crawlsieve.Waits;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ContentEncodingTest {

  private static final byte[] PAGE = "<p>page".getBytes(UTF_8);
  private static final Limits LIMITS = new Limits(10_000);

  private static byte[] encoded(String encoding) throws IOException {
    return encoded(encoding, PAGE);
  }

  private static byte[] encoded(String encoding, byte[] page) throws IOException {
    return switch (encoding) {
      case "gzip" -> PageInputsTest.gzip(page);
      case "deflate" -> deflate(page, false);
      case "deflate, raw" -> deflate(page, true);
      // As one uncompressed meta-block (RFC 7932, section 9.2).
      case "br" -> HexFormat.of().parseHex("0f03803c703e7061676503");
      case "zstd" -> Zstd.compress(page);
      default -> throw new IllegalArgumentException(encoding);
    };
  }

  private static byte[] deflate(byte[] page, boolean raw) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (DeflaterOutputStream deflate = new DeflaterOutputStream(out, new Deflater(9, raw))) {
      deflate.write(page);
    }
    return out.toByteArray();
  }

  private static byte[] undo(String encoding, byte[] body) throws IOException {
    return undo(encoding, body, false);
  }

  private static byte[] undo(String encoding, byte[] body, boolean cut) throws IOException {
    return undoAll(encoding.split(",", 2)[0], body, cut);
  }

  private static byte[] undoAll(String encodings, byte[] body) throws IOException {
    return undoAll(encodings, body, false);
  }

  private static byte[] undoAll(String encodings, byte[] body, boolean cut) throws IOException {
    byte[] http =
        ("HTTP/1.1 200 OK\r\nContent-Encoding: " + encodings + "\r\n\r\n").getBytes(UTF_8);
    byte[] block = Arrays.copyOf(http, http.length + body.length);
    System.arraycopy(body, 0, block, http.length, body.length);
    return assertTimeoutPreemptively(
        Waits.LIMIT,
        () ->
            ArchivedResponse.read(ResponseHeader.of(block), block, cut ? "length" : "", LIMITS)
                .body());
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "deflate", "deflate, raw", "br", "zstd"})
  void shouldUndoAStreamAndRefuseItCutAtEveryLength(String encoding) throws IOException {
    byte[] whole = encoded(encoding);
    assertThat(undo(encoding, whole)).isEqualTo(PAGE);
    assertThat(undo(encoding, new byte[0])).isEmpty();
    for (int length = 1; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      if ((encoding.equals("gzip") && length == 1) || (encoding.equals("zstd") && length < 4)) {
        // Without its magic number: treated as archived in decoded form.
        assertThat(undo(encoding, cut)).isEqualTo(cut);
      } else {
        assertThatThrownBy(() -> undo(encoding, cut))
            .as("%s, %d of %d bytes", encoding, length, whole.length)
            .isInstanceOf(IOException.class);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "deflate", "deflate, raw", "zstd"})
  void shouldUndoAStreamThatIsKnownToBeCutAsFarAsItGoes(String encoding) throws IOException {
    byte[] page = new byte[LIMITS.maxBytes()];
    new Random(1).nextBytes(page);
    byte[] whole = encoded(encoding, page);
    for (int length = whole.length - 1; length > whole.length / 2; length -= 97) {
      byte[] there = undo(encoding, Arrays.copyOf(whole, length), true);
      assertThat(page).startsWith(there);
      assertThat(there).hasSizeGreaterThan(encoding.equals("zstd") ? 0 : length - 100);
    }
    assertThatThrownBy(() -> undo(encoding, Arrays.copyOf(whole, 5), true)) // nothing is there
        .isInstanceOf(IOException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "deflate", "deflate, raw", "br", "zstd"})
  void shouldEndOnAStreamWithAnyByteWrong(String encoding) throws IOException {
    byte[] whole = encoded(encoding);
    for (int i = 0; i < whole.length; i++) {
      for (int bit = 0; bit < 8; bit++) {
        byte[] wrong = whole.clone();
        wrong[i] ^= (byte) (1 << bit);
        try {
          assertThat(undo(encoding, wrong).length).isLessThanOrEqualTo(LIMITS.maxBytes() + 1);
        } catch (IOException e) {
          assertThat(e.getMessage()).isNotBlank();
        }
      }
    }
  }

  /** The JDK's decoder calls itself once for each of them. */
  @Test
  void shouldReadAnyNumberOfEmptyGzipMembers() throws Exception {
    byte[] empty = PageInputsTest.gzip(new byte[0]);
    ByteArrayOutputStream members = new ByteArrayOutputStream();
    for (int i = 0; i < 100_000; i++) {
      members.write(empty);
    }
    members.write(encoded("gzip"));
    assertThat(undo("gzip", members.toByteArray())).isEqualTo(PAGE);
  }

  @Test
  void shouldIgnoreWhatFollowsTheLastGzipMember() throws Exception {
    for (String tail : List.of("\0\0\0", "x", "trailing", "\u001f")) {
      byte[] member = encoded("gzip");
      byte[] body = Arrays.copyOf(member, member.length + tail.length());
      System.arraycopy(tail.getBytes(UTF_8), 0, body, member.length, tail.length());
      assertThat(undo("gzip", body)).isEqualTo(PAGE);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"br", "zstd", "deflate", "compress", "gzip, br", "br, gzip", "zstd,gzip"})
  void shouldTakeABodyThatWasArchivedDecodedAsItIs(String encodings) throws Exception {
    for (byte[] decoded :
        List.of(
            "<!DOCTYPE html>\r\n<p>a page that a browser has decoded".getBytes(UTF_8),
            "\ufeff {\"text\": \"\u00e9t\u00e9\"}".getBytes(UTF_8),
            "\u0442\u0435\u043a\u0441\u0442 ".repeat(500).getBytes(UTF_8),
            "x\u0442\u0435\u043a\u0441\u0442".repeat(500).getBytes(UTF_8),
            "\n<html><p>\u00e9t\u00e9 de Berne".getBytes(ISO_8859_1))) {
      assertThat(undoAll(encodings, decoded)).isEqualTo(decoded);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "zstd", "compress", "gzip, zstd"})
  void shouldTakeABodyWithoutTheMagicNumberAsItIs(String encodings) throws Exception {
    byte[] pdf = "%PDF-1.4 \0\1\2".getBytes(UTF_8);
    assertThat(undoAll(encodings, pdf)).isEqualTo(pdf);
  }

  @Test
  void shouldPassOverAnEmptyLineBeforeAGzipBody() throws Exception {
    byte[] gzip = encoded("gzip");
    byte[] body = Arrays.copyOf("\r\n".getBytes(UTF_8), 2 + gzip.length);
    System.arraycopy(gzip, 0, body, 2, gzip.length);
    assertThat(undo("gzip", body)).isEqualTo(PAGE);
    assertThat(undo("gzip", "\r\n<p>".getBytes(UTF_8))).asString(UTF_8).isEqualTo("\r\n<p>");
  }

  @Test
  void shouldSayThatAnEncodingIsUnknown() {
    byte[] compressed = {0x1f, (byte) 0x9d, 0, 1};
    for (String encoding : List.of("compress", "exi")) {
      assertThatThrownBy(() -> undo(encoding, compressed))
          .isInstanceOf(IOException.class)
          .hasMessage("content encoding '" + encoding + "' is unknown");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"br", "deflate", "exi"})
  void shouldRefuseABodyThatIsNeitherEncodedNorText(String encoding) {
    byte[] noise = new byte[1000];
    new Random(1).nextBytes(noise);
    byte[] cutCharacter = Arrays.copyOf("a text that ends early \u00e9".getBytes(UTF_8), 24);
    for (byte[] body : List.of(noise, cutCharacter, "<p>a\0 page with a zero".getBytes(UTF_8))) {
      assertThatThrownBy(() -> undo(encoding, body)).isInstanceOf(IOException.class);
    }
  }

  private static byte[] wrapped(byte[] content, int times) throws IOException {
    return times == 0 ? content : wrapped(PageInputsTest.gzip(content), times - 1);
  }

  @Test
  void shouldUndoFiveEncodingsAndRefuseMore() throws Exception {
    assertThat(undoAll("gzip,gzip, x-gzip,gzip,gzip", wrapped(PAGE, 5))).isEqualTo(PAGE);
    assertThat(undoAll("gzip,gzip,gzip,gzip,gzip", PAGE)).isEqualTo(PAGE);
    assertThatThrownBy(() -> undoAll("gzip" + ",gzip".repeat(5), wrapped(PAGE, 6)))
        .isInstanceOf(IOException.class)
        .hasMessage("it has 6 content encodings, must be at most 5");
    assertThatThrownBy(() -> undoAll("gzip" + ",gzip".repeat(40_000), PAGE))
        .isInstanceOf(IOException.class)
        .hasMessage("it has 40001 content encodings, must be at most 5");
  }

  @Test
  void shouldBoundWhatAllEncodingsTogetherDecodeTo() throws Exception {
    byte[] noise = new byte[7_000];
    new Random(1).nextBytes(noise);
    assertThat(undoAll("gzip,gzip", wrapped(noise, 2))).isEqualTo(noise);
    assertThatThrownBy(() -> undoAll("gzip,gzip,gzip", wrapped(noise, 3)))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "its content encodings together decode to more than 2 times 10000 bytes"
                + " (page.max.bytes)");
    byte[] tooLarge = new byte[20_000];
    new Random(1).nextBytes(tooLarge);
    assertThat(undoAll("gzip,gzip", wrapped(tooLarge, 2))).hasSize(LIMITS.maxBytes() + 1);
  }

  @Test
  void shouldRefuseADeflateStreamThatNeedsADictionary() throws IOException {
    Deflater deflater = new Deflater();
    deflater.setDictionary(PAGE);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (DeflaterOutputStream deflate = new DeflaterOutputStream(out, deflater)) {
      deflate.write(PAGE);
    }
    assertThatThrownBy(() -> undo("deflate", out.toByteArray())).isInstanceOf(IOException.class);
  }

  @Test
  void shouldLeaveAStreamThatGivesNothingWithoutAnEnd() {
    InputStream idle =
        new InputStream() {
          @Override
          public int read() {
            throw new UnsupportedOperationException();
          }

          @Override
          public int read(byte[] target, int from, int length) {
            return 0;
          }
        };
    assertThatThrownBy(() -> assertTimeoutPreemptively(Waits.LIMIT, () -> LIMITS.read(idle)))
        .isInstanceOf(IOException.class)
        .hasMessage("no end found after 0 bytes, and nothing more");
  }
}
