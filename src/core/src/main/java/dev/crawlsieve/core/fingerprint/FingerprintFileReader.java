package dev.crawlsieve.core.fingerprint;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.config.OverrideRule;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads a file written by {@link FingerprintFileWriter}, in order. */
public final class FingerprintFileReader implements AutoCloseable {

  private static final int BUFFER_BYTES = 1 << 16;

  /** Far beyond the longest scope name and URL: a greater length means damage. */
  private static final int LONGEST = 64 << 20;

  private static final int MOST_LANES = 1 << 20;

  private final Path file;
  private final DataInputStream in;
  private final SortedMap<String, String> settings = new TreeMap<>();
  private final long[] offsets;
  private long count;
  private long bytesRead;

  /**
   * A fingerprint of the file.
   *
   * @param lane the lane that decided on its page
   * @param laneOffset its offset in the lane
   * @param scope name of its scope
   * @param fingerprint in its stored form
   * @param override the override that decides on its page; null if the rule does
   */
  public record Entry(
      int lane,
      long laneOffset,
      byte[] scope,
      byte[] fingerprint,
      @Nullable OverrideRule override) {}

  private FingerprintFileReader(Path file, DataInputStream in) throws IOException {
    this.file = file;
    this.in = in;
    byte[] magic = in.readNBytes(FingerprintFileWriter.MAGIC.length);
    if (!Arrays.equals(magic, FingerprintFileWriter.MAGIC)) {
      throw new IOException(file + " is not a file of fingerprints");
    }
    byte version = in.readByte();
    if (version < 1 || version > FingerprintFileWriter.VERSION) {
      throw new IOException(
          file
              + " is of version "
              + version
              + ", this crawlsieve reads up to version "
              + FingerprintFileWriter.VERSION);
    }
    int lanes = in.readInt();
    if (lanes < 1 || lanes > MOST_LANES) {
      throw damaged("it names " + lanes + " lanes");
    }
    offsets = new long[lanes];
    bytesRead = magic.length + 1L + Integer.BYTES;
    for (String line : new String(bytes(in.readInt()), UTF_8).split("\n")) {
      int equals = line.indexOf('=');
      if (equals > 0) {
        settings.put(line.substring(0, equals), line.substring(equals + 1));
      }
    }
  }

  /**
   * Opens a file.
   *
   * @throws IOException if the file cannot be read, is not a fingerprint file, or has another
   *     version; with a human-readable message
   */
  public static FingerprintFileReader open(Path file) throws IOException {
    DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES));
    try {
      return new FingerprintFileReader(file, in);
    } catch (EOFException e) {
      in.close();
      throw new IOException(file + " is cut in its first bytes", e);
    } catch (IOException | RuntimeException e) {
      in.close();
      throw e;
    }
  }

  /** Number of lanes. */
  public int lanes() {
    return offsets.length;
  }

  /** The settings that decide verdicts, by name. */
  public SortedMap<String, String> settings() {
    return settings;
  }

  /** Bytes read so far. */
  public long bytesRead() {
    return bytesRead;
  }

  /**
   * The next fingerprint, or null after the last one.
   *
   * @throws IOException if the file is truncated or damaged; with a human-readable message
   */
  public @Nullable Entry next() throws IOException {
    try {
      int length = in.readInt();
      if (length == FingerprintFileWriter.END) {
        long written = in.readLong();
        if (written != count) {
          throw damaged("it says that it holds " + written + " fingerprints, and has " + count);
        }
        return null;
      }
      OverrideRule override = null;
      if (length == FingerprintFileWriter.OVERRIDE) {
        override = OverrideRule.fromBytes(bytes(in.readInt()));
        length = in.readInt();
      }
      byte[] scope = bytes(length);
      byte[] fingerprint = bytes(in.readInt());
      int lane = ScopeHash.lane(scope, offsets.length);
      count++;
      return new Entry(lane, offsets[lane]++, scope, fingerprint, override);
    } catch (IllegalArgumentException e) {
      throw damaged("an override is unreadable");
    } catch (EOFException e) {
      throw new IOException(file + " is cut after " + count + " fingerprints", e);
    }
  }

  private byte[] bytes(int length) throws IOException {
    if (length < 0 || length > LONGEST) {
      throw damaged("a part has " + length + " bytes");
    }
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException();
    }
    bytesRead += Integer.BYTES + (long) length;
    return bytes;
  }

  private IOException damaged(String how) {
    return new IOException(file + " is damaged about byte " + bytesRead + ": " + how);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
