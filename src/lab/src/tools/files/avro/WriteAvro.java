import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.avro.AvroParquetWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** WriteAvro FOLDER BASE: pages of truth.jsonl with parquet-avro, with lists of two levels and of three. */
public class WriteAvro {

  public static void main(String[] args) throws Exception {
    for (boolean two : new boolean[] {true, false}) {
      Configuration conf = new Configuration();
      conf.setBoolean("parquet.avro.write-old-list-structure", two);
      String file = "file://" + args[0] + (two ? "/avro-two.parquet" : "/avro-three.parquet");
      Schema values = SchemaBuilder.map().values().array().items().stringType();
      Schema link = SchemaBuilder.record("Link").fields().requiredString("href").endRecord();
      Schema time = LogicalTypes.timestampMicros().addToSchema(Schema.create(Schema.Type.LONG));
      Schema schema =
          SchemaBuilder.record("Page").fields().requiredString("url").name("headers").type(values).noDefault()
              .name("fetchTime").type(time).noDefault().requiredInt("status")
              .name("links").type().array().items(link).noDefault().requiredBytes("html").endRecord();
      try (ParquetWriter<GenericRecord> out =
          AvroParquetWriter.<GenericRecord>builder(new org.apache.hadoop.fs.Path(file))
              .withSchema(schema).withConf(conf).withCompressionCodec(CompressionCodecName.ZSTD).build()) {
        for (String line : Files.readAllLines(Path.of(args[0], "truth.jsonl"))) {
          JsonNode page = new ObjectMapper().readTree(line);
          GenericRecord linked = new GenericData.Record(link);
          linked.put("href", "/x");
          GenericRecord row = new GenericData.Record(schema);
          row.put("url", args[1] + page.path("path").asText());
          row.put("headers", Map.of("Content-Type", List.of(page.path("contentType").asText())));
          row.put("fetchTime", 1769860800000000L);
          row.put("status", page.path("status").asInt());
          row.put("links", List.of(linked, linked));
          row.put("html", ByteBuffer.wrap(page.path("body").binaryValue()));
          out.write(row);
        }
      }
    }
  }
}
