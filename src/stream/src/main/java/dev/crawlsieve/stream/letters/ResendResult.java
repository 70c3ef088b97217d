package dev.crawlsieve.stream.letters;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What became of the dead letters.
 *
 * @param letters how many there were
 * @param selected how many of them the filter selected
 * @param sent how many of the selected were sent; in a dry run, how many would be
 * @param sentBefore how many of the selected an earlier run had sent
 * @param refused how many of the selected cannot be sent, by why and what to do instead
 */
@JsonPropertyOrder({"letters", "selected", "left", "sent", "sentBefore", "refused"})
public record ResendResult(
    long letters,
    long selected,
    long sent,
    long sentBefore,
    @JsonIgnore Map<String, Long> refused) {

  /** Letters that cannot be sent, as {@code --json} prints them. */
  private record Refused(String why, long letters) {}

  public ResendResult {
    refused = new TreeMap<>(refused);
  }

  @JsonProperty("refused")
  private List<Refused> refusedEach() {
    return refused.entrySet().stream()
        .map(one -> new Refused(one.getKey(), one.getValue()))
        .toList();
  }

  /** How many of the selected cannot be sent. */
  public long refusedLetters() {
    return refused.values().stream().mapToLong(Long::longValue).sum();
  }

  /** How many the filter left where they are. */
  @JsonProperty
  public long left() {
    return letters - selected;
  }
}
