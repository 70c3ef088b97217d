package dev.crawlsieve.sites.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.index.Forgetting;
import dev.crawlsieve.sites.cluster.ClusterSettings.Criterion;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class ClusterPropertyTest {

  @Provide
  Arbitrary<List<Member>> lanes() {
    return Members.lanes();
  }

  @Provide
  Arbitrary<List<Criterion>> policies() {
    return Arbitraries.of(Criterion.values()).list().uniqueElements().ofMinSize(1);
  }

  /** Adding pages one by one gives the same result as all of them together. */
  @Property
  void shouldPreferTheBestOfAllAndCorrectExactlyWhenItChanges(
      @ForAll("policies") List<Criterion> criteria,
      @ForAll("lanes") List<Member> lane,
      @ForAll @IntRange(min = 1, max = 8) int membersMax) {
    Policy policy = new Policy(criteria);
    Cluster cluster = Cluster.of(lane.get(0));
    int corrections = 0;
    for (int i = 1; i < lane.size(); i++) {
      Member best = Collections.max(lane.subList(0, i), Members.order(policy));
      Member bestNow = Collections.max(lane.subList(0, i + 1), Members.order(policy));
      Cluster before = cluster;
      cluster = cluster.with(lane.get(i), policy, membersMax);

      assertThat(cluster.preferred()).isSameAs(bestNow);
      if (!bestNow.equals(best)) {
        corrections++;
        assertThat(cluster.replaced()).isSameAs(best);
        assertThat(policy.better(bestNow, best)).isEqualTo(cluster.by());
      } else {
        assertThat(cluster.replaced()).isSameAs(before.replaced());
        assertThat(cluster.by()).isEqualTo(before.by());
      }
      assertThat(cluster.corrections()).isEqualTo(corrections);
      assertThat(cluster.size()).isEqualTo(i + 1);
      assertThat(cluster.listed()).isEqualTo(Math.min(i + 1, membersMax));
      assertThat(cluster.cut()).isEqualTo(i + 1 > membersMax);
      assertThat(ClusterCodec.cluster(ClusterCodec.encode(cluster))).isEqualTo(cluster);
      assertThat(ClusterCodec.member(ClusterCodec.encode(lane.get(i)))).isEqualTo(lane.get(i));
    }
    shouldFitInItsBytes(cluster, lane.subList(0, cluster.listed()));
  }

  private static void shouldFitInItsBytes(Cluster cluster, List<Member> members) {
    int listed = ClusterJson.encode(0, cluster, members).length;
    int empty = ClusterJson.encode(0, cluster, List.of()).length;
    assertThat(listed - empty).isLessThanOrEqualTo(cluster.listedBytes());
  }

  @Property
  void shouldNameNoPageThatIsForgotten(
      @ForAll("policies") List<Criterion> criteria,
      @ForAll("lanes") List<Member> lane,
      @ForAll @IntRange(min = 1, max = 8) int membersMax)
      throws Exception {
    Forgetting asked = Forgetting.prefix("https://a.example/ä/", 0).get(0);
    Predicate<Member> gone = member -> member != null && asked.covers(member.url());
    Assume.that(!gone.test(lane.get(0)));
    Cluster cluster = Cluster.of(lane.get(0));
    for (Member page : lane.subList(1, lane.size())) {
      cluster = cluster.with(page, new Policy(criteria), membersMax);
    }
    List<Member> left = lane.subList(0, cluster.listed()).stream().filter(gone.negate()).toList();
    Cluster without = cluster.with(left, asked);
    assertThat(gone.test(without.preferred()) || gone.test(without.replaced())).isFalse();
    assertThat(without.listed()).isEqualTo(left.size());
    assertThat(cluster.size() - without.size()).isEqualTo(cluster.listed() - left.size());
    assertThat(ClusterCodec.cluster(ClusterCodec.encode(without))).isEqualTo(without);
    shouldFitInItsBytes(without, left);
    if (lane.stream().noneMatch(gone)) {
      assertThat(without).isEqualTo(cluster);
    }
  }
}
