package dev.crawlsieve.files.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdIOException;
import com.github.luben.zstd.ZstdInputStream;
import dev.crawlsieve.core.encoding.GzipMembers;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * An input's contents, decompressed if its first bytes indicate a known compression.
 *
 * @param stream the contents
 * @param members the source of the contents if they are gzipped, else null
 * @param compressed whether the input was compressed
 */
record Uncompressed(PeekStream stream, @Nullable GzipMembers members, boolean compressed) {

  private static final int BUFFER_BYTES = 64 * 1024;
  private static final int SNIFFED_BYTES = 64;
  private static final int DICTIONARY_BYTES = 16 << 20;
  private static final String GZIP = "\u001f\u008b";
  private static final String ZSTD = "(\u00b5/\u00fd";
  private static final String ZSTD_DICTIONARY = "]*M\u0018";

  /**
   * The beginning of a frame that decoders skip, after a byte from 0x50 to 0x5f (RFC 8878, section
   * 3.1.2).
   */
  private static final String ZSTD_SKIPPABLE = "*M\u0018";

  /**
   * Detects the compression from the first bytes.
   *
   * @param name name of the input, for messages
   * @throws InputException if the compression format is not supported
   */
  static Uncompressed of(InputStream stored, String name, Inflation inflation)
      throws IOException, InputException {
    PeekStream in = new PeekStream(new BufferedInputStream(stored, BUFFER_BYTES), SNIFFED_BYTES);
    String first = new String(in.first(), ISO_8859_1);
    if (first.startsWith(GZIP)) {
      GzipMembers members = new GzipMembers(in);
      return new Uncompressed(guarded(members, inflation), members, true);
    }
    if (first.startsWith(ZSTD_DICTIONARY)) {
      byte[] dictionary = dictionary(in);
      InputStream plain = new ZstdInputStream(in).setDict(dictionary);
      return new Uncompressed(guarded(new Windowed(plain), inflation), null, true);
    }
    if (first.startsWith(ZSTD) || isSkippable(first)) {
      InputStream plain = new Windowed(new ZstdInputStream(in));
      return new Uncompressed(guarded(plain, inflation), null, true);
    }
    refuse(first, "BZh", "bzip2", name);
    refuse(first, "\u00fd7zXZ", "xz", name);
    refuse(first, "\u0004\"M\u0018", "lz4", name);
    return new Uncompressed(in, null, false);
  }

  /** Says what to do about a frame that needs more memory than zstd accepts by default. */
  private static final class Windowed extends FilterInputStream {

    Windowed(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      try {
        return super.read();
      } catch (ZstdIOException e) {
        throw inWords(e);
      }
    }

    @Override
    public int read(byte[] target, int from, int length) throws IOException {
      try {
        return super.read(target, from, length);
      } catch (ZstdIOException e) {
        throw inWords(e);
      }
    }

    private static IOException inWords(ZstdIOException e) {
      return e.getErrorCode() == Zstd.errFrameParameterWindowTooLarge()
          ? new IOException(
              "it was compressed with a window of more than 128 MiB (zstd --long): pipe the output"
                  + " of 'zstd -dc --long=31' into the command, with - as INPUT",
              e)
          : e;
    }
  }

  private static boolean isSkippable(String first) {
    return first.startsWith(ZSTD_SKIPPABLE, 1) && (first.charAt(0) & 0xf0) == 0x50;
  }

  private static PeekStream guarded(InputStream plain, Inflation inflation) {
    return new PeekStream(new CountingStream(plain, inflation), SNIFFED_BYTES);
  }

  private static void refuse(String first, String magic, String compression, String name)
      throws InputException {
    if (first.startsWith(magic)) {
      throw new InputException(
          ("%1$s is compressed with %2$s, which is not supported: unpack it, or pipe the output of"
                  + " '%2$s -dc' into the command, with - as INPUT")
              .formatted(name, compression));
    }
  }

  /**
   * The dictionary that a .warc.zst may begin with, in a frame of its own, compressed or not (<a
   * href="https://iipc.github.io/warc-specifications/specifications/warc-zstd/">warc-zstd</a>).
   */
  private static byte[] dictionary(InputStream in) throws IOException {
    byte[] head = in.readNBytes(8);
    long length = 0;
    for (int i = head.length - 1; i >= 4; i--) {
      length = (length << 8) | (head[i] & 0xff);
    }
    if (length > DICTIONARY_BYTES) {
      throw new IOException("its zstd dictionary is larger than " + DICTIONARY_BYTES + " bytes");
    }
    byte[] dictionary = in.readNBytes((int) length);
    if (!new String(dictionary, ISO_8859_1).startsWith(ZSTD)) {
      return dictionary;
    }
    try (InputStream plain = new ZstdInputStream(new ByteArrayInputStream(dictionary))) {
      return new Limits(DICTIONARY_BYTES).read(plain);
    }
  }
}
