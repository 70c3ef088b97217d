package dev.crawlsieve.core.failure;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.JsonMappingException;
import java.util.stream.Collectors;

/** What is wrong with a text that should be JSON, in words that do not depend on the parser's. */
public final class JsonFault {

  private static final String TWICE = "Duplicate field ";

  private JsonFault() {}

  /**
   * The predicate of a sentence about one line of JSON, such as {@code "is not JSON at character
   * 9"}.
   */
  public static String of(JsonProcessingException e) {
    String message = String.valueOf(e.getOriginalMessage());
    if (message.startsWith(TWICE)) {
      return "has the field " + message.substring(TWICE.length()) + " twice";
    }
    if (e instanceof JsonEOFException) {
      return "ends in the middle of its JSON";
    }
    if (e instanceof JsonMappingException mapping && !mapping.getPath().isEmpty()) {
      return mapping.getPath().stream()
          .map(step -> String.valueOf(step.getFieldName()))
          .collect(Collectors.joining(".", "has another kind of value in the field ", ""));
    }
    return e.getLocation() == null || e.getLocation().getColumnNr() < 1
        ? "is not JSON"
        : "is not JSON at character " + e.getLocation().getColumnNr();
  }
}
