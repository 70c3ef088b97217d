package dev.crawlsieve.stream.feed;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.files.input.InputIdentity;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.reading.RecordJson;
import dev.crawlsieve.stream.kafka.reading.TopicSpan;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * How many pages of some inputs have been produced. This is a record on the compacted topic {@code
 * pages-produced}, written in the transaction that sends the pages.
 *
 * @param inputs the inputs, as they were
 * @param pages number of their pages that are committed, including dead letters
 * @param last {@link InputIdentity#hash} of the last of these pages; empty if there is none
 * @param complete whether these are all the pages of the inputs
 */
record ProducedPages(InputIdentity inputs, long pages, String last, boolean complete) {

  /** The state before the first page. */
  static ProducedPages none(InputIdentity inputs) {
    return new ProducedPages(inputs, 0, "", false);
  }

  /**
   * Reads how far these inputs are committed.
   *
   * @throws SieveException if nothing is recorded about them, they have changed, or no broker
   *     answers
   */
  static ProducedPages read(SieveConfig config, InputIdentity inputs) {
    ProducedPages found = all(config).get(inputs.name());
    if (found == null) {
      throw new SieveException(
          ("nothing is recorded of producing %s onto %s, so there is nothing to resume:"
                  + " name the same inputs in the same order, or leave out --resume to begin with"
                  + " their first page")
              .formatted(inputs.text(), config.topics().pages()));
    }
    found.ensureSame(inputs);
    return found;
  }

  /**
   * Reads how far every recorded input is committed, by name.
   *
   * @throws SieveException if no broker answers
   */
  static Map<String, ProducedPages> all(SieveConfig config) {
    Map<String, ProducedPages> all = new HashMap<>();
    // Another run may have a transaction open, and committed records may follow it.
    TopicSpan.withOpen(config, config.topics().producedPages())
        .read(
            marker -> {
              if (marker.value() != null) {
                String name = new String(marker.key(), UTF_8);
                all.put(name, parse(config, name, marker.value()));
              }
            });
    return all;
  }

  /** Whether the inputs are unchanged, as far as a quick check can tell. */
  boolean same(InputIdentity now) {
    return now.content().equals(inputs.content()) && now.bytes() == inputs.bytes();
  }

  private void ensureSame(InputIdentity now) {
    if (!same(now)) {
      throw new SieveException(
          now.text()
              + (now.bytes() == inputs.bytes()
                  ? " is not what it was when "
                  : " had " + inputs.bytes() + " bytes and has " + now.bytes() + " now; when ")
              + pages
              + " pages of it were committed, it held other bytes: --resume cannot go on there");
    }
  }

  /** This record as it is written to the topic. */
  ProducerRecord<byte[], byte[]> marker(String topic) {
    byte[] value =
        RecordJson.JSON
            .createObjectNode()
            .put("inputs", inputs.text())
            .put("bytes", inputs.bytes())
            .put("content", inputs.content())
            .put("pages", pages)
            .put("last", last)
            .put("complete", complete)
            .toString()
            .getBytes(UTF_8);
    return new ProducerRecord<>(topic, key(inputs), value);
  }

  private static byte[] key(InputIdentity inputs) {
    return inputs.name().getBytes(UTF_8);
  }

  private static ProducedPages parse(SieveConfig config, String name, byte[] value) {
    try {
      JsonNode json = RecordJson.JSON.readTree(value);
      return new ProducedPages(
          new InputIdentity(
              name,
              json.required("inputs").textValue(),
              json.required("bytes").longValue(),
              json.required("content").textValue()),
          json.required("pages").longValue(),
          json.required("last").textValue(),
          json.required("complete").booleanValue());
    } catch (IOException | IllegalArgumentException e) {
      throw new SieveException(
          "topic '%s' holds a record that cannot be read: %s"
              .formatted(config.topics().producedPages(), e.getMessage()),
          e);
    }
  }
}
