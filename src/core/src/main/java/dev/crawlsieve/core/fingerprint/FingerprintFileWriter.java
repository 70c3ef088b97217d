package dev.crawlsieve.core.fingerprint;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.config.OverrideRule;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes fingerprints to a file, in the order in which they were decided on. Format 2, big-endian:
 *
 * <pre>
 *  "crawlsieve fingerprints" in ASCII   u8 format version (2)   i32 lanes
 *  i32 length + settings, lines NAME=VALUE in UTF-8, in order of name
 *  then each fingerprint, and before it, if an override decides on its page:
 *  i32 -2   i32 length + the override as in {@link OverrideRule#toBytes}
 *  i32 length + scope name   i32 length + fingerprint as in {@link FingerprintCodec}
 *  then the end:
 *  i32 -1   i64 number of fingerprints
 * </pre>
 *
 * <p>The scope determines the lane ({@link ScopeHash}); the offset in its lane is the number of
 * fingerprints of that lane before it. Format 1 has no overrides. The timestamp is in the
 * fingerprint. A file without the end part was truncated.
 */
public final class FingerprintFileWriter implements AutoCloseable {

  static final byte[] MAGIC = "crawlsieve fingerprints".getBytes(UTF_8);
  static final byte VERSION = 2;
  static final int END = -1;
  static final int OVERRIDE = -2;

  private final DataOutputStream out;
  private long count;

  /**
   * Begins a file.
   *
   * @param out the file, closed by {@link #close}; should be buffered
   * @param lanes number of lanes
   * @param settings those that decide verdicts, by name
   */
  public FingerprintFileWriter(OutputStream out, int lanes, SortedMap<String, String> settings)
      throws IOException {
    this.out = new DataOutputStream(out);
    StringBuilder lines = new StringBuilder();
    settings.forEach((name, value) -> lines.append(name).append('=').append(value).append('\n'));
    this.out.write(MAGIC);
    this.out.writeByte(VERSION);
    this.out.writeInt(lanes);
    bytes(lines.toString().getBytes(UTF_8));
  }

  private FingerprintFileWriter(DataOutputStream out, long count) {
    this.out = out;
    this.count = count;
  }

  /**
   * Continues an unfinished file.
   *
   * @param out appends to the file; closed by {@link #close}; should be buffered
   * @param count number of fingerprints that the file holds
   */
  public static FingerprintFileWriter append(OutputStream out, long count) {
    return new FingerprintFileWriter(new DataOutputStream(out), count);
  }

  /**
   * Adds the next fingerprint.
   *
   * @param scope name of its scope
   * @param fingerprint in its stored form
   * @param override the override that decides on its page; null if the rule does
   */
  public void add(byte[] scope, byte[] fingerprint, @Nullable OverrideRule override)
      throws IOException {
    if (override != null) {
      out.writeInt(OVERRIDE);
      bytes(override.toBytes());
    }
    bytes(scope);
    bytes(fingerprint);
    count++;
  }

  private void bytes(byte[] bytes) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  /** Writes the end part, without which the file counts as truncated. */
  public void finish() throws IOException {
    out.writeInt(END);
    out.writeLong(count);
    out.flush();
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
