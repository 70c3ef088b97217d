package dev.crawlsieve.tool.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import picocli.CommandLine.ExitCode;

/** Where commands write: results to standard output, everything else to standard error. */
public final class Console {

  private final OutputStream out;
  private final PrintStream err;
  private final boolean terminal;
  private int exitIfClosed = ExitCode.OK;

  /**
   * @param terminal whether standard error is a terminal, so that a line can be written over
   */
  public Console(OutputStream out, PrintStream err, boolean terminal) {
    this.out = new BufferedOutputStream(out, 1 << 16);
    this.err = err;
    this.terminal = terminal;
  }

  /**
   * Sets what the exit code is if nobody reads the rest, as after {@code | head}: whoever closes
   * the output has what they want, so that it is 0, unless the exit code tells of the result.
   */
  public void exitIfClosed(int exitCode) {
    exitIfClosed = exitCode;
  }

  public int exitIfClosed() {
    return exitIfClosed;
  }

  /** A result of bytes, and a line feed. */
  public void line(byte[] line) {
    try {
      out.write(line);
      out.write('\n');
    } catch (IOException e) {
      throw new OutputClosedException(e);
    }
  }

  /** A line of a result. */
  public void line(String line) {
    line(line.getBytes(UTF_8));
  }

  /** A result as JSON, on one line. */
  public void json(JsonNode result) {
    line(result.toString());
  }

  /** A line on standard error. */
  public void note(String note) {
    err.println(note);
    err.flush();
  }

  /** Text on standard error that is written over by the next; only on a terminal. */
  public void fleeting(String text) {
    if (terminal) {
      err.print("\r\u001b[K" + text);
      err.flush();
    }
  }

  public boolean terminal() {
    return terminal;
  }

  public OutputStream out() {
    return out;
  }

  public PrintStream err() {
    return err;
  }

  /** Sends what is still held back, if somebody reads it: the exit code is known without. */
  public void flushIfRead() {
    try {
      out.flush();
    } catch (IOException e) {
      // Nobody does, and nothing is left to be done.
    }
  }

  /** Sends what is still held back. */
  public void flush() {
    try {
      out.flush();
    } catch (IOException e) {
      throw new OutputClosedException(e);
    }
  }
}
