package dev.crawlsieve.watch.http;

import java.util.Locale;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a request on which its answer depends.
 *
 * @param form the form of the body; null if it is none of {@link Form}
 * @param parameters returns a query parameter by its name; null if it is missing
 * @param forwarded whether another instance has forwarded the request; it is not forwarded again
 */
public record Question(
    @Nullable Form form, UnaryOperator<String> parameters, byte[] body, boolean forwarded) {

  /** The form of a body. */
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

    /** The form with this content type; null if there is none. */
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

  /** A parameter as it was sent; null if it is missing. */
  public @Nullable String parameter(String name) {
    return parameters.apply(name);
  }

  /** A parameter without surrounding white space; null if nothing is left. */
  public @Nullable String given(String name) {
    String value = parameter(name);
    return value == null || value.isBlank() ? null : value.strip();
  }

  /**
   * A parameter without surrounding white space, which must not be missing.
   *
   * @throws RefusedException with this reason if it is missing
   */
  public String needed(String name, String reason) throws RefusedException {
    String value = given(name);
    if (value == null) {
      throw new RefusedException(400, reason);
    }
    return value;
  }
}
