package dev.crawlsieve.tool.terminal;

import org.jspecify.annotations.Nullable;
import org.slf4j.ILoggerFactory;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.event.LoggingEvent;
import org.slf4j.helpers.MessageFormatter;
import org.slf4j.simple.SimpleLogger;
import org.slf4j.simple.SimpleLoggerFactory;
import org.slf4j.simple.SimpleServiceProvider;

/**
 * SLF4J's provider for {@code --log json}: {@code slf4j-simple}, extended to write lines of JSON.
 * SLF4J creates it if the property {@value #PROVIDER} names it.
 */
public final class JsonLogging extends SimpleServiceProvider {

  private static final String PROVIDER = "slf4j.provider";

  /**
   * The property for SLF4J's own messages, which are text, for example about the provider that it
   * uses.
   */
  private static final String VERBOSITY = "slf4j.internal.verbosity";

  @SuppressWarnings("NullAway.Init") // by initialize
  private ILoggerFactory loggers;

  /** Selects this provider for the process; must be called before the first logger is created. */
  public static void choose() {
    System.setProperty(PROVIDER, JsonLogging.class.getName());
    System.setProperty(VERBOSITY, "ERROR");
  }

  @Override
  public void initialize() {
    super.initialize();
    loggers = new JsonLoggers();
  }

  @Override
  public ILoggerFactory getLoggerFactory() {
    return loggers;
  }

  private static final class JsonLoggers extends SimpleLoggerFactory {

    @Override
    protected JsonLogger createLogger(String name) {
      return new JsonLogger(name);
    }
  }

  /** Writes log messages to standard error as {@link JsonLine}s. */
  private static final class JsonLogger extends SimpleLogger {

    private static final long serialVersionUID = 1L;

    JsonLogger(String name) {
      super(name);
    }

    @Override
    protected void handleNormalizedLoggingCall(
        Level level,
        @Nullable Marker marker,
        String pattern,
        Object[] arguments,
        Throwable failure) {
      String message = MessageFormatter.basicArrayFormat(pattern, arguments);
      System.err.println(JsonLine.of(level, getName(), message, failure));
    }

    @Override
    public void log(LoggingEvent event) {
      handleNormalizedLoggingCall(
          event.getLevel(),
          null,
          event.getMessage(),
          event.getArgumentArray(),
          event.getThrowable());
    }
  }
}
