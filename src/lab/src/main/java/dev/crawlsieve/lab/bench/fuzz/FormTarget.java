package dev.crawlsieve.lab.bench.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * The reader of a stored form: of damaged records only the documented exception may come, and what
 * is read is read the same again when it is stored again.
 */
final class FormTarget implements FuzzTarget {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int MOST_CHANGES = 4;

  /** Versions, lengths and counts that mean something. */
  private static final Mutator BYTES =
      new Mutator(
          Stream.of(
                  "00",
                  "01",
                  "02",
                  "7f",
                  "80",
                  "ff",
                  "00000000",
                  "7fffffff",
                  "80000000",
                  "ffffffff")
              .map(HexFormat.of()::parseHex)
              .toList());

  private static final String[] VALUES = {
    "null",
    "{}",
    "[]",
    "\"\"",
    "\"x\"",
    "true",
    "0",
    "-1",
    "1e999",
    "3.5",
    "99999999999999999999",
    "{\"url\":null}",
    "{\"url\":\"http://a.example/\"}",
    "[[1]]",
    "\"unique\"",
    "\"duplicate\"",
    "\"other\""
  };

  /** Reads a stored form and stores it again. */
  @FunctionalInterface
  interface Codec {
    byte[] rewritten(byte[] stored) throws Exception;
  }

  private final String name;
  private final List<byte[]> samples;
  private final boolean json;
  private final Class<? extends Exception> refusal;
  private final Codec codec;

  /**
   * @param samples well-formed records, at least one
   * @param json whether they are JSON, whose fields are changed, too
   * @param refusal the documented exception
   */
  FormTarget(
      String name,
      List<byte[]> samples,
      boolean json,
      Class<? extends Exception> refusal,
      Codec codec) {
    this.name = name;
    this.samples = List.copyOf(samples);
    this.json = json;
    this.refusal = refusal;
    this.codec = codec;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Case next(SplittableRandom random) {
    byte[] stored = samples.get(random.nextInt(samples.size()));
    for (int left = json ? random.nextInt(MOST_CHANGES + 1) : 0; left > 0; left--) {
      stored = withOtherField(stored, random);
    }
    byte[] input = json && random.nextBoolean() ? stored : BYTES.mutate(stored, random);
    return new Case(input, () -> check(input));
  }

  private void check(byte[] input) throws Exception {
    byte[] again;
    try {
      again = codec.rewritten(input.clone());
    } catch (Exception e) {
      if (refusal.isInstance(e)) {
        return;
      }
      throw e;
    }
    BrokenException.unless(
        Arrays.equals(codec.rewritten(again.clone()), again), "read otherwise when stored again");
  }

  /** JSON with one field set to something else, or removed. */
  private static byte[] withOtherField(byte[] stored, SplittableRandom random) {
    try {
      JsonNode root = JSON.readTree(stored);
      List<ObjectNode> objects = new ArrayList<>();
      if (root instanceof ObjectNode object) {
        objects.add(object);
        object.forEach(
            child -> {
              if (child instanceof ObjectNode inner) {
                objects.add(inner);
              }
            });
      }
      objects.removeIf(JsonNode::isEmpty);
      if (objects.isEmpty()) {
        return stored;
      }
      ObjectNode chosen = objects.get(random.nextInt(objects.size()));
      List<String> names = new ArrayList<>();
      chosen.fieldNames().forEachRemaining(names::add);
      String name = names.get(random.nextInt(names.size()));
      if (random.nextInt(4) == 0) {
        chosen.remove(name);
      } else {
        chosen.set(name, JSON.readTree(VALUES[random.nextInt(VALUES.length)]));
      }
      return JSON.writeValueAsBytes(root);
    } catch (IOException e) {
      throw new UncheckedIOException("a sample is not JSON", e);
    }
  }
}
