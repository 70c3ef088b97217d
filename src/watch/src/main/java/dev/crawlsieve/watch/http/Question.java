package dev.crawlsieve.watch.http;

import java.util.Locale;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A request, as far as its answer depends on it.
 *
 * @param form what the body contains; null if it is not one of these
 * @param parameters the query's parameters by their names; null for one that is missing
 * @param forwarded whether another instance asks on behalf of a client; it is not forwarded again
 */
public record Question(
    @Nullable Form form, UnaryOperator<String> parameters, byte[] body, boolean forwarded) {

  /** What a body contains. */
  public enum Form {
    /** A page event, or another JSON object. */
    JSON("application/json"),
    /** Lines of JSON objects. */
    LINES("application/x-ndjson"),
    /** A stored record. */
    BYTES("application/octet-stream");

    private final String type;

    Form(String type) {
      this.type = type;
    }

    /** The content type. */
    public String type() {
      return type;
    }

    /** The form of a content type; null if there is none. */
    static @Nullable Form of(String header) {
      String type = header == null ? "" : header.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
      for (Form form : values()) {
        if (form.type.equals(type)) {
          return form;
        }
      }
      return null;
    }
  }

  /** A parameter as it was sent. */
  public @Nullable String parameter(String name) {
    return parameters.apply(name);
  }

  /** A parameter without the white space around it; null if nothing is left. */
  public @Nullable String given(String name) {
    String value = parameter(name);
    return value == null || value.isBlank() ? null : value.strip();
  }

  /**
   * The same for a parameter that must not be missing.
   *
   * @throws RefusedException with this reason if it is
   */
  public String needed(String name, String reason) throws RefusedException {
    String value = given(name);
    if (value == null) {
      throw new RefusedException(400, reason);
    }
    return value;
  }
}
