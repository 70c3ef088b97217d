package dev.crawlsieve.stream.letters;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a run did with the dead letters.
 *
 * @param letters number of letters on the topic
 * @param selected number that the filter selected
 * @param sent number of the selected that were sent; in a dry run, that would be sent
 * @param sentBefore number of the selected that earlier runs had sent
 * @param refused number of the selected that cannot be sent, by a sentence that says why and what
 *     to do instead
 * @param again number of the sent that will be dead letters again, as they are and under these
 *     settings, by their cause
 */
@JsonPropertyOrder({"letters", "selected", "left", "sent", "sentBefore", "refused"})
public record ResendResult(
    long letters,
    long selected,
    long sent,
    long sentBefore,
    @JsonIgnore Map<String, Long> refused,
    @JsonIgnore Map<String, Long> again) {

  /** Letters that cannot be sent for one reason, as {@code --json} prints them. */
  private record Refused(String why, long letters) {}

  public ResendResult {
    refused = new TreeMap<>(refused);
    again = new TreeMap<>(again);
  }

  @JsonProperty("refused")
  private List<Refused> refusedEach() {
    return refused.entrySet().stream()
        .map(one -> new Refused(one.getKey(), one.getValue()))
        .toList();
  }

  /** Number of the selected letters that cannot be sent. */
  public long refusedLetters() {
    return refused.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Number of letters that the filter did not select. */
  @JsonProperty
  public long left() {
    return letters - selected;
  }
}
