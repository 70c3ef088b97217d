package dev.crawlsieve.files.table;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import dev.crawlsieve.core.html.Utf8;
import dev.crawlsieve.core.page.JsonString;
import dev.crawlsieve.files.table.RowJson.Cell;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.BsonLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DateLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.EnumLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.Float16LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.GeographyLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.GeometryLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntervalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.JsonLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.StringLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.UUIDLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;

/**
 * Writes single values of a table as JSON: numbers, strings and JSON as such; times, dates and
 * intervals in ISO 8601; bytes that are not read as text, BSON and shapes (WKB) in base64. NaN and
 * infinities, which JSON lacks, are null.
 */
final class ScalarJson {

  /** Days from the Julian day 0 to 1970-01-01, as in INT96. */
  private static final int JULIAN_EPOCH = 2_440_588;

  private static final int INT96_BYTES = 12;
  private static final int INTERVAL_BYTES = 12;

  /** Larger decimal numbers would take long to write; writers produce at most 76 digits. */
  private static final int MOST_DECIMAL_BYTES = 1024;

  /** Parses JSON of any length that a column can have. */
  private static final JsonFactory VALUES =
      new JsonFactoryBuilder()
          .configure(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS, true) // as in page events
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNumberLength(Integer.MAX_VALUE)
                  .build())
          .build();

  private ScalarJson() {}

  /**
   * The writer for the values of a column.
   *
   * @throws IOException if the column is to be read, but its type cannot be
   */
  static Cell of(PrimitiveType type, List<String> path, RowColumns columns) throws IOException {
    LogicalTypeAnnotation logical = type.getLogicalTypeAnnotation();
    return switch (type.getPrimitiveTypeName()) {
      case BOOLEAN ->
          (json, group, field, index) -> json.writeBoolean(group.getBoolean(field, index));
      case FLOAT -> (json, group, field, index) -> decimal(json, group.getFloat(field, index));
      case DOUBLE -> (json, group, field, index) -> decimal(json, group.getDouble(field, index));
      case INT32 ->
          (json, group, field, index) -> whole(json, group.getInteger(field, index), logical);
      case INT64 ->
          (json, group, field, index) -> whole(json, group.getLong(field, index), logical);
      case INT96 ->
          (json, group, field, index) ->
              json.writeString(julian(group.getInt96(field, index)).toString());
      case BINARY, FIXED_LEN_BYTE_ARRAY -> binary(type, path, columns);
    };
  }

  /** Whether values are strings of bytes, with or without a type. */
  static boolean isBinary(PrimitiveType type) {
    return switch (type.getPrimitiveTypeName()) {
      case BINARY, FIXED_LEN_BYTE_ARRAY -> true;
      default -> false;
    };
  }

  /** Whether values are bytes without a type that says what they mean. */
  static boolean isBytes(PrimitiveType type) {
    return isBinary(type) && type.getLogicalTypeAnnotation() == null;
  }

  /** Bytes decoded as UTF-8, with U+FFFD for malformed ones. */
  static String text(Binary bytes) {
    return UTF_8.decode(bytes.toByteBuffer()).toString();
  }

  private static void string(JsonGenerator json, Binary value) throws IOException {
    byte[] bytes = value.getBytesUnsafe();
    if (Utf8.isClean(bytes, 0, bytes.length)) {
      JsonString.write(json, bytes);
    } else {
      json.writeString(text(value));
    }
  }

  private static Cell binary(PrimitiveType type, List<String> path, RowColumns columns)
      throws IOException {
    LogicalTypeAnnotation logical = type.getLogicalTypeAnnotation();
    if (logical instanceof StringLogicalTypeAnnotation
        || logical instanceof EnumLogicalTypeAnnotation
        || (logical == null && columns.isText(path))) {
      return (json, group, field, index) -> string(json, group.getBinary(field, index));
    } else if (logical instanceof JsonLogicalTypeAnnotation) {
      return (json, group, field, index) -> json(json, text(group.getBinary(field, index)));
    } else if (logical instanceof DecimalLogicalTypeAnnotation decimal) {
      return (json, group, field, index) ->
          number(json, group.getBinary(field, index), decimal.getScale());
    } else if (logical instanceof UUIDLogicalTypeAnnotation) {
      return (json, group, field, index) ->
          json.writeString(type.stringifier().stringify(group.getBinary(field, index)));
    } else if (logical instanceof Float16LogicalTypeAnnotation) {
      return (json, group, field, index) -> decimal(json, half(group.getBinary(field, index)));
    } else if (logical instanceof IntervalLogicalTypeAnnotation) {
      return (json, group, field, index) ->
          json.writeString(interval(group.getBinary(field, index)));
    }
    boolean unread =
        logical instanceof BsonLogicalTypeAnnotation
            || logical instanceof GeometryLogicalTypeAnnotation
            || logical instanceof GeographyLogicalTypeAnnotation;
    if (unread && columns.isRead(path)) {
      throw new IOException(
          "the column '%s' is %s, which is not read: write it as a string or a struct"
              .formatted(String.join(".", path), logical.toString().toUpperCase(Locale.ROOT)));
    }
    return (json, group, field, index) ->
        json.writeBinary(group.getBinary(field, index).getBytesUnsafe());
  }

  /** A number, or null if it is none. */
  static void decimal(JsonGenerator json, double value) throws IOException {
    if (Double.isFinite(value)) {
      json.writeNumber(value);
    } else {
      json.writeNull();
    }
  }

  /** A number, or null if it is none. */
  static void decimal(JsonGenerator json, float value) throws IOException {
    if (Float.isFinite(value)) {
      json.writeNumber(value);
    } else {
      json.writeNull();
    }
  }

  /** Writes a JSON value on one line; null if it is blank, a string if it is not JSON. */
  private static void json(JsonGenerator json, String value) throws IOException {
    if (value.isBlank()) {
      json.writeNull();
      return;
    }
    boolean one = isOne(value);
    if (one) {
      json.writeRawValue(value.replace('\n', ' ').replace('\r', ' ')); // its strings contain none
    } else {
      json.writeString(value);
    }
  }

  /** Whether a string is one JSON value. */
  private static boolean isOne(String value) {
    try (JsonParser parser = VALUES.createParser(value)) {
      parser.nextToken();
      parser.skipChildren();
      return parser.nextToken() == null;
    } catch (IOException e) {
      return false;
    }
  }

  private static void whole(JsonGenerator json, long value, LogicalTypeAnnotation type)
      throws IOException {
    if (type instanceof DecimalLogicalTypeAnnotation decimal) {
      json.writeNumber(BigDecimal.valueOf(value, decimal.getScale()));
    } else if (type instanceof DateLogicalTypeAnnotation) {
      json.writeString(LocalDate.ofEpochDay(value).toString());
    } else if (type instanceof TimestampLogicalTypeAnnotation time) {
      json.writeString(Instant.EPOCH.plus(value, unit(time.getUnit())).toString());
    } else if (type instanceof TimeLogicalTypeAnnotation time) {
      time(json, value, unit(time.getUnit()));
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

  private static ChronoUnit unit(TimeUnit unit) {
    return switch (unit) {
      case MILLIS -> ChronoUnit.MILLIS;
      case MICROS -> ChronoUnit.MICROS;
      case NANOS -> ChronoUnit.NANOS;
    };
  }

  private static void time(JsonGenerator json, long value, ChronoUnit unit) throws IOException {
    try {
      json.writeString(LocalTime.ofNanoOfDay(Duration.of(value, unit).toNanos()).toString());
    } catch (DateTimeException | ArithmeticException e) {
      json.writeNumber(value); // not a time of day
    }
  }

  private static Instant julian(Binary stored) throws IOException {
    ByteBuffer bytes = littleEndian(stored, INT96_BYTES, "a time");
    Duration ofDay = Duration.ofNanos(bytes.getLong());
    return Instant.EPOCH.plus(Duration.ofDays(bytes.getInt() - JULIAN_EPOCH)).plus(ofDay);
  }

  private static void number(JsonGenerator json, Binary value, int scale) throws IOException {
    if (value.length() > MOST_DECIMAL_BYTES || value.length() == 0) {
      throw new IOException("a decimal number has " + value.length() + " bytes");
    }
    json.writeNumber(new BigDecimal(new BigInteger(value.getBytesUnsafe()), scale));
  }

  /** A number of 16 bits (IEEE 754, binary16). */
  private static float half(Binary value) throws IOException {
    short bits = littleEndian(value, Short.BYTES, "a number").getShort();
    int exponent = (bits >> 10) & 0x1f;
    int fraction = bits & 0x3ff;
    float size =
        exponent == 0x1f
            ? (fraction == 0 ? Float.POSITIVE_INFINITY : Float.NaN)
            : exponent == 0
                ? Math.scalb((float) fraction, -24)
                : Math.scalb((float) (fraction | 0x400), exponent - 25);
    return bits < 0 ? -size : size;
  }

  /** Months, days and milliseconds as an ISO 8601 duration. */
  private static String interval(Binary value) throws IOException {
    ByteBuffer bytes = littleEndian(value, INTERVAL_BYTES, "an interval");
    long months = Integer.toUnsignedLong(bytes.getInt());
    long days = Integer.toUnsignedLong(bytes.getInt());
    long millis = Integer.toUnsignedLong(bytes.getInt());
    return "P%dM%dDT%d.%03dS".formatted(months, days, millis / 1000, millis % 1000);
  }

  private static ByteBuffer littleEndian(Binary value, int length, String what) throws IOException {
    if (value.length() != length) {
      throw new IOException(what + " has " + value.length() + " bytes in place of " + length);
    }
    return value.toByteBuffer().slice().order(ByteOrder.LITTLE_ENDIAN);
  }
}
