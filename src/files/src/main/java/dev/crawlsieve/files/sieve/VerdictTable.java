package dev.crawlsieve.files.sieve;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.crawlsieve.files.table.TableWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.apache.parquet.schema.Type;

/** The verdicts as a table: a column for each field of their JSON. */
final class VerdictTable {

  private static final ObjectMapper JSON = new ObjectMapper();

  private static final MessageType SCHEMA =
      MessageTypeParser.parseMessageType(
          """
          message verdict {
            required binary url (STRING);
            required binary decision (STRING);
            optional binary kind (STRING);
            optional group duplicateOf {
              required binary url (STRING);
              required int32 partition;
              required int64 offset;
              optional boolean reference;
            }
            optional binary match (STRING);
            optional int32 distance;
            optional double similarity;
            optional int32 agreeing;
            optional binary identity (STRING);
            optional double contained;
            optional binary table (STRING);
            optional int32 compared;
            optional binary detector (STRING);
            optional binary settings (STRING);
            optional binary override (STRING);
            optional boolean reference;
            optional boolean bytes;
            required int32 partition;
            required int64 offset;
            required int64 timestamp;
            required int32 lane;
            required int64 laneOffset;
          }
          """);

  private VerdictTable() {}

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
      if (value.isObject() && !field.isPrimitive()) {
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
}
