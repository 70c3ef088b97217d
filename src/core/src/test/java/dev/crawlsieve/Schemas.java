package dev.crawlsieve;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.harrel.jsonschema.Validator;
import dev.harrel.jsonschema.ValidatorFactory;
import dev.harrel.jsonschema.providers.JacksonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;

/** One of the schemas in {@code docs/schemas}. */
public final class Schemas {

  static final Path FOLDER = Path.of("docs/schemas");

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Validator validator;
  private final URI uri;
  private final JsonNode schema;

  private Schemas(String name) {
    try {
      schema = JSON.readTree(Files.readString(FOLDER.resolve(name + ".schema.json")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    validator =
        new ValidatorFactory().withJsonNodeFactory(new JacksonNode.Factory()).createValidator();
    uri = validator.registerSchema(schema);
  }

  /** The schema in a file {@code NAME.schema.json}. */
  public static Schemas named(String name) {
    return new Schemas(name);
  }

  /** The schema itself. */
  JsonNode schema() {
    return schema;
  }

  public boolean accepts(String json) {
    try {
      return accepts(JSON.readTree(json));
    } catch (JsonProcessingException e) {
      return false;
    }
  }

  public boolean accepts(JsonNode json) {
    return validator.validate(uri, json).isValid();
  }

  /** Checks a record, and that the schema lists each of its fields. */
  public void check(JsonNode record) {
    Validator.Result result = validator.validate(uri, record);
    assertThat(result.isValid())
        .as(
            () ->
                record
                    + " "
                    + result.getErrors().stream()
                        .map(e -> e.getInstanceLocation() + ": " + e.getError())
                        .toList())
        .isTrue();
    Set<String> unknown = new TreeSet<>();
    record.fieldNames().forEachRemaining(unknown::add);
    schema
        .findValues("properties")
        .forEach(listed -> listed.fieldNames().forEachRemaining(unknown::remove));
    assertThat(unknown).as("fields that the schema does not list").isEmpty();
  }
}
