package dev.crawlsieve.files.table;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.ListLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapKeyValueTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.VariantLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a table as JSON objects: a field per column that is not null, under its name. Lists
 * become arrays; structs and maps become objects; JSON and VARIANT become the JSON that they hold;
 * other types are written by {@link ScalarJson}. Thread-safe.
 *
 * <p>How bytes without a type are written depends on their column, not on the row: as UTF-8 text,
 * or in base64. The first body of a row, if it is bytes, becomes the field {@code bodyBase64}, so
 * its character set is determined like that of any page.
 *
 * <p>Source: the <a href="https://parquet.apache.org/docs/file-format/types/logicaltypes/">logical
 * types of Parquet</a>, with their rules for lists and maps of older writers.
 */
public final class RowJson {

  private static final JsonFactory FACTORY = new JsonFactory();

  private final List<Field> fields;
  private final List<BodyColumn> bodies = new ArrayList<>();
  private final RowColumns columns;

  /** Writes one value of a column. */
  @FunctionalInterface
  interface Cell {
    void write(JsonGenerator json, Group group, int field, int index) throws IOException;
  }

  private record Field(String name, boolean repeated, Cell cell) {}

  /**
   * A column that may hold a row's body.
   *
   * @param places the numbers that lead to it, from the outermost column
   * @param bytes whether it is bytes without a type
   * @param contentType its content type, if the row does not state it
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record BodyColumn(int[] places, boolean bytes, String contentType) {

    /** The body in a row, or null if the row has none there. */
    @Nullable Place in(Group row) {
      Group group = row;
      for (int i = 0; i < places.length; i++) {
        if (group.getFieldRepetitionCount(places[i]) == 0) {
          return null;
        }
        group = i < places.length - 1 ? group.getGroup(places[i], 0) : group;
      }
      return new Place(group, places[places.length - 1], contentType);
    }
  }

  private record Place(Group group, int field, String contentType) {}

  /**
   * A writer of rows with these columns.
   *
   * @throws IOException if a column that is to be read has a type that cannot be read; the message
   *     names it
   */
  public RowJson(MessageType schema, RowColumns columns) throws IOException {
    this.columns = columns;
    for (RowColumns.Body column : columns.bodies()) {
      BodyColumn body = body(schema, column);
      if (body != null) {
        bodies.add(body);
      }
    }
    this.fields = fields(schema, List.of());
  }

  private static @Nullable BodyColumn body(GroupType schema, RowColumns.Body column) {
    List<String> path = column.path();
    int[] places = new int[path.size()];
    GroupType group = schema;
    for (int i = 0; i < places.length; i++) {
      if (!group.containsField(path.get(i))) {
        return null;
      }
      places[i] = group.getFieldIndex(path.get(i));
      Type type = group.getType(places[i]);
      boolean last = i == places.length - 1;
      if (type.isPrimitive() != last || type.isRepetition(Type.Repetition.REPEATED)) {
        return null;
      }
      if (last) {
        boolean bytes = ScalarJson.isBytes(type.asPrimitiveType());
        return new BodyColumn(places, bytes, column.contentType());
      }
      group = type.asGroupType();
    }
    return null;
  }

  /**
   * A row in UTF-8.
   *
   * @param most largest size in bytes; only a beginning of a larger row is returned, which is
   *     itself larger than this
   */
  public byte[] of(Group row, int most) throws IOException {
    BoundedBytes out = new BoundedBytes(most);
    try (JsonGenerator json = FACTORY.createGenerator(out)) {
      Place body = body(row);
      json.writeStartObject();
      write(json, row, fields, body != null && body.group() == row ? body.field() : -1);
      if (body != null) {
        if (!has(row, "contentType") && !has(row, "headers")) {
          json.writeStringField("contentType", body.contentType());
        }
        json.writeFieldName("bodyBase64");
        json.writeBinary(body.group().getBinary(body.field(), 0).getBytesUnsafe());
      }
      json.writeEndObject();
    } catch (BoundedBytes.FullException e) {
      return out.toByteArray();
    }
    return out.toByteArray();
  }

  private static boolean has(Group row, String column) {
    GroupType type = row.getType();
    return type.containsField(column)
        && row.getFieldRepetitionCount(type.getFieldIndex(column)) > 0;
  }

  /** The place of the row's body, if it is bytes without a type; otherwise null. */
  private @Nullable Place body(Group row) {
    for (BodyColumn body : bodies) {
      Place place = body.in(row);
      if (place != null) {
        return body.bytes() ? place : null;
      }
    }
    return null;
  }

  private List<Field> fields(GroupType type, List<String> path) throws IOException {
    List<Field> fields = new ArrayList<>();
    for (Type field : type.getFields()) {
      boolean repeated = field.isRepetition(Type.Repetition.REPEATED);
      fields.add(new Field(field.getName(), repeated, cell(field, within(path, field.getName()))));
    }
    return fields;
  }

  private static List<String> within(List<String> path, String name) {
    List<String> inner = new ArrayList<>(path);
    inner.add(name);
    return List.copyOf(inner);
  }

  /**
   * @param skipped the number of a field that is left out, or -1
   */
  private static void write(JsonGenerator json, Group group, List<Field> fields, int skipped)
      throws IOException {
    for (int i = 0; i < fields.size(); i++) {
      Field field = fields.get(i);
      int count = group.getFieldRepetitionCount(i);
      if ((count == 0 && !field.repeated()) || i == skipped) {
        continue;
      }
      json.writeFieldName(field.name());
      if (field.repeated()) {
        array(json, group, i, field.cell());
      } else {
        field.cell().write(json, group, i, 0);
      }
    }
  }

  private static void array(JsonGenerator json, Group group, int field, Cell cell)
      throws IOException {
    json.writeStartArray();
    int count = group.getFieldRepetitionCount(field);
    for (int i = 0; i < count; i++) {
      cell.write(json, group, field, i);
    }
    json.writeEndArray();
  }

  /** Writes one value of this type, whether it is repeated or not. */
  private Cell cell(Type type, List<String> path) throws IOException {
    if (type.isPrimitive()) {
      return ScalarJson.of(type.asPrimitiveType(), path, columns);
    }
    GroupType group = type.asGroupType();
    LogicalTypeAnnotation logical = type.getLogicalTypeAnnotation();
    if (logical instanceof VariantLogicalTypeAnnotation && group.containsField("metadata")) {
      return VariantJson.of(group, path);
    }
    Type only = group.getType(0);
    if (group.getFieldCount() == 1 && only.isRepetition(Type.Repetition.REPEATED)) {
      if (logical instanceof ListLogicalTypeAnnotation) {
        return list(group.getName(), only, path);
      }
      boolean isMap =
          logical instanceof MapLogicalTypeAnnotation
              || logical instanceof MapKeyValueTypeAnnotation;
      if (isMap && !only.isPrimitive() && isMap(only.asGroupType())) {
        return map(only.asGroupType(), path);
      }
    }
    List<Field> inner = fields(group, path);
    return (json, row, field, index) -> {
      json.writeStartObject();
      write(json, row.getGroup(field, index), inner, -1);
      json.writeEndObject();
    };
  }

  /**
   * A list. Its repeated field is the element, as older writers have it; or a group with one field,
   * which is the element and may be null.
   */
  private Cell list(String name, Type repeated, List<String> path) throws IOException {
    if (isElement(name, repeated)) {
      Cell element = cell(repeated, path);
      return (json, row, field, index) -> array(json, row.getGroup(field, index), 0, element);
    }
    Cell element = cell(repeated.asGroupType().getType(0), path);
    Cell wrapped =
        (json, row, field, index) -> {
          Group group = row.getGroup(field, index);
          if (group.getFieldRepetitionCount(0) == 0) {
            json.writeNull();
          } else {
            element.write(json, group, 0, 0);
          }
        };
    return (json, row, field, index) -> array(json, row.getGroup(field, index), 0, wrapped);
  }

  private static boolean isElement(String list, Type repeated) {
    return repeated.isPrimitive()
        || repeated.asGroupType().getFieldCount() != 1
        || repeated.asGroupType().getType(0).isRepetition(Type.Repetition.REPEATED)
        || repeated.getName().equals("array")
        || repeated.getName().equals(list + "_tuple");
  }

  /** Whether keys can be the names of an object's fields. */
  private static boolean isMap(GroupType entry) {
    return entry.getFieldCount() <= 2 && entry.getType(0).isPrimitive();
  }

  private Cell map(GroupType entry, List<String> path) throws IOException {
    boolean text = ScalarJson.isBinary(entry.getType(0).asPrimitiveType());
    Cell value = entry.getFieldCount() == 1 ? null : cell(entry.getType(1), path);
    return (json, row, field, index) -> {
      Group map = row.getGroup(field, index);
      json.writeStartObject();
      for (int i = 0; i < map.getFieldRepetitionCount(0); i++) {
        Group each = map.getGroup(0, i);
        if (each.getFieldRepetitionCount(0) == 0) {
          continue; // a key may not be null
        }
        json.writeFieldName(
            text ? ScalarJson.text(each.getBinary(0, 0)) : each.getValueToString(0, 0));
        if (value == null || each.getFieldRepetitionCount(1) == 0) {
          json.writeNull();
        } else {
          value.write(json, each, 1, 0);
        }
      }
      json.writeEndObject();
    };
  }
}
