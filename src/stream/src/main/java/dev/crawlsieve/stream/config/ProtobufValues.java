package dev.crawlsieve.stream.config;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * Protobuf's messages as JSON, under the names that <a
 * href="https://protobuf.dev/programming-guides/json/">its own JSON</a> has: {@code fetchTime} for
 * {@code fetch_time}. Loaded only if Protobuf is on the class path.
 */
final class ProtobufValues {

  private ProtobufValues() {}

  static void addTo(SimpleModule values) {
    values.addSerializer(Message.class, new Messages());
    values.addSerializer(ByteString.class, new Bytes());
    values.addSerializer(EnumValueDescriptor.class, new Enums());
  }

  private static final class Messages extends JsonSerializer<Message> {
    @Override
    public void serialize(Message value, JsonGenerator json, SerializerProvider all)
        throws IOException {
      json.writeStartObject();
      for (Map.Entry<FieldDescriptor, Object> field : value.getAllFields().entrySet()) {
        json.writeFieldName(field.getKey().getJsonName());
        if (field.getKey().isMapField()) {
          writeMap((List<?>) field.getValue(), json, all);
        } else {
          all.defaultSerializeValue(field.getValue(), json);
        }
      }
      json.writeEndObject();
    }

    /** A map is a list of messages, each with a key and a value. */
    private static void writeMap(List<?> entries, JsonGenerator json, SerializerProvider all)
        throws IOException {
      json.writeStartObject();
      for (Object each : entries) {
        Message entry = (Message) each;
        List<FieldDescriptor> fields = entry.getDescriptorForType().getFields();
        Object value = entry.getField(fields.get(1));
        all.defaultSerializeField(entry.getField(fields.get(0)).toString(), value, json);
      }
      json.writeEndObject();
    }
  }

  private static final class Bytes extends JsonSerializer<ByteString> {
    @Override
    public void serialize(ByteString value, JsonGenerator json, SerializerProvider all)
        throws IOException {
      json.writeBinary(value.toByteArray());
    }
  }

  private static final class Enums extends JsonSerializer<EnumValueDescriptor> {
    @Override
    public void serialize(EnumValueDescriptor value, JsonGenerator json, SerializerProvider all)
        throws IOException {
      json.writeString(value.getName());
    }
  }
}
