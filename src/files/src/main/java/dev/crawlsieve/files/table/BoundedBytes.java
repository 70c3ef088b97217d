package dev.crawlsieve.files.table;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** A stream into memory. Once it holds more than a given number of bytes, writing fails. */
final class BoundedBytes extends OutputStream {

  private static final int USUAL_BYTES = 4096;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(USUAL_BYTES);
  private final int most;

  /**
   * @param most number of bytes allowed
   */
  BoundedBytes(int most) {
    this.most = most;
  }

  /**
   * Thrown by writes once there are more bytes than allowed. The bytes so far are a beginning,
   * which is itself longer than allowed.
   */
  static final class FullException extends IOException {
    private static final long serialVersionUID = 1;

    private FullException() {
      super("there are more bytes");
    }
  }

  @Override
  public void write(int b) throws FullException {
    ensureRoom();
    bytes.write(b);
  }

  @Override
  public void write(byte[] source, int from, int length) throws FullException {
    ensureRoom();
    bytes.write(source, from, length);
  }

  private void ensureRoom() throws FullException {
    if (bytes.size() > most) {
      throw new FullException();
    }
  }

  byte[] toByteArray() {
    return bytes.toByteArray();
  }
}
