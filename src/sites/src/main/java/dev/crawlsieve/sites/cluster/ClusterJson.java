package dev.crawlsieve.sites.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.crawlsieve.core.fingerprint.Coordinates;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A cluster as published on its topic: one JSON object on one line, in UTF-8. */
public final class ClusterJson {

  private static final JsonFactory JSON = new JsonFactory();

  /** Maximum size of a listed page without its URL, in bytes, including names and punctuation. */
  private static final int BESIDE_URL = 256;

  /** Maximum number of bytes to which JSON escaping turns one byte. */
  private static final int LONGEST_ESCAPE = 6;

  private ClusterJson() {}

  /** The key of a cluster on its topic: the coordinates of its leader, {@code partition@offset}. */
  public static byte[] key(Coordinates leader) {
    return leader.toString().getBytes(UTF_8);
  }

  /** Maximum size of a listed page, in bytes. */
  static int bytes(Member member) {
    String url = member.url();
    int bytes = BESIDE_URL;
    for (int i = 0; i < url.length(); i++) {
      char c = url.charAt(i);
      bytes += c > 0x7e ? 3 : c < ' ' || c == '"' || c == '\\' ? LONGEST_ESCAPE : 1;
    }
    return bytes;
  }

  /**
   * A cluster's value on its topic.
   *
   * @param lane the lane that the cluster belongs to
   * @param members the listed pages, in lane order
   */
  public static byte[] encode(int lane, Cluster cluster, List<Member> members) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(256 + cluster.listedBytes());
    try (JsonGenerator json = JSON.createGenerator(out)) {
      json.writeStartObject();
      page(json, "leader", cluster.leader());
      page(json, "preferred", cluster.preferred());
      page(json, "replaced", cluster.replaced());
      json.writeStringField("by", cluster.by() == null ? null : cluster.by().text());
      json.writeNumberField("corrections", cluster.corrections());
      json.writeNumberField("size", cluster.size());
      json.writeBooleanField("cut", cluster.cut());
      json.writeArrayFieldStart("members");
      for (Member member : members) {
        member(json, member);
      }
      json.writeEndArray();
      json.writeNumberField("lane", lane);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("memory cannot be written", e);
    }
    return out.toByteArray();
  }

  private static void page(JsonGenerator json, String name, @Nullable Member member)
      throws IOException {
    if (member == null) {
      json.writeNullField(name);
      return;
    }
    json.writeObjectFieldStart(name);
    place(json, member);
    json.writeEndObject();
  }

  private static void place(JsonGenerator json, Member member) throws IOException {
    json.writeStringField("url", member.url());
    json.writeNumberField("partition", member.source().partition());
    json.writeNumberField("offset", member.source().offset());
  }

  private static void member(JsonGenerator json, Member member) throws IOException {
    Features features = member.features();
    json.writeStartObject();
    place(json, member);
    json.writeStringField("kind", member.kind() == null ? null : lower(member.kind()));
    json.writeNumberField("timestamp", member.timestamp());
    json.writeNumberField("laneOffset", member.laneOffset());
    json.writeStringField("canonical", lower(features.canonical()));
    if (features.scored()) {
      json.writeNumberField("score", features.score());
    }
    if (features.dated()) {
      json.writeNumberField("fetched", features.fetchedMillis());
    }
    if (features.measured()) {
      json.writeNumberField("tokens", features.tokens());
    }
    json.writeEndObject();
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
