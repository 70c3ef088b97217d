package dev.crawlsieve.files.table;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.crawlsieve.files.table.RowJson.Cell;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation.ListLogicalTypeAnnotation;
import org.apache.parquet.schema.Type;
import org.apache.parquet.variant.Variant;
import org.jspecify.annotations.Nullable;

/**
 * Writes values of type VARIANT as JSON, even if parts of them are columns of their own (<a
 * href="https://parquet.apache.org/docs/file-format/types/variantshredding/">shredding</a>).
 *
 * <p>The bytes of a value are untrusted. Its parts may overlap, so the parts written are counted:
 * in a sound value, each part has at least a byte of its own.
 */
final class VariantJson {

  private static final String METADATA = "metadata";
  private static final String VALUE = "value";
  private static final String TYPED = "typed_value";
  private static final int MOST_NESTED = 1000;
  private static final RowColumns NO_TEXT = new RowColumns(List.of(), Set.of());

  private VariantJson() {}

  /** The columns where a value and its parts may be. */
  private record Shape(int value, int typed, @Nullable Typed parts) {

    boolean isIn(Group group) {
      return (value >= 0 && group.getFieldRepetitionCount(value) > 0)
          || (typed >= 0 && group.getFieldRepetitionCount(typed) > 0);
    }
  }

  /** The form of a value that has a column of its own. */
  private sealed interface Typed {}

  private record Scalar(Cell cell) implements Typed {}

  private record Elements(Shape each) implements Typed {}

  private record Fields(List<String> names, List<Shape> shapes) implements Typed {}

  /**
   * The writer for the values of a column.
   *
   * @throws IOException if a part has a type that cannot be read
   */
  static Cell of(GroupType type, List<String> path) throws IOException {
    int metadata = type.getFieldIndex(METADATA);
    Shape shape = shape(type, path);
    return (json, row, field, index) -> {
      Group group = row.getGroup(field, index);
      try {
        write(json, group, shape, group.getBinary(metadata, 0));
      } catch (RuntimeException e) {
        throw new IOException(
            "the column '%s' has a damaged value: %s"
                .formatted(String.join(".", path), e.getMessage()),
            e);
      }
    };
  }

  private static Shape shape(GroupType type, List<String> path) throws IOException {
    int value = type.containsField(VALUE) ? type.getFieldIndex(VALUE) : -1;
    int typed = type.containsField(TYPED) ? type.getFieldIndex(TYPED) : -1;
    return new Shape(value, typed, typed < 0 ? null : typed(type.getType(typed), path));
  }

  private static Typed typed(Type type, List<String> path) throws IOException {
    if (type.isPrimitive()) {
      return new Scalar(ScalarJson.of(type.asPrimitiveType(), path, NO_TEXT));
    }
    GroupType group = type.asGroupType();
    if (group.getLogicalTypeAnnotation() instanceof ListLogicalTypeAnnotation) {
      GroupType element = group.getType(0).asGroupType().getType(0).asGroupType();
      return new Elements(shape(element, path));
    }
    List<String> names = new ArrayList<>();
    List<Shape> shapes = new ArrayList<>();
    for (Type field : group.getFields()) {
      names.add(field.getName());
      shapes.add(shape(field.asGroupType(), path));
    }
    return new Fields(names, shapes);
  }

  private static void write(JsonGenerator json, Group group, Shape shape, Binary metadata)
      throws IOException {
    Variant rest =
        shape.value() >= 0 && group.getFieldRepetitionCount(shape.value()) > 0
            ? new Variant(group.getBinary(shape.value(), 0).toByteBuffer(), metadata.toByteBuffer())
            : null;
    boolean typed = shape.typed() >= 0 && group.getFieldRepetitionCount(shape.typed()) > 0;
    if (!typed) {
      if (rest == null) {
        json.writeNull();
      } else {
        new Writer(json, rest).write(rest, 0);
      }
    } else if (shape.parts() instanceof Scalar scalar) {
      scalar.cell().write(json, group, shape.typed(), 0);
    } else if (shape.parts() instanceof Elements elements) {
      Group list = group.getGroup(shape.typed(), 0);
      json.writeStartArray();
      for (int i = 0; i < list.getFieldRepetitionCount(0); i++) {
        write(json, list.getGroup(0, i).getGroup(0, 0), elements.each(), metadata);
      }
      json.writeEndArray();
    } else if (shape.parts() instanceof Fields fields) {
      json.writeStartObject();
      Group object = group.getGroup(shape.typed(), 0);
      for (int i = 0; i < fields.names().size(); i++) {
        Group field = object.getFieldRepetitionCount(i) == 0 ? null : object.getGroup(i, 0);
        if (field != null && fields.shapes().get(i).isIn(field)) {
          json.writeFieldName(fields.names().get(i));
          write(json, field, fields.shapes().get(i), metadata);
        }
      }
      if (rest != null && rest.getType() == Variant.Type.OBJECT) {
        new Writer(json, rest).fields(rest, 0);
      }
      json.writeEndObject();
    }
  }

  /** Writes one value with everything in it. */
  private static final class Writer {

    private final JsonGenerator json;
    private int left;

    Writer(JsonGenerator json, Variant value) {
      this.json = json;
      left = value.getValueBuffer().remaining();
    }

    void write(Variant value, int depth) throws IOException {
      if (--left < 0 || depth > MOST_NESTED) {
        throw new IOException("a value of type VARIANT is damaged: its parts lie upon each other");
      }
      switch (value.getType()) {
        case OBJECT -> {
          json.writeStartObject();
          fields(value, depth);
          json.writeEndObject();
        }
        case ARRAY -> {
          json.writeStartArray();
          int count = value.numArrayElements();
          for (int i = 0; i < count; i++) {
            write(value.getElementAtIndex(i), depth + 1);
          }
          json.writeEndArray();
        }
        case NULL -> json.writeNull();
        case BOOLEAN -> json.writeBoolean(value.getBoolean());
        case BYTE -> json.writeNumber(value.getByte());
        case SHORT -> json.writeNumber(value.getShort());
        case INT -> json.writeNumber(value.getInt());
        case LONG -> json.writeNumber(value.getLong());
        case FLOAT -> ScalarJson.decimal(json, value.getFloat());
        case DOUBLE -> ScalarJson.decimal(json, value.getDouble());
        case DECIMAL4, DECIMAL8, DECIMAL16 -> json.writeNumber(value.getDecimal());
        case STRING -> json.writeString(value.getString());
        case UUID -> json.writeString(value.getUUID().toString());
        case DATE -> json.writeString(LocalDate.ofEpochDay(value.getInt()).toString());
        case TIME ->
            json.writeString(
                LocalTime.ofNanoOfDay(Math.multiplyExact(value.getLong(), 1000L)).toString());
        case TIMESTAMP_TZ, TIMESTAMP_NTZ -> time(value.getLong(), ChronoUnit.MICROS);
        case TIMESTAMP_NANOS_TZ, TIMESTAMP_NANOS_NTZ -> time(value.getLong(), ChronoUnit.NANOS);
        case BINARY -> {
          ByteBuffer bytes = value.getBinary();
          byte[] copy = new byte[bytes.remaining()];
          bytes.get(copy);
          json.writeBinary(copy);
        }
      }
    }

    void fields(Variant object, int depth) throws IOException {
      int count = object.numObjectElements();
      for (int i = 0; i < count; i++) {
        Variant.ObjectField field = object.getFieldAtIndex(i);
        json.writeFieldName(field.key);
        write(field.value, depth + 1);
      }
    }

    private void time(long value, ChronoUnit unit) throws IOException {
      json.writeString(Instant.EPOCH.plus(value, unit).toString());
    }
  }
}
