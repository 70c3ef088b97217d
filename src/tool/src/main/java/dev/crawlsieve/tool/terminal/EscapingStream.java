package dev.crawlsieve.tool.terminal;

import dev.crawlsieve.core.text.Printable;
import java.io.PrintStream;

/**
 * Prints text with {@linkplain Printable#escaped escapes}, except tabs and line breaks, which stack
 * traces and messages of libraries contain.
 */
public final class EscapingStream extends PrintStream {

  private static final String KEPT = "\t\n\r";

  private final PrintStream to;

  /**
   * @param to the stream to print to, in its character set
   */
  public EscapingStream(PrintStream to) {
    super(to, true);
    this.to = to;
  }

  @Override
  public void print(String text) {
    to.print(Printable.escaped(String.valueOf(text), KEPT));
  }

  @Override
  public void print(char character) {
    print(String.valueOf(character));
  }

  @Override
  public void print(char[] text) {
    print(String.valueOf(text));
  }

  @Override
  public void println(char[] text) {
    println(String.valueOf(text));
  }

  @Override
  public void print(Object value) {
    print(String.valueOf(value));
  }
}
