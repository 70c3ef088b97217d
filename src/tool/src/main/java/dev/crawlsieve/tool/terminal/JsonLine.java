package dev.crawlsieve.tool.terminal;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/** Makes a line of the log as a JSON object. */
final class JsonLine {

  private static final DateTimeFormatter MILLIS =
      new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

  private JsonLine() {}

  /**
   * The line, with {@code time} in UTC, {@code level} in lower case, {@code logger}, {@code
   * message}, and, if there is a failure, its stack trace as {@code exception}.
   *
   * @param failure may be null
   */
  static String of(Level level, String logger, String message, @Nullable Throwable failure) {
    ObjectNode line =
        JsonNodeFactory.instance
            .objectNode()
            .put("time", time())
            .put("level", level.name().toLowerCase(Locale.ROOT))
            .put("logger", logger)
            .put("message", message);
    if (failure != null) {
      StringWriter trace = new StringWriter();
      failure.printStackTrace(new PrintWriter(trace));
      line.put("exception", trace.toString());
    }
    return line.toString();
  }

  /** The current time in UTC, to the millisecond. */
  static String time() {
    return MILLIS.format(Instant.now());
  }
}
