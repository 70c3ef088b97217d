package dev.crawlsieve.sites.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.sites.cluster.ClusterSettings.Criterion;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class PolicyPropertyTest {

  @Provide
  Arbitrary<List<Member>> lanes() {
    return Members.lanes();
  }

  @Provide
  Arbitrary<List<Criterion>> policies() {
    return Arbitraries.of(Criterion.values()).list().uniqueElements().ofMinSize(1);
  }

  @Property
  void shouldBeATotalOrder(
      @ForAll("policies") List<Criterion> criteria, @ForAll("lanes") List<Member> lane) {
    Comparator<Member> policy = Members.order(new Policy(criteria));
    for (Member a : lane) {
      for (Member b : lane) {
        assertThat(Integer.signum(policy.compare(a, b)))
            .isEqualTo(-Integer.signum(policy.compare(b, a)));
        assertThat(policy.compare(a, b) == 0).isEqualTo(a.equals(b));
        for (Member c : lane) {
          if (policy.compare(a, b) > 0 && policy.compare(b, c) > 0) {
            assertThat(policy.compare(a, c)).isPositive();
          }
        }
      }
    }
  }

  @Property
  void shouldChooseTheSameInWhateverOrder(
      @ForAll("policies") List<Criterion> criteria,
      @ForAll("lanes") List<Member> lane,
      @ForAll Random random) {
    Comparator<Member> policy = Members.order(new Policy(criteria));
    List<Member> shuffled = new ArrayList<>(lane);
    Collections.shuffle(shuffled, random);

    assertThat(Collections.max(shuffled, policy)).isSameAs(Collections.max(lane, policy));
  }

  @Property
  void shouldCallALaterPageBetterWhereItComparesSo(
      @ForAll("policies") List<Criterion> criteria, @ForAll("lanes") List<Member> lane) {
    Policy policy = new Policy(criteria);
    for (int later = 1; later < lane.size(); later++) {
      Criterion by = policy.better(lane.get(later), lane.get(later - 1));
      assertThat(by != null)
          .isEqualTo(Members.order(policy).compare(lane.get(later), lane.get(later - 1)) > 0);
      assertThat(by == null || criteria.contains(by)).isTrue();
    }
  }
}
