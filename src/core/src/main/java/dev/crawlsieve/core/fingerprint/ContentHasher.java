package dev.crawlsieve.core.fingerprint;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import dev.crawlsieve.core.page.Page;
import dev.crawlsieve.core.text.CharTable;
import dev.crawlsieve.core.text.EightAscii;
import dev.crawlsieve.core.text.Sha256;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** SHA-256 of texts and URLs, XXH3 of bodies. Not thread-safe. */
final class ContentHasher {

  /** Prefix of a text in its content hash; it keeps hashes of texts apart from those of bodies. */
  private static final byte TEXT = 't';

  private static final byte BODY = 'b';

  /** The most lines that are sorted: each is an object. */
  private static final int MOST_LINES = 1 << 16;

  /** Prefix of the URL in the content hash of a page that has neither text nor body. */
  private static final byte NOTHING = 'n';

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private static final Hasher64 BODIES = Hashing.xxh3_64();

  private final MessageDigest sha256 = Sha256.digest();

  /**
   * 128 bits over the byte {@code t} and the lines of a text in UTF-8, {@link CharTable#folded} as
   * tokens are, sorted, and each ended by a line feed: a list in another order is one content. More
   * than {@value #MOST_LINES} lines are not sorted.
   */
  ContentHash ofText(byte[] utf8) {
    byte[] folded = CharTable.TABLE.folded(utf8);
    byte[] sorted = new byte[1 + folded.length + 1];
    sorted[0] = TEXT;
    int end = 1;
    for (byte[] line : lines(folded)) {
      System.arraycopy(line, 0, sorted, end, line.length);
      end += line.length;
      sorted[end++] = '\n';
    }
    sha256.update(sorted);
    return digest();
  }

  /** The lines of a text, sorted; the text as one if it has too many. */
  private static List<byte[]> lines(byte[] text) {
    List<byte[]> lines = new ArrayList<>();
    for (int start = 0; start <= text.length; ) {
      if (lines.size() == MOST_LINES) {
        return List.of(text);
      }
      int end = EightAscii.find(text, start, text.length, '\n');
      lines.add(Arrays.copyOfRange(text, start, end));
      start = end + 1;
    }
    lines.sort(Arrays::compare);
    return lines;
  }

  /**
   * 128 bits over the byte {@code b} and the page's body. Without a body, over the byte {@code n}
   * and the URL: two empty pages are no evidence of a copy.
   */
  ContentHash ofBody(Page page, String normalizedUrl) {
    byte[] body = page.body().bytes();
    boolean empty = body.length == 0;
    sha256.update(empty ? NOTHING : BODY);
    sha256.update(empty ? normalizedUrl.getBytes(UTF_8) : body);
    return digest();
  }

  /** XXH3-64 of the page's body. No decision uses it, so it need not withstand attacks. */
  static long bodyHash(Page page) {
    return BODIES.hashBytesToLong(page.body().bytes());
  }

  /** 64 bits over a string in UTF-8. */
  long hash(String text) {
    sha256.update(text.getBytes(UTF_8));
    return digest().high();
  }

  private ContentHash digest() {
    byte[] digest = sha256.digest();
    return new ContentHash((long) LONG.get(digest, 0), (long) LONG.get(digest, 8));
  }
}
