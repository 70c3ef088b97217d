package dev.crawlsieve.stream.config;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import dev.crawlsieve.core.config.PageFields;
import dev.crawlsieve.core.config.PageFields.Target;
import dev.crawlsieve.core.config.PageSettings;
import dev.crawlsieve.core.config.SettingsException;
import java.time.temporal.Temporal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * Makes JSON page events of what a user's {@link Deserializer} returns. Strings and bytes are taken
 * as JSON; all else has a JSON tree, as Jackson makes it of maps, beans and its own nodes, and
 * {@link AvroValues} and {@link ProtobufValues} of theirs. A body of bytes becomes {@code
 * bodyBase64}, so its character set is determined like that of any page.
 *
 * <p>A deserializer need not be thread-safe, so one thread uses it at a time.
 */
final class PageDeserializer implements PageSettings.Decoder {

  private static final ObjectMapper JSON = mapper();
  private static final String BYTES = "bodyBase64";
  private static final Map<Target, String> TYPES =
      Map.of(Target.HTML, "text/html", Target.TEXT, "text/plain", Target.MARKDOWN, "text/markdown");

  private final Deserializer<?> deserializer;
  private final String topic;

  /**
   * The fields that may hold the body, with its type, in the order in which they are looked for.
   */
  private final Map<List<String>, String> bodies = new LinkedHashMap<>();

  private PageDeserializer(Deserializer<?> deserializer, String topic, PageFields fields) {
    this.deserializer = deserializer;
    this.topic = topic;
    bodies.put(List.of(BYTES), "");
    if (!fields.namesBody()) {
      bodies.put(List.of("html"), "text/html");
      bodies.put(List.of("text"), "text/plain");
    }
    for (PageFields.Field field : (fields.isOwn() ? PageFields.KNOWN : fields).fields()) {
      if (field.target().isBody()) {
        bodies.putIfAbsent(field.path(), TYPES.get(field.target()));
      }
    }
  }

  /**
   * The decoder of a class.
   *
   * @param type its name
   * @param topic the topic of pages
   * @param settings what the deserializer is configured by
   * @throws SettingsException if there is no such deserializer, or it refuses its settings
   */
  static PageDeserializer of(
      String type, String topic, Map<String, Object> settings, PageFields fields) {
    try {
      Deserializer<?> deserializer = Utils.newInstance(type, Deserializer.class);
      deserializer.configure(settings, false);
      return new PageDeserializer(deserializer, topic, fields);
    } catch (ClassNotFoundException | LinkageError e) {
      throw missing(type, e);
    } catch (ClassCastException e) {
      throw new SettingsException(
          "page.format is " + type + ", must be json, raw or a Deserializer", e);
    } catch (RuntimeException e) { // any that a user's class throws
      Throwable cause = e instanceof KafkaException && e.getCause() != null ? e.getCause() : e;
      throw new SettingsException("page.format: " + type + " refuses: " + cause, e);
    }
  }

  private static SettingsException missing(String type, Throwable cause) {
    return new SettingsException(
        ("page.format is %s, must be json, raw or a class that can be loaded (%s): put its jar, and"
                + " those it needs, into lib/ext")
            .formatted(type, cause),
        cause);
  }

  @Override
  public byte[] event(byte[] value, Function<String, byte @Nullable []> headers) {
    Object read = read(value, headers);
    if (read instanceof byte[] json) {
      return json;
    }
    if (read instanceof String json) {
      return json.getBytes(UTF_8);
    }
    if (!(JSON.<JsonNode>valueToTree(read) instanceof ObjectNode event)) {
      throw new IllegalArgumentException("it is no object with fields");
    }
    moveBytes(event);
    try {
      return JSON.writeValueAsBytes(event);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e.getOriginalMessage(), e);
    }
  }

  private synchronized @Nullable Object read(
      byte[] value, Function<String, byte @Nullable []> headers) {
    try {
      return deserializer.deserialize(topic, new Named(headers), value);
    } catch (LinkageError e) {
      throw missing(deserializer.getClass().getName(), e);
    }
  }

  /** Moves the body, if it is bytes. */
  private void moveBytes(ObjectNode event) {
    for (Map.Entry<List<String>, String> body : bodies.entrySet()) {
      List<String> path = body.getKey();
      int last = path.size() - 1;
      JsonNode around = event;
      for (String name : path.subList(0, last)) {
        around = around.path(name);
      }
      JsonNode found = around.path(path.get(last));
      if (found.isBinary() && around instanceof ObjectNode object) {
        object.remove(path.get(last));
        event.set(BYTES, found);
        if (!event.hasNonNull("contentType") && !event.hasNonNull("headers")) {
          event.put("contentType", body.getValue());
        }
      }
      if (!found.isMissingNode() && !found.isNull()) {
        return;
      }
    }
  }

  private static ObjectMapper mapper() {
    SimpleModule values = new SimpleModule();
    values.addSerializer(CharSequence.class, ToStringSerializer.instance);
    values.addSerializer(Temporal.class, ToStringSerializer.instance);
    if (isPresent("org.apache.avro.generic.IndexedRecord")) {
      AvroValues.addTo(values);
    }
    if (isPresent("com.google.protobuf.Message")) {
      ProtobufValues.addTo(values);
    }
    return JsonMapper.builder().addModule(values).build();
  }

  /** Neither library is one of this program's: a user's jars bring it. */
  private static boolean isPresent(String type) {
    try {
      Class.forName(type, false, PageDeserializer.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  /**
   * Headers that are asked for by name, as deserializers do that find the schema's number there.
   */
  private static final class Named extends RecordHeaders {

    private final Function<String, byte @Nullable []> values;

    private Named(Function<String, byte @Nullable []> values) {
      this.values = values;
    }

    @Override
    public @Nullable Header lastHeader(String name) {
      byte[] value = values.apply(name);
      return value == null ? null : new RecordHeader(name, value);
    }
  }
}
