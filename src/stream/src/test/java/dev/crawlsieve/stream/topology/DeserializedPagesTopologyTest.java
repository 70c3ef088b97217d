package dev.crawlsieve.stream.topology;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Type;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.MessageOptions;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.extract.PageReader;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.Page;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.pending.FakeCursors;
import dev.crawlsieve.stream.run.Wings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages that are no JSON, read by a user's deserializer, such as those of a schema registry. */
final class DeserializedPagesTopologyTest {

  private static final String TEXT =
      "The quick brown fox jumps over the lazy dog while seven wizards brew quite potent elixirs in"
          + " the old tower by the river, and every evening the bells of the small town ring out.";

  private static final Schema SCHEMA =
      new Schema.Parser()
          .parse(
              """
              {"type": "record", "name": "Crawled", "fields": [
                {"name": "meta", "type": {"type": "record", "name": "Meta", "fields": [
                  {"name": "loc", "type": "string"},
                  {"name": "code", "type": ["null", "int"]}]}},
                {"name": "headers", "type": {"type": "map", "values": "string"}},
                {"name": "content", "type": ["null", "bytes"]}]}""");

  private static final String FIELDS = "url=meta.loc,status=meta.code,html=content";

  @TempDir Path folder;

  /** Like those of a registry: a 0, the schema's number, and the record. */
  public static final class Framed implements Deserializer<GenericRecord> {
    private int number;

    @Override
    public void configure(Map<String, ?> settings, boolean key) {
      number = Integer.parseInt(settings.get("registry.number").toString());
    }

    @Override
    public GenericRecord deserialize(String topic, byte[] value) {
      ByteBuffer frame = ByteBuffer.wrap(value);
      int found = frame.get() == 0 ? frame.getInt() : -1;
      if (found != number) {
        throw new SerializationException("schema " + found + " of " + topic + " is unknown");
      }
      try {
        return new GenericDatumReader<GenericRecord>(SCHEMA)
            .read(null, DecoderFactory.get().binaryDecoder(value, 5, value.length - 5, null));
      } catch (IOException e) {
        throw new SerializationException("cannot be read", e);
      }
    }
  }

  private static byte[] framed(int number, String url, int code, byte[] body) throws IOException {
    GenericRecord meta = new GenericData.Record(SCHEMA.getField("meta").schema());
    meta.put("loc", url);
    meta.put("code", code);
    GenericRecord page = new GenericData.Record(SCHEMA);
    page.put("meta", meta);
    page.put("headers", Map.of("content-type", "text/html; charset=iso-8859-1"));
    page.put("content", ByteBuffer.wrap(body));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(ByteBuffer.allocate(5).put((byte) 0).putInt(number).array());
    BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(out, null);
    new GenericDatumWriter<GenericRecord>(SCHEMA).write(page, encoder);
    encoder.flush();
    return out.toByteArray();
  }

  @Test
  void shouldDecideOnWhatAValueHoldsAndPassItOnUnchanged() throws Exception {
    byte[] first = framed(7, "http://a.example/1", 200, TEXT.getBytes(UTF_8));
    byte[] copy = framed(7, "http://b.example/2", 200, TEXT.getBytes(UTF_8));
    byte[] unknown = framed(8, "http://c.example/3", 200, TEXT.getBytes(UTF_8));
    byte[] cut = first.clone();
    cut[5] = (byte) 0xfe; // the length of the URL
    SieveConfig config =
        config(Framed.class, Map.of("consumer.registry.number", "7", "page.fields", FIELDS));
    Properties properties = new Properties();
    properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "test");
    properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "unused:1");
    properties.put(StreamsConfig.STATE_DIR_CONFIG, folder.toString());
    try (TopologyTestDriver driver =
        new TopologyTestDriver(
            new SieveTopology(config, Wings.ALL, new FakeCursors()).get(), properties)) {
      TestInputTopic<byte[], byte[]> pages =
          driver.createInputTopic("pages", new ByteArraySerializer(), new ByteArraySerializer());
      for (byte[] page : List.of(first, copy, unknown, cut)) {
        pages.pipeInput(page);
      }
      assertThat(values(driver, "unique")).containsExactly(first);
      assertThat(values(driver, "duplicate")).containsExactly(copy);
      Verdict verdict = VerdictCodec.decode(values(driver, "verdicts").get(1));
      assertThat(verdict.duplicateOf().url()).isEqualTo("http://a.example/1");
      List<TestRecord<byte[], byte[]>> letters = read(driver, "dead-letters");
      assertThat(letters).extracting(TestRecord::value).containsExactly(unknown, cut);
      assertThat(letters)
          .allSatisfy(
              letter -> assertThat(header(letter, "crawlsieve.stage")).isEqualTo("fingerprint"));
      assertThat(header(letters.get(0), "crawlsieve.reason"))
          .isEqualTo("the deserializer cannot read the value: schema 8 of pages is unknown");
      assertThat(header(letters.get(1), "crawlsieve.reason"))
          .startsWith("the deserializer cannot read the value: ");
    }
  }

  /** Bytes stay bytes until it is known which characters they are. */
  @Test
  void shouldReadABodyOfBytesInItsCharacterSet() throws Exception {
    Page page =
        read(
            config(Framed.class, Map.of("consumer.registry.number", "7", "page.fields", FIELDS)),
            framed(7, "http://a.example/", 404, new byte[] {'c', 'a', 'f', (byte) 0xe9}));
    assertThat(page.url()).isEqualTo("http://a.example/");
    assertThat(page.status()).isEqualTo("404");
    assertThat(page.declared().toString()).contains("iso-8859-1");
    assertThat(page.body().bytes()).containsExactly('c', 'a', 'f', 0xe9);
  }

  /** As those of Protobuf return it, with the names that its own JSON has. */
  public static final class Messages implements Deserializer<DynamicMessage> {
    private static final Descriptor TYPE = type();

    private static Descriptor type() {
      DescriptorProto.Builder entry =
          DescriptorProto.newBuilder()
              .setName("HeadersEntry")
              .setOptions(MessageOptions.newBuilder().setMapEntry(true))
              .addField(field("key", 1, Type.TYPE_STRING))
              .addField(field("value", 2, Type.TYPE_STRING));
      DescriptorProto.Builder page =
          DescriptorProto.newBuilder()
              .setName("Page")
              .addField(field("url", 1, Type.TYPE_STRING))
              .addField(field("html", 2, Type.TYPE_BYTES))
              .addField(field("fetch_time", 3, Type.TYPE_INT64))
              .addField(
                  field("headers", 4, Type.TYPE_MESSAGE)
                      .setTypeName("Page.HeadersEntry")
                      .setLabel(FieldDescriptorProto.Label.LABEL_REPEATED))
              .addNestedType(entry);
      try {
        return FileDescriptor.buildFrom(
                FileDescriptorProto.newBuilder().setSyntax("proto3").addMessageType(page).build(),
                new FileDescriptor[0])
            .getMessageTypes()
            .get(0);
      } catch (DescriptorValidationException e) {
        throw new AssertionError(e);
      }
    }

    private static FieldDescriptorProto.Builder field(String name, int number, Type type) {
      return FieldDescriptorProto.newBuilder().setName(name).setNumber(number).setType(type);
    }

    @Override
    public DynamicMessage deserialize(String topic, byte[] value) {
      try {
        return DynamicMessage.parseFrom(TYPE, value);
      } catch (InvalidProtocolBufferException e) {
        throw new SerializationException(e);
      }
    }
  }

  @Test
  void shouldReadMessagesOfProtobuf() throws Exception {
    Descriptor type = Messages.TYPE;
    Descriptor header = type.findNestedTypeByName("HeadersEntry");
    DynamicMessage message =
        DynamicMessage.newBuilder(type)
            .setField(type.findFieldByName("url"), "http://a.example/")
            .setField(type.findFieldByName("html"), ByteString.copyFrom(new byte[] {(byte) 0xe9}))
            .setField(type.findFieldByName("fetch_time"), 1_767_225_600_000L)
            .addRepeatedField(
                type.findFieldByName("headers"),
                DynamicMessage.newBuilder(header)
                    .setField(header.findFieldByName("key"), "content-type")
                    .setField(header.findFieldByName("value"), "text/html; charset=iso-8859-1")
                    .build())
            .build();
    Page page = read(config(Messages.class, Map.of()), message.toByteArray());
    assertThat(page.url()).isEqualTo("http://a.example/");
    assertThat(page.fetchTime()).isEqualTo("2026-01-01T00:00:00Z");
    assertThat(page.declared().toString()).contains("iso-8859-1");
    assertThat(page.body().bytes()).containsExactly(0xe9);
  }

  /** What many others return: maps, beans and JSON itself. The header says which. */
  public static final class Various implements Deserializer<Object> {

    /** A page as a class of its own. */
    public record Bean(String url, CharSequence text) {}

    @Override
    public Object deserialize(String topic, byte[] value) {
      throw new AssertionError("there are headers");
    }

    @Override
    public Object deserialize(String topic, Headers headers, byte[] value) {
      String text = new String(value, UTF_8);
      return switch (new String(headers.lastHeader("form").value(), UTF_8)) {
        case "map" -> Map.of("url", "http://a.example/", "text", CharBuffer.wrap(text));
        case "bean" -> new Bean("http://a.example/", text);
        case "json" -> "{\"url\": \"http://a.example/\", \"text\": \"" + text + "\"}";
        case "list" -> List.of(text);
        default -> null;
      };
    }
  }

  @Test
  void shouldReadMapsAndBeansAndJson() throws Exception {
    PageReader reader = PageReader.of(config(Various.class, Map.of()).page());
    for (String form : List.of("map", "bean", "json")) {
      Page page = reader.read(null, "one".getBytes(UTF_8), name -> form(name, form));
      assertThat(page.url()).isEqualTo("http://a.example/");
      assertThat(page.body().bytes()).asString(UTF_8).isEqualTo("one");
    }
    for (String form : List.of("list", "null")) {
      assertThatThrownBy(() -> reader.read(null, "one".getBytes(UTF_8), name -> form(name, form)))
          .isInstanceOf(BadPageException.class)
          .hasMessageContaining("the deserializer cannot read the value: it is no object");
    }
  }

  private static byte[] form(String name, String form) {
    return name.equals("form") ? form.getBytes(UTF_8) : null;
  }

  @Test
  void shouldSayWhichClassIsMissing() {
    assertThatThrownBy(() -> SieveConfig.of(Map.of("page.format", "com.example.Missing")))
        .isInstanceOf(SettingsException.class)
        .hasMessageStartingWith("page.format is com.example.Missing, must be json, raw or a class")
        .hasMessageEndingWith("put its jar, and those it needs, into lib/ext");
    assertThatThrownBy(() -> SieveConfig.of(Map.of("page.format", "java.lang.String")))
        .hasMessage("page.format is java.lang.String, must be json, raw or a Deserializer");
    assertThatThrownBy(() -> config(Framed.class, Map.of()))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("Framed refuses: ");
    assertThatThrownBy(() -> config(Various.class, Map.of()).page().requireEvents())
        .hasMessage(
            "page.format is a class, but pages from files are page events in JSON: set it to json");
  }

  /** Else another deserializer, or the same under another name, would need a new generation. */
  @Test
  void shouldNotCountAsAnotherFormat() {
    assertThat(config(Various.class, Map.of()).recorded())
        .isEqualTo(SieveConfig.of(Map.of("index.memory.bytes", "4000000")).recorded());
  }

  private static SieveConfig config(Class<?> deserializer, Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(settings);
    all.put("index.memory.bytes", "4000000");
    all.put("page.format", deserializer.getName());
    return SieveConfig.of(all);
  }

  private static Page read(SieveConfig config, byte[] value) throws BadPageException {
    return PageReader.of(config.page()).read(null, value, name -> null);
  }

  private static List<TestRecord<byte[], byte[]>> read(TopologyTestDriver driver, String topic) {
    return driver
        .createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
        .readRecordsToList();
  }

  private static List<byte[]> values(TopologyTestDriver driver, String topic) {
    return read(driver, topic).stream().map(TestRecord::value).toList();
  }

  private static String header(TestRecord<byte[], byte[]> record, String name) {
    return new String(record.headers().lastHeader(name).value(), UTF_8);
  }
}
