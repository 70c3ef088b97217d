package dev.crawlsieve.core.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class SimHashPropertyTest {

  @Property
  void shouldEqualThePlainDefinition(@ForAll("hashes") long[] hashes, @ForAll boolean again) {
    SimHash sliced = new SimHash();
    PlainSimHash plain = new PlainSimHash();
    if (again) {
      sliced.addAll(new long[] {1, 2, 3}, 3);
      sliced.reset();
    }
    sliced.addAll(hashes, hashes.length);
    for (long hash : hashes) {
      plain.add(hash);
    }
    assertThat(sliced.value()).isEqualTo(plain.value());
  }

  @Provide
  Arbitrary<long[]> hashes() {
    Arbitrary<Long> few = Arbitraries.of(0L, -1L, 1L, Long.MIN_VALUE, 0x5555555555555555L);
    return Arbitraries.oneOf(Arbitraries.longs(), few).array(long[].class).ofMaxSize(300);
  }
}
