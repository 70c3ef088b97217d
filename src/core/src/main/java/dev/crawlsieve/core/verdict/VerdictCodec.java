package dev.crawlsieve.core.verdict;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.type.LogicalType;
import dev.crawlsieve.core.config.OverrideRule;
import dev.crawlsieve.core.config.OverrideRule.Subject;
import dev.crawlsieve.core.failure.JsonFault;
import dev.crawlsieve.core.failure.UnreadableRecordException;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.index.Lost;
import dev.crawlsieve.core.index.Reason;
import dev.crawlsieve.core.page.BlockKind;
import java.io.IOException;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The stored form of a verdict: one JSON object on one line, in UTF-8. */
public final class VerdictCodec {

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER) // the shortest form on any JDK
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .withCoercionConfig(
              LogicalType.Textual,
              text ->
                  text.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                      .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                      .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
          .build();

  private static final ObjectWriter WRITER = JSON.writerFor(Stored.class);
  private static final ObjectReader READER = JSON.readerFor(Stored.class);
  private static final List<String> POSITION = List.of("partition", "offset", "laneOffset");

  /**
   * The record whose components are the fields of a stored verdict, in order. A field that may be
   * missing is {@code @Nullable} or has {@code @JsonInclude}. Other forms of verdicts are derived
   * from this record.
   */
  public static final Class<? extends Record> FORM = Stored.class;

  private VerdictCodec() {}

  /**
   * The fields of a verdict, in order. A field that is missing was not yet in the version that
   * wrote the verdict; it is read as unknown or none.
   */
  private record Stored(
      String url,
      String decision,
      @Nullable String kind,
      @Nullable Other duplicateOf,
      @Nullable String match,
      @Nullable Integer distance,
      @Nullable Double similarity,
      @Nullable Integer agreeing,
      @Nullable String reason,
      @Nullable Double contained,
      @JsonInclude(Include.NON_NULL) @Nullable LostBlocks lost,
      @Nullable String table,
      int compared,
      String detector,
      String settings,
      Integer partition,
      Long offset,
      long timestamp,
      Integer lane,
      Long laneOffset,
      @JsonInclude(Include.NON_NULL) @Nullable Other newVersionOf,
      @JsonInclude(Include.NON_NULL) @Nullable Replaced replaces,
      @JsonInclude(Include.NON_NULL) @Nullable Overriding override,
      @JsonInclude(Include.NON_DEFAULT) boolean reference,
      @JsonInclude(Include.NON_DEFAULT) boolean bytes) {

    static Stored of(Verdict verdict) {
      Evidence evidence = verdict.evidence();
      return new Stored(
          verdict.url(),
          lower(verdict.decision()),
          verdict.kind() == null ? null : lower(verdict.kind()),
          evidence == null ? null : Other.of(evidence.duplicateOf()),
          evidence == null ? null : lower(evidence.match()),
          evidence == null ? null : evidence.distance(),
          evidence == null ? null : share(evidence.similarity()),
          evidence == null || evidence.agreeing() < 0 ? null : evidence.agreeing(),
          evidence == null || evidence.reason() == null ? null : evidence.reason().text(),
          evidence == null ? null : share(evidence.contained()),
          evidence == null ? null : LostBlocks.of(evidence.lost()),
          evidence == null ? null : evidence.table(),
          verdict.compared(),
          verdict.basis().detector(),
          HexFormat.of().toHexDigits(verdict.basis().settings()),
          verdict.source().partition(),
          verdict.source().offset(),
          verdict.timestamp(),
          verdict.lane(),
          verdict.laneOffset(),
          Other.of(verdict.newVersionOf()),
          Replaced.of(verdict.replaces()),
          Overriding.of(verdict.overridden()),
          verdict.reference(),
          verdict.bytes());
    }

    private static @Nullable Double share(double share) {
      return share < 0 ? null : share;
    }

    Verdict verdict() {
      if (url == null || decision == null || isMissing(lane) || isMissing(laneOffset)) {
        throw new IllegalArgumentException("one of url, decision, lane and laneOffset is missing");
      }
      Verdict.Original original = duplicateOf == null ? null : duplicateOf.original();
      boolean unique = constant(Verdict.Decision.class, decision) == Verdict.Decision.UNIQUE;
      return new Verdict(
          new JudgedPage(
              url,
              source("verdict", url, partition, offset),
              timestamp,
              lane,
              laneOffset,
              reference,
              bytes),
          unique || override != null ? null : evidence(original),
          compared,
          new Verdict.Basis(
              orElse(detector, ""), settings == null ? 0 : HexFormat.fromHexDigits(settings)),
          newVersionOf == null ? null : newVersionOf.original(),
          replaces == null ? null : replaces.replaced(),
          override == null ? null : override.overridden());
    }

    private Evidence evidence(Verdict.@Nullable Original original) {
      if (kind == null || original == null) {
        throw new IllegalArgumentException("a duplicate without kind or duplicateOf");
      }
      Verdict.Kind copy = constant(Verdict.Kind.class, kind);
      return new Evidence(
          copy,
          original,
          match == null ? Evidence.match(copy) : constant(Evidence.Match.class, match),
          orElse(distance, -1),
          orElse(similarity, -1.0),
          orElse(agreeing, -1),
          reason == null ? null : Reason.of(reason),
          orElse(contained, -1.0),
          lost == null ? null : lost.lost(),
          orElse(table, ""));
    }
  }

  /** What the page says that the kept one does not. */
  private record LostBlocks(
      int blocks,
      int words,
      @JsonInclude(Include.NON_EMPTY) @Nullable Map<String, Integer> kinds,
      @JsonInclude(Include.NON_DEFAULT) int numbers,
      @JsonInclude(Include.NON_DEFAULT) boolean more) {

    static @Nullable LostBlocks of(@Nullable Lost lost) {
      if (lost == null) {
        return null;
      }
      Map<String, Integer> kinds = new LinkedHashMap<>();
      lost.kinds().forEach((kind, blocks) -> kinds.put(lower(kind), blocks));
      return new LostBlocks(lost.blocks(), lost.words(), kinds, lost.numbers(), !lost.all());
    }

    Lost lost() {
      Map<BlockKind, Integer> known = new EnumMap<>(BlockKind.class);
      if (kinds != null) {
        kinds.forEach((kind, count) -> known.put(constant(BlockKind.class, kind), count));
      }
      return new Lost(blocks, words, known, numbers, !more);
    }
  }

  /** Another page that a verdict names. */
  private record Other(
      String url,
      Integer partition,
      Long offset,
      @JsonInclude(Include.NON_DEFAULT) boolean reference) {

    static @Nullable Other of(Verdict.@Nullable Original page) {
      return page == null
          ? null
          : new Other(
              page.url(), page.source().partition(), page.source().offset(), page.reference());
    }

    Verdict.Original original() {
      return new Verdict.Original(url, source("a page", url, partition, offset), reference);
    }
  }

  private record Replaced(String url, Integer partition, Long offset, String by) {

    static @Nullable Replaced of(Verdict.@Nullable Replaced page) {
      return page == null
          ? null
          : new Replaced(page.url(), page.source().partition(), page.source().offset(), page.by());
    }

    Verdict.Replaced replaced() {
      if (by == null) {
        throw new IllegalArgumentException("replaces without by");
      }
      return new Verdict.Replaced(url, source("replaces", url, partition, offset), by);
    }
  }

  @JsonInclude(Include.NON_NULL)
  private record Overriding(
      String action,
      @Nullable String url,
      @Nullable String host,
      @JsonInclude(Include.NON_DEFAULT) int line,
      @Nullable Other matches) {

    static @Nullable Overriding of(Verdict.@Nullable Overridden overridden) {
      if (overridden == null) {
        return null;
      }
      OverrideRule rule = overridden.rule();
      boolean page = rule.subject() == Subject.URL;
      return new Overriding(
          rule.action().text(),
          page ? rule.name() : null,
          page ? null : rule.name(),
          rule.line(),
          Other.of(overridden.match()));
    }

    Verdict.Overridden overridden() {
      String name = url == null ? host : url;
      if (action == null || name == null) {
        throw new IllegalArgumentException("an override without action, or without url and host");
      }
      OverrideRule rule =
          new OverrideRule(
              constant(OverrideRule.Action.class, action),
              url == null ? Subject.HOST : Subject.URL,
              name,
              line);
      return new Verdict.Overridden(rule, matches == null ? null : matches.original());
    }
  }

  /** The stored form of a verdict. */
  public static byte[] encode(Verdict verdict) {
    try {
      // through a string, in which half a surrogate pair becomes a question mark
      return WRITER.writeValueAsString(Stored.of(verdict)).getBytes(UTF_8);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a verdict can always be written", e);
    }
  }

  /** The stored form as a tree, to which more fields can be added for display. */
  public static ObjectNode tree(Verdict verdict) {
    return JSON.valueToTree(Stored.of(verdict));
  }

  /**
   * The verdict that a page would get, as JSON. It has no position, since the page has none;
   * instead, {@code asOf} says up to which position of the lane pages are considered.
   *
   * @param asOf offset of the last page considered in the lane; -1 if there is none
   */
  public static ObjectNode answer(Verdict verdict, long asOf) {
    ObjectNode json = tree(verdict);
    json.remove(POSITION);
    json.putObject("asOf").put("lane", verdict.lane()).put("offset", asOf);
    return json;
  }

  /**
   * Reads a stored verdict. Unknown fields are skipped.
   *
   * @throws UnreadableRecordException if it is not a JSON object, or a field is missing or of the
   *     wrong type
   */
  public static Verdict decode(byte[] stored) throws UnreadableRecordException {
    if (stored == null) {
      throw new UnreadableRecordException("a verdict record without a value");
    }
    try {
      Stored verdict = READER.readValue(stored);
      if (verdict == null) {
        throw new IllegalArgumentException("null");
      }
      return verdict.verdict();
    } catch (IOException | IllegalArgumentException e) {
      String reason =
          e instanceof JsonProcessingException json
              ? "it " + JsonFault.of(json)
              : String.valueOf(e.getMessage());
      throw new UnreadableRecordException("an unreadable verdict: " + reason, e);
    }
  }

  private static Coordinates source(String what, String url, Integer partition, Long offset) {
    if (url == null || isMissing(partition) || isMissing(offset)) {
      throw new IllegalArgumentException(what + " without one of url, partition and offset");
    }
    return new Coordinates(partition, offset);
  }

  private static boolean isMissing(Number place) {
    return place == null || place.longValue() < 0;
  }

  private static <T> T orElse(@Nullable T value, T other) {
    return value == null ? other : value;
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  private static <E extends Enum<E>> E constant(Class<E> type, String name) {
    return Enum.valueOf(type, name.toUpperCase(Locale.ROOT));
  }
}
