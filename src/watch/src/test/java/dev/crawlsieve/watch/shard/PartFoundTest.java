package dev.crawlsieve.watch.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.Lookup;
import dev.crawlsieve.core.verdict.Evidence;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.stream.shard.Crowd;
import dev.crawlsieve.stream.shard.LaneSearch;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

final class PartFoundTest {

  static final ObjectMapper JSON = new ObjectMapper();
  private static final ComparedPage PAGE = new Crowd(1, false).lane(1).get(0);

  static PartFound part(int shard, long heldFrom, long given) {
    Lookup none = Lookup.none(3);
    return new PartFound(shard, heldFrom, LaneSearch.alone(PAGE, none, given), given - 1, null);
  }

  private static ObjectNode answer() {
    return PartFound.json(List.of(part(0, 0, 21), part(3, 5, 20)));
  }

  @Test
  void shouldComeBackAsItWasSent() throws Exception {
    List<PartFound> found = PartFound.of(JSON.readTree(answer().toString()), List.of(0, 3));
    assertThat(found).extracting(PartFound::shard).containsExactly(0, 3);
    assertThat(found).extracting(PartFound::known).containsExactly(21L, 20L);
    assertThat(found).extracting(PartFound::heldFrom).containsExactly(0L, 5L);
    assertThat(found).extracting(PartFound::asOf).containsExactly(20L, 19L);
    assertThat(PartFound.json(found).toString()).isEqualTo(answer().toString());
    PartFound none = part(PartFound.NEWEST, 5, 20);
    Evidence evidence =
        new Evidence(
            Verdict.Kind.NEAR,
            new Verdict.Original("http://a", new Coordinates(0, 1), false),
            Evidence.Match.NEAR,
            3,
            0.5,
            2,
            null,
            0.25,
            "band-1");
    for (Evidence remembered : new Evidence[] {null, evidence}) {
      PartFound newest = new PartFound(PartFound.NEWEST, 5, none.found(), none.asOf(), remembered);
      String answer = PartFound.json(List.of(newest)).toString();
      assertThat(PartFound.of(JSON.readTree(answer), List.of()))
          .extracting(PartFound::remembered)
          .containsExactly(remembered);
    }
  }

  @Test
  void shouldRefuseWhatIsNoAnswer() {
    refuses(json -> json.remove("parts"));
    refuses(json -> json.put("parts", 3));
    refuses(json -> json.withArray("parts").add(3));
    refuses(json -> json.withArray("parts").remove(0));
    refuses(json -> part(json).put("shard", 2));
    refuses(json -> part(json).put("heldFrom", -1));
    refuses(json -> part(json).remove("asOf"));
    refuses(json -> part(json).put("found", "%"));
    refuses(json -> part(json).put("found", ""));
    refuses(json -> part(json).put("found", "AQAA"));
    refuses(json -> part(json).put("found", 7));
    refuses(json -> part(json).put("remembered", "AQAA"));
  }

  private static ObjectNode part(ObjectNode json) {
    return (ObjectNode) json.at("/parts/0");
  }

  private static void refuses(Consumer<ObjectNode> change) {
    ObjectNode json = answer();
    change.accept(json);
    assertThatThrownBy(() -> PartFound.of(json, List.of(0, 3)))
        .as(json.toString())
        .isInstanceOf(IllegalArgumentException.class);
  }
}
