package dev.crawlsieve.tool.terminal;

import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.Logger;
import org.slf4j.event.Level;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.helpers.NOPMDCAdapter;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/**
 * SLF4J's provider for {@code --log json}, with the level of {@code slf4j-simple}, which has no
 * JSON. SLF4J makes it if the property {@value #PROVIDER} names it.
 */
public final class JsonLogging implements SLF4JServiceProvider {

  private static final String PROVIDER = "slf4j.provider";

  /** Of what SLF4J itself says, in text, such as which provider it was told to take. */
  private static final String VERBOSITY = "slf4j.internal.verbosity";

  private static final String LEVEL = "org.slf4j.simpleLogger.defaultLogLevel";
  private static final String API = "2.0.99";

  private final Map<String, Logger> loggers = new ConcurrentHashMap<>();
  private final IMarkerFactory markers = new BasicMarkerFactory();
  private final MDCAdapter context = new NOPMDCAdapter();
  private int least;

  /** Chooses it for this process; must be called before the first logger is created. */
  public static void choose() {
    System.setProperty(PROVIDER, JsonLogging.class.getName());
    System.setProperty(VERBOSITY, "ERROR");
  }

  @Override
  public void initialize() {
    String level = System.getProperty(LEVEL, "info").toUpperCase(Locale.ROOT);
    least = level.equals("OFF") ? Integer.MAX_VALUE : Level.valueOf(level).toInt();
  }

  @Override
  public ILoggerFactory getLoggerFactory() {
    return name -> loggers.computeIfAbsent(name, made -> new JsonLogger(made, least));
  }

  @Override
  public IMarkerFactory getMarkerFactory() {
    return markers;
  }

  @Override
  public MDCAdapter getMDCAdapter() {
    return context;
  }

  @Override
  public String getRequestedApiVersion() {
    return API;
  }
}
