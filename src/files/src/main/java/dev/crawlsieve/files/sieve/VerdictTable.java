package dev.crawlsieve.files.sieve;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.files.table.TableWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Map;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.apache.parquet.schema.Types;
import org.jspecify.annotations.Nullable;

/**
 * The verdicts as a table: a column for each field of their JSON, made from {@link
 * VerdictCodec#FORM}.
 */
final class VerdictTable {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** The one field that is a time; in JSON it is milliseconds since 1970-01-01T00:00Z. */
  private static final String TIME = "timestamp";

  private static final MessageType SCHEMA =
      new MessageType(
          "verdict",
          Arrays.stream(VerdictCodec.FORM.getRecordComponents())
              .map(VerdictTable::column)
              .toList());

  private VerdictTable() {}

  private static Type column(RecordComponent field) {
    boolean optional =
        field.getAnnotatedType().isAnnotationPresent(Nullable.class)
            || field.getAccessor().isAnnotationPresent(JsonInclude.class);
    Repetition repetition = optional ? Repetition.OPTIONAL : Repetition.REQUIRED;
    String name = field.getName();
    Class<?> type = field.getType();
    if (type.isRecord()) {
      return new GroupType(
          repetition,
          name,
          Arrays.stream(type.getRecordComponents()).map(VerdictTable::column).toList());
    } else if (type == Map.class) { // from names to numbers
      return Types.map(repetition)
          .key(PrimitiveTypeName.BINARY)
          .as(LogicalTypeAnnotation.stringType())
          .value(PrimitiveTypeName.INT32, Repetition.REQUIRED)
          .named(name);
    } else if (type == String.class) {
      return Types.primitive(PrimitiveTypeName.BINARY, repetition)
          .as(LogicalTypeAnnotation.stringType())
          .named(name);
    } else if (name.equals(TIME)) {
      return Types.primitive(PrimitiveTypeName.INT64, repetition)
          .as(LogicalTypeAnnotation.timestampType(true, TimeUnit.MILLIS))
          .named(name);
    }
    return Types.primitive(number(type), repetition).named(name);
  }

  private static PrimitiveTypeName number(Class<?> type) {
    if (type == int.class || type == Integer.class) {
      return PrimitiveTypeName.INT32;
    } else if (type == long.class || type == Long.class) {
      return PrimitiveTypeName.INT64;
    } else if (type == double.class || type == Double.class) {
      return PrimitiveTypeName.DOUBLE;
    } else if (type == boolean.class) {
      return PrimitiveTypeName.BOOLEAN;
    }
    throw new IllegalStateException("no column for a field of " + type);
  }

  static TableWriter writer(OutputStream out) throws IOException {
    return new TableWriter(out, SCHEMA, Map.of());
  }

  /**
   * The row of a verdict.
   *
   * @param line its JSON
   */
  static Group row(String line) throws IOException {
    SimpleGroup row = new SimpleGroup(SCHEMA);
    fill(row, JSON.readTree(line));
    return row;
  }

  private static void fill(Group row, JsonNode json) {
    for (Type field : row.getType().getFields()) {
      JsonNode value = json.path(field.getName());
      if (value.isObject() && isMap(field)) {
        fillMap(row.addGroup(field.getName()), value);
      } else if (value.isObject() && !field.isPrimitive()) {
        fill(row.addGroup(field.getName()), value);
      } else if (value.isValueNode() && !value.isNull() && field.isPrimitive()) {
        switch (field.asPrimitiveType().getPrimitiveTypeName()) {
          case INT32 -> row.add(field.getName(), value.intValue());
          case INT64 -> row.add(field.getName(), value.longValue());
          case DOUBLE -> row.add(field.getName(), value.doubleValue());
          case BOOLEAN -> row.add(field.getName(), value.booleanValue());
          default -> row.add(field.getName(), value.asText());
        }
      }
    }
  }

  private static boolean isMap(Type field) {
    return LogicalTypeAnnotation.mapType().equals(field.getLogicalTypeAnnotation());
  }

  private static void fillMap(Group map, JsonNode json) {
    json.properties()
        .forEach(
            entry ->
                map.addGroup(0)
                    .append("key", entry.getKey())
                    .append("value", entry.getValue().intValue()));
  }
}
