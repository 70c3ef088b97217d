package dev.crawlsieve.verdict;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.crawlsieve.fingerprint.Coordinates;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/** The stored form of a verdict: one JSON object on one line, in UTF-8. */
public final class VerdictCodec {

  private static final JsonFactory JSON = new JsonFactory();
  private static final List<String> FIELDS_OF_A_COPY =
      List.of("kind", "duplicateOf", "match", "distance", "similarity", "agreeing", "table");

  private VerdictCodec() {}

  /** The stored form of a verdict. */
  public static byte[] encode(Verdict verdict) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(512);
    try (JsonGenerator json = JSON.createGenerator(out)) {
      write(verdict, json);
    } catch (IOException e) {
      throw new IllegalStateException("writing to memory does not fail", e);
    }
    return out.toByteArray();
  }

  private static void write(Verdict verdict, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("url", verdict.url());
    json.writeStringField("decision", lower(verdict.decision()));
    if (verdict.decision() == Verdict.Decision.DUPLICATE) {
      json.writeStringField("kind", lower(verdict.kind()));
      json.writeObjectFieldStart("duplicateOf");
      json.writeStringField("url", verdict.duplicateOf().url());
      json.writeNumberField("partition", verdict.duplicateOf().source().partition());
      json.writeNumberField("offset", verdict.duplicateOf().source().offset());
      json.writeEndObject();
      json.writeStringField("match", verdict.match());
      json.writeNumberField("distance", verdict.distance());
      if (verdict.similarity() < 0) {
        json.writeNullField("similarity");
      } else {
        json.writeNumberField("similarity", verdict.similarity());
      }
      if (verdict.agreeing() < 0) {
        json.writeNullField("agreeing");
      } else {
        json.writeNumberField("agreeing", verdict.agreeing());
      }
      json.writeStringField("table", verdict.table());
    } else {
      for (String name : FIELDS_OF_A_COPY) {
        json.writeNullField(name);
      }
    }
    json.writeNumberField("compared", verdict.compared());
    json.writeBooleanField("truncated", verdict.truncated());
    json.writeStringField("detector", verdict.detector());
    json.writeStringField("settings", HexFormat.of().toHexDigits(verdict.settings()));
    json.writeNumberField("partition", verdict.source().partition());
    json.writeNumberField("offset", verdict.source().offset());
    json.writeNumberField("timestamp", verdict.timestamp());
    json.writeNumberField("lane", verdict.lane());
    json.writeNumberField("laneOffset", verdict.laneOffset());
    json.writeEndObject();
  }

  /**
   * Reads a stored verdict. Fields that are not known are passed over.
   *
   * @throws UnreadableVerdictException if it is no JSON object, or a field is missing or of a wrong
   *     type
   */
  public static Verdict decode(byte[] stored) throws UnreadableVerdictException {
    if (stored == null) {
      throw new UnreadableVerdictException("a verdict record without a value");
    }
    try (JsonParser json = JSON.createParser(stored)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        throw new UnreadableVerdictException("a verdict that is not a JSON object");
      }
      VerdictFields fields = new VerdictFields();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        fields.read(json);
      }
      return fields.verdict();
    } catch (IOException | IllegalArgumentException e) {
      throw new UnreadableVerdictException("an unreadable verdict: " + firstLine(e), e);
    }
  }

  private static String firstLine(Exception e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  /** The fields of a verdict as they come by. */
  private static final class VerdictFields {
    private String url;
    private String decision;
    private String kind;
    private Verdict.Original duplicateOf;
    private String match;
    private int distance = -1;
    private double similarity = -1;
    private int agreeing = -1;
    private String table;
    private int compared;
    private boolean truncated;
    private String detector;
    private int settings;
    private int partition = -1;
    private long offset = -1;
    private long timestamp;
    private int lane = -1;
    private long laneOffset = -1;

    void read(JsonParser json) throws IOException {
      String name = json.currentName();
      JsonToken token = json.nextToken();
      if (token == JsonToken.VALUE_NULL) {
        return;
      }
      switch (name) {
        case "url" -> url = json.getText();
        case "decision" -> decision = json.getText();
        case "kind" -> kind = json.getText();
        case "duplicateOf" -> duplicateOf = original(json);
        case "match" -> match = json.getText();
        case "distance" -> distance = json.getIntValue();
        case "similarity" -> similarity = json.getDoubleValue();
        case "agreeing" -> agreeing = json.getIntValue();
        case "table" -> table = json.getText();
        case "compared" -> compared = json.getIntValue();
        case "truncated" -> truncated = json.getBooleanValue();
        case "detector" -> detector = json.getText();
        case "settings" -> settings = HexFormat.fromHexDigits(json.getText());
        case "partition" -> partition = json.getIntValue();
        case "offset" -> offset = json.getLongValue();
        case "timestamp" -> timestamp = json.getLongValue();
        case "lane" -> lane = json.getIntValue();
        case "laneOffset" -> laneOffset = json.getLongValue();
        default -> json.skipChildren();
      }
    }

    private static Verdict.Original original(JsonParser json) throws IOException {
      String url = null;
      int partition = -1;
      long offset = -1;
      if (json.currentToken() != JsonToken.START_OBJECT) {
        throw new IllegalArgumentException("duplicateOf is not an object");
      }
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        json.nextToken();
        switch (name) {
          case "url" -> url = json.getText();
          case "partition" -> partition = json.getIntValue();
          case "offset" -> offset = json.getLongValue();
          default -> json.skipChildren();
        }
      }
      return new Verdict.Original(url, new Coordinates(partition, offset));
    }

    Verdict verdict() {
      if (url == null
          || decision == null
          || partition < 0
          || offset < 0
          || lane < 0
          || laneOffset < 0) {
        throw new IllegalArgumentException(
            "one of url, decision, partition, offset, lane and laneOffset is missing");
      }
      Verdict.Decision decided = Verdict.Decision.valueOf(decision.toUpperCase(Locale.ROOT));
      if (decided == Verdict.Decision.DUPLICATE && (kind == null || duplicateOf == null)) {
        throw new IllegalArgumentException("a duplicate without kind or duplicateOf");
      }
      return new Verdict(
          url,
          new Coordinates(partition, offset),
          timestamp,
          lane,
          laneOffset,
          decided,
          kind == null ? null : Verdict.Kind.valueOf(kind.toUpperCase(Locale.ROOT)),
          duplicateOf,
          match,
          distance,
          similarity,
          agreeing,
          table,
          compared,
          truncated,
          detector,
          settings);
    }
  }
}
