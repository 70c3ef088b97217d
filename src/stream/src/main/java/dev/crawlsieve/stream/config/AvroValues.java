package dev.crawlsieve.stream.config;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import java.io.IOException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericEnumSymbol;
import org.apache.avro.generic.GenericFixed;
import org.apache.avro.generic.IndexedRecord;

/** Avro's values as JSON: a union is its value. Loaded only if Avro is on the class path. */
final class AvroValues {

  private AvroValues() {}

  static void addTo(SimpleModule values) {
    values.addSerializer(IndexedRecord.class, new Records());
    values.addSerializer(GenericFixed.class, new Fixed());
    values.addSerializer(GenericEnumSymbol.class, ToStringSerializer.instance);
  }

  private static final class Records extends JsonSerializer<IndexedRecord> {
    @Override
    public void serialize(IndexedRecord value, JsonGenerator json, SerializerProvider all)
        throws IOException {
      json.writeStartObject();
      for (Schema.Field field : value.getSchema().getFields()) {
        all.defaultSerializeField(field.name(), value.get(field.pos()), json);
      }
      json.writeEndObject();
    }
  }

  private static final class Fixed extends JsonSerializer<GenericFixed> {
    @Override
    public void serialize(GenericFixed value, JsonGenerator json, SerializerProvider all)
        throws IOException {
      json.writeBinary(value.bytes());
    }
  }
}
