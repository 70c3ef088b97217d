package dev.crawlsieve.tool.terminal;

import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

/** Writes what is logged to standard error, as {@link JsonLine}s. */
final class JsonLogger extends LegacyAbstractLogger {

  private static final long serialVersionUID = 1L;

  private final transient int least;

  /**
   * @param least the lowest level written, as {@link Level#toInt}
   */
  JsonLogger(String name, int least) {
    this.name = name;
    this.least = least;
  }

  @Override
  public boolean isTraceEnabled() {
    return Level.TRACE.toInt() >= least;
  }

  @Override
  public boolean isDebugEnabled() {
    return Level.DEBUG.toInt() >= least;
  }

  @Override
  public boolean isInfoEnabled() {
    return Level.INFO.toInt() >= least;
  }

  @Override
  public boolean isWarnEnabled() {
    return Level.WARN.toInt() >= least;
  }

  @Override
  public boolean isErrorEnabled() {
    return Level.ERROR.toInt() >= least;
  }

  @Override
  protected String getFullyQualifiedCallerName() {
    return null; // only for loggers that report the line of code
  }

  @Override
  protected void handleNormalizedLoggingCall(
      Level level, Marker marker, String pattern, Object[] arguments, Throwable failure) {
    String message = MessageFormatter.basicArrayFormat(pattern, arguments);
    System.err.println(JsonLine.of(level, name, message, failure));
  }
}
