package dev.crawlsieve.files.table;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DateLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;

/**
 * A row as a JSON object: a field per column that is not null, under its name; lists as arrays,
 * structs as objects, maps as arrays of keys and values; times and dates in ISO 8601; bytes as a
 * string if they are UTF-8, else in base64.
 */
public final class RowJson {

  private static final JsonFactory FACTORY = new JsonFactory();

  /** Days from the Julian day 0 to 1970-01-01, as in INT96. */
  private static final int JULIAN_EPOCH = 2_440_588;

  private RowJson() {}

  /** The row in UTF-8. */
  public static byte[] of(Group row) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream(4096);
    try (JsonGenerator json = FACTORY.createGenerator(out)) {
      object(json, row);
    }
    return out.toByteArray();
  }

  private static void object(JsonGenerator json, Group group) throws IOException {
    GroupType type = group.getType();
    json.writeStartObject();
    for (int i = 0; i < type.getFieldCount(); i++) {
      int count = group.getFieldRepetitionCount(i);
      boolean repeated = type.getType(i).isRepetition(Type.Repetition.REPEATED);
      if (count > 0 || repeated) {
        json.writeFieldName(type.getFieldName(i));
        values(json, group, i, count, repeated);
      }
    }
    json.writeEndObject();
  }

  private static void values(
      JsonGenerator json, Group group, int field, int count, boolean repeated) throws IOException {
    if (repeated) {
      json.writeStartArray();
    }
    for (int i = 0; i < count; i++) {
      value(json, group, field, i);
    }
    if (repeated) {
      json.writeEndArray();
    }
  }

  private static void value(JsonGenerator json, Group group, int field, int index)
      throws IOException {
    Type type = group.getType().getType(field);
    if (type.isPrimitive()) {
      primitive(json, type.asPrimitiveType(), group, field, index);
      return;
    }
    Group inner = group.getGroup(field, index);
    if (type.getLogicalTypeAnnotation() instanceof LogicalTypeAnnotation.ListLogicalTypeAnnotation
        && inner.getType().getFieldCount() == 1) {
      list(json, inner);
    } else {
      object(json, inner);
    }
  }

  /** The elements of a list, each of which is alone in a group of three-level lists. */
  private static void list(JsonGenerator json, Group list) throws IOException {
    json.writeStartArray();
    boolean wrapped =
        !list.getType().getType(0).isPrimitive()
            && list.getType().getType(0).asGroupType().getFieldCount() == 1;
    for (int i = 0; i < list.getFieldRepetitionCount(0); i++) {
      if (!wrapped) {
        value(json, list, 0, i);
        continue;
      }
      Group element = list.getGroup(0, i);
      if (element.getFieldRepetitionCount(0) == 0) {
        json.writeNull();
      } else {
        value(json, element, 0, 0);
      }
    }
    json.writeEndArray();
  }

  private static void primitive(
      JsonGenerator json, PrimitiveType type, Group group, int field, int index)
      throws IOException {
    LogicalTypeAnnotation logical = type.getLogicalTypeAnnotation();
    switch (type.getPrimitiveTypeName()) {
      case BOOLEAN -> json.writeBoolean(group.getBoolean(field, index));
      case FLOAT -> json.writeNumber(group.getFloat(field, index));
      case DOUBLE -> json.writeNumber(group.getDouble(field, index));
      case INT32 -> number(json, group.getInteger(field, index), logical);
      case INT64 -> number(json, group.getLong(field, index), logical);
      case INT96 -> json.writeString(julian(group.getInt96(field, index)).toString());
      default -> bytes(json, group.getBinary(field, index), logical);
    }
  }

  private static void number(JsonGenerator json, long value, LogicalTypeAnnotation type)
      throws IOException {
    if (type instanceof DecimalLogicalTypeAnnotation decimal) {
      json.writeNumber(BigDecimal.valueOf(value, decimal.getScale()));
    } else if (type instanceof DateLogicalTypeAnnotation) {
      json.writeString(LocalDate.ofEpochDay(value).toString());
    } else if (type instanceof TimestampLogicalTypeAnnotation time) {
      ChronoUnit unit =
          switch (time.getUnit()) {
            case MILLIS -> ChronoUnit.MILLIS;
            case MICROS -> ChronoUnit.MICROS;
            case NANOS -> ChronoUnit.NANOS;
          };
      json.writeString(Instant.EPOCH.plus(value, unit).toString());
    } else if (type instanceof IntLogicalTypeAnnotation whole
        && !whole.isSigned()
        && whole.getBitWidth() >= Integer.SIZE
        && value < 0) {
      boolean wide = whole.getBitWidth() == Long.SIZE;
      json.writeNumber(wide ? new BigInteger(Long.toUnsignedString(value)) : unsigned(value));
    } else {
      json.writeNumber(value);
    }
  }

  private static BigInteger unsigned(long value) {
    return BigInteger.valueOf(Integer.toUnsignedLong((int) value));
  }

  private static Instant julian(Binary stored) {
    java.nio.ByteBuffer bytes = stored.toByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
    Duration ofDay = Duration.ofNanos(bytes.getLong());
    return Instant.EPOCH.plus(Duration.ofDays(bytes.getInt() - JULIAN_EPOCH)).plus(ofDay);
  }

  private static void bytes(JsonGenerator json, Binary value, LogicalTypeAnnotation type)
      throws IOException {
    if (type instanceof DecimalLogicalTypeAnnotation decimal) {
      json.writeNumber(new BigDecimal(new BigInteger(value.getBytes()), decimal.getScale()));
      return;
    }
    try {
      json.writeString(UTF_8.newDecoder().decode(value.toByteBuffer()).toString());
    } catch (CharacterCodingException e) {
      json.writeBinary(value.getBytes()); // not text
    }
  }
}
