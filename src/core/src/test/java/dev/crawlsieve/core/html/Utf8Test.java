package dev.crawlsieve.core.html;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class Utf8Test {

  @Tag("slow")
  @Test
  void shouldAgreeWithTheJdkOnAllPairsAndOnRandomBytes() {
    for (int pair = 0; pair < 1 << 16; pair++) {
      check(new byte[] {'a', (byte) (pair >> 8), (byte) pair, 'b'});
    }
    Random random = new Random(1);
    byte[] leads = {0x41, (byte) 0xc2, (byte) 0xe0, (byte) 0xed, (byte) 0xf0, (byte) 0xf4};
    for (int i = 0; i < 200_000; i++) {
      byte[] bytes = new byte[1 + random.nextInt(12)];
      for (int k = 0; k < bytes.length; k++) {
        bytes[k] =
            random.nextInt(3) == 0
                ? leads[random.nextInt(leads.length)]
                : (byte) (0x80 | random.nextInt(0x40));
      }
      check(bytes);
    }
  }

  @Test
  void shouldAgreeWithTheJdkOnTextOfAllScriptsWithOneByteSpoilt() {
    Random random = new Random(2);
    String characters = "a \u00e9\u0431\u05d0\u07ff\u0800\u0e01\u4e2d\ud7ff\ue000\uffff";
    for (int i = 0; i < 100_000; i++) {
      StringBuilder text = new StringBuilder();
      int length = 1 + random.nextInt(24);
      for (int k = 0; k < length; k++) {
        text.append(characters.charAt(random.nextInt(characters.length())));
      }
      byte[] bytes = text.append(i % 4 == 0 ? "\ud83d\ude00 " : "").toString().getBytes(UTF_8);
      check(bytes);
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      check(bytes);
    }
  }

  @Test
  void shouldFindAZeroWhereverItStands() {
    for (int at = 0; at < 20; at++) {
      byte[] bytes = "0123456789abcdefghij".getBytes(UTF_8);
      assertThat(Utf8.isClean(bytes, 0, 20)).isTrue();
      bytes[at] = 0;
      assertThat(Utf8.isClean(bytes, 0, 20)).isFalse();
    }
  }

  private static void check(byte[] bytes) {
    for (byte b : bytes) {
      if (b == 0) {
        return;
      }
    }
    assertThat(Utf8.isClean(bytes, 0, bytes.length)).isEqualTo(isWellFormed(bytes));
  }

  private static boolean isWellFormed(byte[] bytes) {
    try {
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)) != null;
    } catch (CharacterCodingException e) {
      return false;
    }
  }
}
