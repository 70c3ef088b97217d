package dev.crawlsieve.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import picocli.CommandLine.ExitCode;

/** Where commands write: results to standard output, everything else to standard error. */
final class Console {

  private final OutputStream out;
  private final PrintStream err;
  private final boolean terminal;
  private int exitIfClosed = ExitCode.OK;

  /**
   * @param terminal whether standard error is a terminal, so that a line can be written over
   */
  Console(OutputStream out, PrintStream err, boolean terminal) {
    this.out = new BufferedOutputStream(out, 1 << 16);
    this.err = err;
    this.terminal = terminal;
  }

  /**
   * Sets what the exit code is if nobody reads the rest, as after {@code | head}: whoever closes
   * the output has what they want, so that it is 0, unless the exit code tells of the result.
   */
  void exitIfClosed(int exitCode) {
    exitIfClosed = exitCode;
  }

  int exitIfClosed() {
    return exitIfClosed;
  }

  /** A result of bytes, and a line feed. */
  void line(byte[] line) {
    try {
      out.write(line);
      out.write('\n');
    } catch (IOException e) {
      throw new OutputClosedException(e);
    }
  }

  /** A line of a result. */
  void line(String line) {
    line(line.getBytes(UTF_8));
  }

  /** A result as JSON, on one line. */
  void json(JsonNode result) {
    line(result.toString());
  }

  /** A line on standard error. */
  void note(String note) {
    err.println(note);
    err.flush();
  }

  /** Text on standard error that is written over by the next; only on a terminal. */
  void fleeting(String text) {
    if (terminal) {
      err.print("\r\u001b[K" + text);
      err.flush();
    }
  }

  boolean terminal() {
    return terminal;
  }

  OutputStream out() {
    return out;
  }

  PrintStream err() {
    return err;
  }

  /** Sends what is still held back, if somebody reads it: the exit code is known without. */
  void flushIfRead() {
    try {
      out.flush();
    } catch (IOException e) {
      // Nobody does, and nothing is left to be done.
    }
  }

  /** Sends what is still held back. */
  void flush() {
    try {
      out.flush();
    } catch (IOException e) {
      throw new OutputClosedException(e);
    }
  }
}
