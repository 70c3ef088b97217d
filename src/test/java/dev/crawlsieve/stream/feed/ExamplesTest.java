package dev.crawlsieve.stream.feed;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

class ExamplesTest {

  @Test
  void shouldShowDifferentReasonsBeforeTheSameAgain() {
    Examples examples = new Examples();
    for (int i = 0; i < 50; i++) {
      examples.offer(verdict("exact", 0));
    }
    examples.offer(verdict("near", 1));
    examples.offer(verdict("near", 3));
    examples.offer(JsonNodeFactory.instance.objectNode().put("decision", "unique"));
    assertThat(examples.chosen())
        .extracting(page -> page.kind() + page.distance())
        .containsExactly("exact0", "exact0", "exact0", "near1", "near3");
  }

  @Test
  void shouldShowFive() {
    Examples examples = new Examples();
    for (int distance = 0; distance < 20; distance++) {
      examples.offer(verdict("near", distance));
    }
    assertThat(examples.chosen()).hasSize(5);
  }

  private static ObjectNode verdict(String kind, int distance) {
    ObjectNode verdict = JsonNodeFactory.instance.objectNode();
    verdict.put("url", "http://a/2").put("kind", kind).put("distance", distance);
    verdict.putObject("duplicateOf").put("url", "http://a/1");
    return verdict;
  }
}
