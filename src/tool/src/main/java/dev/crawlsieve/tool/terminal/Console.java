package dev.crawlsieve.tool.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.crawlsieve.core.text.Printable;
import dev.crawlsieve.measure.report.TextTable;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;
import picocli.CommandLine.ExitCode;

/**
 * The output of commands: results go to standard output, everything else to standard error. The
 * contents of pages cannot harm a terminal: text and JSON are {@linkplain Printable#escaped
 * escaped}. Only records that are printed as bytes remain unchanged.
 */
public final class Console {

  private static final String LOGGER = "crawlsieve";

  /** Clears the line (ECMA-48). */
  private static final String CLEARED = "\r\u001b[K";

  /** Turn the wrapping of lines off and on again (DEC private mode 7). */
  private static final String UNWRAPPED = "\u001b[?7l";

  private static final String WRAPPED = "\u001b[?7h";

  private final OutputStream out;
  private final PrintStream err;

  /** Standard error without escaping, for control sequences of the terminal. */
  private final PrintStream raw;

  private final boolean terminal;
  private final LogFormat format;
  private int exitIfClosed = ExitCode.OK;
  private volatile boolean timed;

  /**
   * @param terminal whether standard error is a terminal, so that a line can be overwritten
   */
  public Console(OutputStream out, PrintStream err, boolean terminal) {
    this(out, err, terminal, LogFormat.TEXT);
  }

  /**
   * @param terminal whether standard error is a terminal, so that a line can be overwritten
   * @param format how lines on standard error are written; with JSON nothing is overwritten
   */
  public Console(OutputStream out, PrintStream err, boolean terminal, LogFormat format) {
    this.out = new BufferedOutputStream(out, 1 << 16);
    this.raw = err;
    this.err = new EscapingStream(err);
    this.terminal = terminal && format == LogFormat.TEXT;
    this.format = format;
  }

  /**
   * Sets the exit code for the case that the reader closes the output early, as {@code | head}
   * does. The reader then has what it wants, so the code is 0 unless it reports the result.
   */
  public void exitIfClosed(int exitCode) {
    exitIfClosed = exitCode;
  }

  public int exitIfClosed() {
    return exitIfClosed;
  }

  /** From now on, each line on standard error begins with the time, unless it is a terminal. */
  public void timed() {
    timed = !terminal;
  }

  /** Writes a result as unchanged bytes, and a line feed. */
  public void line(byte[] line) {
    try {
      out.write(line);
      out.write('\n');
    } catch (IOException e) {
      throw new OutputClosedException(e);
    }
  }

  /** Prints the rows of a table. */
  public void table(TextTable table) {
    lines(table.text());
  }

  /** Writes the lines of a result. */
  public void lines(String lines) {
    lines.lines().forEach(this::line);
  }

  /** Writes a line of a result, text or JSON, with {@linkplain Printable#escaped escapes}. */
  public void line(String line) {
    line(Printable.escaped(line).getBytes(UTF_8));
  }

  /** Writes a result as JSON, on one line. */
  public void json(JsonNode result) {
    line(result.toString());
  }

  /** Writes a line to standard error. */
  public void note(String note) {
    write(Level.INFO, note, null);
  }

  /** Writes a sentence about a failure to standard error. */
  public void error(String sentence) {
    error(sentence, null, false);
  }

  /**
   * Writes a sentence about a failure to standard error, and in JSON also its stack trace.
   *
   * @param failure the failure, which may be null
   * @param traced whether the stack trace is also written in text
   */
  public void error(String sentence, @Nullable Throwable failure, boolean traced) {
    if (failure != null && traced && format == LogFormat.TEXT) {
      failure.printStackTrace(err);
    }
    write(Level.ERROR, format == LogFormat.TEXT ? LOGGER + ": " + sentence : sentence, failure);
  }

  private void write(Level level, String line, @Nullable Throwable failure) {
    if (format == LogFormat.JSON) {
      err.println(JsonLine.of(level, LOGGER, line, failure));
    } else { // escapes line breaks, after which text would look like a line of its own
      err.println((timed ? JsonLine.time() + " " : "") + Printable.escaped(line));
    }
    err.flush();
  }

  /**
   * Writes text to standard error that the next output overwrites. Does so only on a terminal,
   * which cuts the part that does not fit.
   */
  public void fleeting(String text) {
    if (terminal) {
      raw.print(CLEARED + (text.isEmpty() ? "" : UNWRAPPED + Printable.escaped(text) + WRAPPED));
      raw.flush();
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

  /** Flushes the output, unless its reader has closed it; the exit code is known by then. */
  public void flushIfRead() {
    try {
      out.flush();
    } catch (IOException e) {
      // The reader has closed the output, so there is nothing left to do.
    }
  }

  /** Flushes the output. */
  public void flush() {
    try {
      out.flush();
    } catch (IOException e) {
      throw new OutputClosedException(e);
    }
  }
}
