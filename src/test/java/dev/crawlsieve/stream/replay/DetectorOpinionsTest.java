package dev.crawlsieve.stream.replay;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.crawlsieve.stream.config.SieveConfig;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class DetectorOpinionsTest {

  private final DetectorOpinions opinions =
      new DetectorOpinions(
          SieveConfig.of(
                  Map.of(
                      "simhash.max.distance",
                      "3",
                      "sketch.min.similarity",
                      "0.8",
                      "combined.min.similarity",
                      "0.6",
                      "supershingle.min.agreeing",
                      "2"))
              .detector());

  @Test
  void shouldSayWhereDetectorsDiffer() throws Exception {
    assertThat(opinions.of(duplicate(9, 0.881, 1)))
        .isEqualTo(
            Map.of("simhash", false, "sketch", true, "supershingle", false, "combined", true));
    assertThat(opinions.of(duplicate(2, 0.7024, 2)))
        .isEqualTo(
            Map.of("simhash", true, "sketch", false, "supershingle", true, "combined", true));
    assertThat(opinions.of(duplicate(2, 0.5, 0)))
        .isEqualTo(
            Map.of("simhash", true, "sketch", false, "supershingle", false, "combined", false));
  }

  @Test
  void shouldHaveNoOpinionOnKeptPages() throws Exception {
    assertThat(opinions.of(json("{\"decision\":\"unique\"}"))).isEmpty();
  }

  private static JsonNode duplicate(int distance, double similarity, int agreeing)
      throws Exception {
    return json(
        "{\"decision\":\"duplicate\",\"distance\":"
            + distance
            + ",\"similarity\":"
            + similarity
            + ",\"agreeing\":"
            + agreeing
            + "}");
  }

  private static JsonNode json(String text) throws Exception {
    return new ObjectMapper().readTree(text);
  }
}
