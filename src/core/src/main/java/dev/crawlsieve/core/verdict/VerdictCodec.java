package dev.crawlsieve.core.verdict;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.config.OverrideRule;
import dev.crawlsieve.core.config.OverrideRule.Subject;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.name.Identity;
import java.io.IOException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/** The stored form of a verdict: one JSON object on one line, in UTF-8. */
public final class VerdictCodec {

  private static final JsonFactory JSON = new JsonFactory();
  private static final ObjectMapper TREES = new ObjectMapper();
  private static final int EXPECTED_BYTES = 512;
  private static final List<String> POSITION = List.of("partition", "offset", "laneOffset");

  /** A new object for each verdict would be a tenth of what a lane allocates. */
  private static final ThreadLocal<JsonBytes> WRITERS =
      ThreadLocal.withInitial(() -> new JsonBytes(EXPECTED_BYTES));

  private static final String REFERENCE = ",\"reference\":true";
  private static final String NO_MATCH =
      ",\"duplicateOf\":null,\"match\":null,\"distance\":null,\"similarity\":null,"
          + "\"agreeing\":null,\"identity\":null,\"contained\":null,\"table\":null";

  private VerdictCodec() {}

  /** The stored form of a verdict. */
  public static byte[] encode(Verdict verdict) {
    JsonBytes json = WRITERS.get().clear();
    json.raw("{\"url\":").string(verdict.url());
    if (verdict.dropped()) {
      json.raw(",\"decision\":\"duplicate\",\"kind\":\"override\"").raw(NO_MATCH);
    } else if (verdict.evidence() == null) {
      json.raw(",\"decision\":\"unique\",\"kind\":null").raw(NO_MATCH);
    } else {
      evidence(verdict.evidence(), json);
    }
    json.raw(",\"compared\":").number(verdict.compared());
    json.raw(",\"detector\":").string(verdict.basis().detector());
    json.raw(",\"settings\":").hex(verdict.basis().settings());
    position(verdict.source(), json);
    json.raw(",\"timestamp\":").number(verdict.timestamp());
    json.raw(",\"lane\":").number(verdict.lane());
    json.raw(",\"laneOffset\":").number(verdict.laneOffset());
    if (verdict.newVersionOf() != null) {
      original(",\"newVersionOf\":", verdict.newVersionOf(), json);
    }
    Verdict.Replaced replaced = verdict.replaces();
    if (replaced != null) {
      json.raw(",\"replaces\":{\"url\":").string(replaced.url());
      position(replaced.source(), json);
      json.raw(",\"by\":").string(replaced.by()).raw("}");
    }
    if (verdict.overridden() != null) {
      overridden(verdict.overridden(), json);
    }
    return json.raw(verdict.reference() ? REFERENCE : "").raw("}").toBytes();
  }

  /** The stored form as a tree, to which more fields can be added for display. */
  public static ObjectNode tree(Verdict verdict) {
    try {
      return (ObjectNode) TREES.readTree(encode(verdict));
    } catch (IOException e) {
      throw new IllegalStateException("a verdict is always a JSON object", e);
    }
  }

  /**
   * The verdict that a page would get, as JSON: without a position, which the page does not have,
   * and with the position of the lane up to which pages are considered.
   *
   * @param asOf offset in the lane; -1 before the first page
   */
  public static ObjectNode answer(Verdict verdict, long asOf) {
    ObjectNode json = tree(verdict);
    json.remove(POSITION);
    json.putObject("asOf").put("lane", verdict.lane()).put("offset", asOf);
    return json;
  }

  private static void evidence(Evidence evidence, JsonBytes json) {
    json.raw(",\"decision\":\"duplicate\",\"kind\":").string(lower(evidence.kind()));
    original(",\"duplicateOf\":", evidence.duplicateOf(), json);
    json.raw(",\"match\":").string(lower(evidence.match()));
    json.raw(",\"distance\":").number(evidence.distance());
    share(json.raw(",\"similarity\":"), evidence.similarity());
    json.raw(",\"agreeing\":");
    if (evidence.agreeing() < 0) {
      json.raw("null");
    } else {
      json.number(evidence.agreeing());
    }
    json.raw(",\"identity\":").string(lower(evidence.identity()));
    share(json.raw(",\"contained\":"), evidence.contained());
    json.raw(",\"table\":").string(evidence.table());
  }

  private static void share(JsonBytes json, double share) {
    if (share < 0) {
      json.raw("null");
    } else {
      json.number(share);
    }
  }

  private static void original(String name, Verdict.Original original, JsonBytes json) {
    json.raw(name).raw("{\"url\":").string(original.url());
    position(original.source(), json);
    json.raw(original.reference() ? REFERENCE : "").raw("}");
  }

  private static void position(Coordinates source, JsonBytes json) {
    json.raw(",\"partition\":").number(source.partition());
    json.raw(",\"offset\":").number(source.offset());
  }

  private static void overridden(Verdict.Overridden overridden, JsonBytes json) {
    OverrideRule rule = overridden.rule();
    json.raw(",\"override\":{\"action\":").string(rule.action().text());
    json.raw(rule.subject() == Subject.URL ? ",\"url\":" : ",\"host\":");
    json.string(rule.name());
    if (overridden.match() != null) {
      original(",\"matches\":", overridden.match(), json);
    }
    json.raw("}");
  }

  /**
   * Reads a stored verdict. Unknown fields are skipped.
   *
   * @throws UnreadableVerdictException if it is not a JSON object, or a field is missing or of the
   *     wrong type
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

  private static String text(JsonParser json) throws IOException {
    if (json.currentToken() != JsonToken.VALUE_STRING) {
      throw new IllegalArgumentException(json.currentName() + " is not a string");
    }
    return json.getText();
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  private static <E extends Enum<E>> E constant(Class<E> type, String name) {
    return Enum.valueOf(type, name.toUpperCase(Locale.ROOT));
  }

  /** The fields of a verdict, collected as they are read. */
  private static final class VerdictFields {
    private String url;
    private String decision;
    private String kind;
    private Verdict.Original duplicateOf;
    private Verdict.Original newVersionOf;
    private String match;
    private int distance = -1;
    private double similarity = -1;
    private int agreeing = -1;
    private Identity identity = Identity.NONE;
    private double contained = -1;
    private String table = "";
    private int compared;
    private String detector = "";
    private int settings;
    private int partition = -1;
    private long offset = -1;
    private long timestamp;
    private int lane = -1;
    private long laneOffset = -1;
    private Verdict.Replaced replaces;
    private boolean reference;
    private Verdict.Overridden overridden;

    void read(JsonParser json) throws IOException {
      String name = json.currentName();
      JsonToken token = json.nextToken();
      if (token == JsonToken.VALUE_NULL) {
        return;
      }
      switch (name) {
        case "url" -> url = text(json);
        case "decision" -> decision = text(json);
        case "kind" -> kind = text(json);
        case "duplicateOf" -> duplicateOf = Inner.read(json, name).original();
        case "newVersionOf" -> newVersionOf = Inner.read(json, name).original();
        case "replaces" -> replaces = Inner.read(json, name).replaced();
        case "match" -> match = text(json);
        case "distance" -> distance = json.getIntValue();
        case "similarity" -> similarity = json.getDoubleValue();
        case "agreeing" -> agreeing = json.getIntValue();
        case "identity" -> identity = constant(Identity.class, text(json));
        case "contained" -> contained = json.getDoubleValue();
        case "table" -> table = text(json);
        case "compared" -> compared = json.getIntValue();
        case "detector" -> detector = text(json);
        case "settings" -> settings = HexFormat.fromHexDigits(text(json));
        case "partition" -> partition = json.getIntValue();
        case "offset" -> offset = json.getLongValue();
        case "timestamp" -> timestamp = json.getLongValue();
        case "lane" -> lane = json.getIntValue();
        case "laneOffset" -> laneOffset = json.getLongValue();
        case "reference" -> reference = json.getBooleanValue();
        case "override" -> overridden = Inner.read(json, name).overridden();
        default -> json.skipChildren();
      }
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
      boolean unique = constant(Verdict.Decision.class, decision) == Verdict.Decision.UNIQUE;
      return new Verdict(
          new JudgedPage(
              url, new Coordinates(partition, offset), timestamp, lane, laneOffset, reference),
          unique || overridden != null ? null : evidence(),
          compared,
          new Verdict.Basis(detector, settings),
          newVersionOf,
          replaces,
          overridden);
    }

    private Evidence evidence() {
      if (kind == null || duplicateOf == null) {
        throw new IllegalArgumentException("a duplicate without kind or duplicateOf");
      }
      Verdict.Kind copy = constant(Verdict.Kind.class, kind);
      return new Evidence(
          copy,
          duplicateOf,
          match == null ? Evidence.match(copy) : constant(Evidence.Match.class, match),
          distance,
          similarity,
          agreeing,
          identity,
          contained,
          table);
    }
  }

  /** An object in a verdict: another page, or an override. */
  private static final class Inner {
    private final String field;
    private String url;
    private int partition = -1;
    private long offset = -1;
    private boolean reference;
    private String by;
    private String action;
    private String host;
    private Verdict.Original matches;

    private Inner(String field) {
      this.field = field;
    }

    static Inner read(JsonParser json, String field) throws IOException {
      if (json.currentToken() != JsonToken.START_OBJECT) {
        throw new IllegalArgumentException(field + " is not an object");
      }
      Inner inner = new Inner(field);
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        json.nextToken();
        switch (name) {
          case "url" -> inner.url = text(json);
          case "partition" -> inner.partition = json.getIntValue();
          case "offset" -> inner.offset = json.getLongValue();
          case "reference" -> inner.reference = json.getBooleanValue();
          case "by" -> inner.by = text(json);
          case "action" -> inner.action = text(json);
          case "host" -> inner.host = text(json);
          case "matches" -> inner.matches = read(json, name).original();
          default -> json.skipChildren();
        }
      }
      return inner;
    }

    private Coordinates source() {
      if (url == null || partition < 0 || offset < 0) {
        throw new IllegalArgumentException(field + " without one of url, partition and offset");
      }
      return new Coordinates(partition, offset);
    }

    Verdict.Original original() {
      return new Verdict.Original(url, source(), reference);
    }

    Verdict.Replaced replaced() {
      if (by == null) {
        throw new IllegalArgumentException("replaces without by");
      }
      return new Verdict.Replaced(url, source(), by);
    }

    Verdict.Overridden overridden() {
      String named = url == null ? host : url;
      if (action == null || named == null) {
        throw new IllegalArgumentException("an override without action, or without url and host");
      }
      Subject subject = url == null ? Subject.HOST : Subject.URL;
      return new Verdict.Overridden(
          new OverrideRule(constant(OverrideRule.Action.class, action), subject, named), matches);
    }
  }
}
