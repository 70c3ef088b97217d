package dev.crawlsieve.core.verdict;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.config.OverrideRule;
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

  private static final byte[] URL = JsonBytes.ascii("{\"url\":");
  private static final byte[] UNIQUE =
      JsonBytes.ascii(
          ",\"decision\":\"unique\",\"kind\":null,\"duplicateOf\":null,\"match\":null,"
              + "\"distance\":null,\"similarity\":null,\"agreeing\":null,"
              + "\"identity\":null,\"contained\":null,\"table\":null");
  private static final byte[] DROPPED =
      JsonBytes.ascii(
          ",\"decision\":\"duplicate\",\"kind\":\"override\",\"duplicateOf\":null,\"match\":null,"
              + "\"distance\":null,\"similarity\":null,\"agreeing\":null,"
              + "\"identity\":null,\"contained\":null,\"table\":null");
  private static final byte[] KIND = JsonBytes.ascii(",\"decision\":\"duplicate\",\"kind\":");
  private static final byte[] DUPLICATE_OF = JsonBytes.ascii(",\"duplicateOf\":{\"url\":");
  private static final byte[] MATCH = JsonBytes.ascii("},\"match\":");
  private static final byte[] DISTANCE = JsonBytes.ascii(",\"distance\":");
  private static final byte[] SIMILARITY = JsonBytes.ascii(",\"similarity\":");
  private static final byte[] AGREEING = JsonBytes.ascii(",\"agreeing\":");
  private static final byte[] IDENTITY = JsonBytes.ascii(",\"identity\":");
  private static final byte[] CONTAINED = JsonBytes.ascii(",\"contained\":");
  private static final byte[] TABLE = JsonBytes.ascii(",\"table\":");
  private static final byte[] COMPARED = JsonBytes.ascii(",\"compared\":");
  private static final byte[] DETECTOR = JsonBytes.ascii(",\"detector\":");
  private static final byte[] SETTINGS = JsonBytes.ascii(",\"settings\":");
  private static final byte[] PARTITION = JsonBytes.ascii(",\"partition\":");
  private static final byte[] OFFSET = JsonBytes.ascii(",\"offset\":");
  private static final byte[] TIMESTAMP = JsonBytes.ascii(",\"timestamp\":");
  private static final byte[] LANE = JsonBytes.ascii(",\"lane\":");
  private static final byte[] LANE_OFFSET = JsonBytes.ascii(",\"laneOffset\":");
  private static final byte[] NEW_VERSION_OF = JsonBytes.ascii(",\"newVersionOf\":{\"url\":");
  private static final byte[] REPLACES = JsonBytes.ascii(",\"replaces\":{\"url\":");
  private static final byte[] BY = JsonBytes.ascii(",\"by\":");
  private static final byte[] OVERRIDE = JsonBytes.ascii(",\"override\":{\"action\":");
  private static final byte[] URL_FIELD = JsonBytes.ascii(",\"url\":");
  private static final byte[] HOST_FIELD = JsonBytes.ascii(",\"host\":");
  private static final byte[] MATCHES = JsonBytes.ascii(",\"matches\":{\"url\":");
  private static final byte[] REFERENCE = JsonBytes.ascii(",\"reference\":true");
  private static final byte[] NULL = JsonBytes.ascii("null");
  private static final byte[] END = JsonBytes.ascii("}");

  private VerdictCodec() {}

  /** The stored form of a verdict. */
  public static byte[] encode(Verdict verdict) {
    JsonBytes json = WRITERS.get().clear();
    json.raw(URL).string(verdict.url());
    if (verdict.dropped()) {
      json.raw(DROPPED);
    } else if (verdict.evidence() == null) {
      json.raw(UNIQUE);
    } else {
      evidence(verdict.evidence(), json);
    }
    json.raw(COMPARED).number(verdict.compared());
    json.raw(DETECTOR).string(verdict.basis().detector());
    json.raw(SETTINGS).hex(verdict.basis().settings());
    json.raw(PARTITION).number(verdict.source().partition());
    json.raw(OFFSET).number(verdict.source().offset());
    json.raw(TIMESTAMP).number(verdict.timestamp());
    json.raw(LANE).number(verdict.lane());
    json.raw(LANE_OFFSET).number(verdict.laneOffset());
    if (verdict.newVersionOf() != null) {
      original(NEW_VERSION_OF, verdict.newVersionOf(), json);
      json.raw(END);
    }
    if (verdict.replaces() != null) {
      replaces(verdict.replaces(), json);
    }
    if (verdict.overridden() != null) {
      overridden(verdict.overridden(), json);
    }
    if (verdict.reference()) {
      json.raw(REFERENCE);
    }
    return json.raw(END).toBytes();
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
    json.raw(KIND).string(lower(evidence.kind()));
    original(DUPLICATE_OF, evidence.duplicateOf(), json);
    json.raw(MATCH).string(lower(evidence.match()));
    json.raw(DISTANCE).number(evidence.distance());
    share(json.raw(SIMILARITY), evidence.similarity());
    json.raw(AGREEING);
    if (evidence.agreeing() < 0) {
      json.raw(NULL);
    } else {
      json.number(evidence.agreeing());
    }
    json.raw(IDENTITY).string(lower(evidence.identity()));
    share(json.raw(CONTAINED), evidence.contained());
    json.raw(TABLE).string(evidence.table());
  }

  private static void share(JsonBytes json, double share) {
    if (share < 0) {
      json.raw(NULL);
    } else {
      json.number(share);
    }
  }

  private static void original(byte[] name, Verdict.Original original, JsonBytes json) {
    json.raw(name).string(original.url());
    json.raw(PARTITION).number(original.source().partition());
    json.raw(OFFSET).number(original.source().offset());
    if (original.reference()) {
      json.raw(REFERENCE);
    }
  }

  private static void overridden(Verdict.Overridden overridden, JsonBytes json) {
    OverrideRule rule = overridden.rule();
    json.raw(OVERRIDE).string(rule.action().text());
    json.raw(rule.subject() == OverrideRule.Subject.URL ? URL_FIELD : HOST_FIELD);
    json.string(rule.name());
    if (overridden.match() != null) {
      original(MATCHES, overridden.match(), json);
      json.raw(END);
    }
    json.raw(END);
  }

  private static void replaces(Verdict.Replaced page, JsonBytes json) {
    json.raw(REPLACES).string(page.url());
    json.raw(PARTITION).number(page.source().partition());
    json.raw(OFFSET).number(page.source().offset());
    json.raw(BY).string(page.by()).raw(END);
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
        case "duplicateOf" -> duplicateOf = OtherPage.read(json, name).original();
        case "newVersionOf" -> newVersionOf = OtherPage.read(json, name).original();
        case "replaces" -> replaces = OtherPage.read(json, name).replaced();
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
        case "override" -> overridden = overridden(json);
        default -> json.skipChildren();
      }
    }

    private static Verdict.Overridden overridden(JsonParser json) throws IOException {
      if (json.currentToken() != JsonToken.START_OBJECT) {
        throw new IllegalArgumentException("override is not an object");
      }
      String action = null;
      OverrideRule.Subject subject = null;
      String named = null;
      Verdict.Original match = null;
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        json.nextToken();
        switch (name) {
          case "action" -> action = text(json);
          case "url", "host" -> {
            subject = constant(OverrideRule.Subject.class, name);
            named = text(json);
          }
          case "matches" -> match = OtherPage.read(json, name).original();
          default -> json.skipChildren();
        }
      }
      if (action == null || named == null) {
        throw new IllegalArgumentException("an override without action, or without url and host");
      }
      return new Verdict.Overridden(
          new OverrideRule(constant(OverrideRule.Action.class, action), subject, named), match);
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

    private static <E extends Enum<E>> E constant(Class<E> type, String name) {
      return Enum.valueOf(type, name.toUpperCase(Locale.ROOT));
    }
  }

  /** Another page named in a verdict. */
  private record OtherPage(String url, Coordinates source, String by, boolean reference) {

    static OtherPage read(JsonParser json, String field) throws IOException {
      String url = null;
      String by = null;
      int partition = -1;
      long offset = -1;
      boolean reference = false;
      if (json.currentToken() != JsonToken.START_OBJECT) {
        throw new IllegalArgumentException(field + " is not an object");
      }
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        json.nextToken();
        switch (name) {
          case "url" -> url = text(json);
          case "partition" -> partition = json.getIntValue();
          case "offset" -> offset = json.getLongValue();
          case "by" -> by = text(json);
          case "reference" -> reference = json.getBooleanValue();
          default -> json.skipChildren();
        }
      }
      if (url == null || partition < 0 || offset < 0) {
        throw new IllegalArgumentException(field + " without one of url, partition and offset");
      }
      return new OtherPage(url, new Coordinates(partition, offset), by, reference);
    }

    Verdict.Original original() {
      return new Verdict.Original(url, source, reference);
    }

    Verdict.Replaced replaced() {
      if (by == null) {
        throw new IllegalArgumentException("replaces without by");
      }
      return new Verdict.Replaced(url, source, by);
    }
  }
}
