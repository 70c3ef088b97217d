package dev.crawlsieve.stream.ask;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.index.Lookup;
import dev.crawlsieve.core.index.Nearness;
import dev.crawlsieve.core.name.Identity;
import dev.crawlsieve.core.shard.Crowd;
import dev.crawlsieve.core.shard.LaneSearch;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

final class PartsFoundTest {

  static final ObjectMapper JSON = new ObjectMapper();
  private static final LeaderRecord PAGE = new Crowd(1, false).lane(1).get(0);

  static PartFound part(int shard, long heldFrom, long given) {
    Lookup none = Lookup.none(3);
    return new PartFound(shard, heldFrom, LaneSearch.alone(PAGE, none, given), given, 2, given - 1);
  }

  private static NearPage near(long laneOffset, int distance) {
    Coordinates source = new Coordinates(1, laneOffset + 7);
    return new NearPage("http://a.example/ü?" + laneOffset, source, laneOffset, nearness(distance));
  }

  private static Nearness nearness(int distance) {
    return new Nearness(distance, 40, 2, Identity.SAME, 9_000);
  }

  private static ObjectNode answer() {
    return new PartsFound(List.of(part(3, 5, 20), part(0, 0, 21)), List.of(near(9, 4), near(2, 3)))
        .json();
  }

  @Test
  void shouldComeBackAsItWasSent() throws Exception {
    PartsFound found = PartsFound.of(JSON.readTree(answer().toString()), List.of(0, 3));
    assertThat(found.parts()).extracting(PartFound::shard).containsExactly(0, 3);
    assertThat(found.parts()).extracting(PartFound::known).containsExactly(21L, 20L);
    assertThat(found.parts()).extracting(PartFound::heldFrom).containsExactly(0L, 5L);
    assertThat(found.parts()).extracting(PartFound::leaders).containsExactly(21L, 20L);
    assertThat(found.parts()).extracting(PartFound::compared).containsExactly(2L, 2L);
    assertThat(found.parts()).extracting(PartFound::asOf).containsExactly(20L, 19L);
    assertThat(found.nearest()).containsExactly(near(2, 3), near(9, 4));
    assertThat(found.json().toString()).isEqualTo(answer().toString());
  }

  @Test
  void shouldListTheNearestOfAllOnce() {
    List<PartsFound> answers = new ArrayList<>();
    for (int shard = 0; shard < 4; shard++) {
      List<NearPage> nearest = new ArrayList<>();
      for (int page = 0; page < 10; page++) {
        nearest.add(near(4L * page + shard, page));
      }
      answers.add(new PartsFound(List.of(), nearest));
    }
    answers.add(answers.get(1));
    assertThat(PartsFound.together(answers).nearest())
        .extracting(NearPage::laneOffset)
        .containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
  }

  @Test
  void shouldRefuseWhatIsNoAnswer() {
    refuses(json -> json.remove("parts"));
    refuses(json -> json.remove("nearest"));
    refuses(json -> json.put("parts", 3));
    refuses(json -> json.withArray("parts").add(3));
    refuses(json -> json.withArray("nearest").add(3));
    refuses(json -> json.withArray("parts").remove(0));
    refuses(json -> part(json).put("shard", 2));
    refuses(json -> part(json).put("leaders", -1));
    refuses(json -> part(json).remove("asOf"));
    refuses(json -> part(json).put("found", "%"));
    refuses(json -> part(json).put("found", ""));
    refuses(json -> part(json).put("found", "AQAA"));
    refuses(json -> part(json).put("found", 7));
    refuses(json -> ((ObjectNode) json.at("/nearest/0")).remove("url"));
    refuses(json -> ((ObjectNode) json.at("/nearest/0")).remove("equal"));
  }

  private static ObjectNode part(ObjectNode json) {
    return (ObjectNode) json.at("/parts/0");
  }

  private static void refuses(Consumer<ObjectNode> change) {
    ObjectNode json = answer();
    change.accept(json);
    assertThatThrownBy(() -> PartsFound.of(json, List.of(0, 3)))
        .as(json.toString())
        .isInstanceOf(IllegalArgumentException.class);
  }
}
