package dev.crawlsieve.core.name;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

class PageNamePropertyTest {

  private static PageName longName(SplittableRandom random) {
    StringBuilder title = new StringBuilder();
    for (int words = random.nextInt(60); words > 0; words--) {
      title.append(random.nextInt(1000) * (random.nextBoolean() ? 1 : -1)).append("w ");
    }
    String heading = title.substring(title.length() / 2);
    return TestNames.name(title.toString(), heading, "en", "http://a.example/" + title.length());
  }

  @RepeatedTest(20)
  void shouldReadWhatItStoredAndNothingElse(RepetitionInfo repetition) {
    SplittableRandom random = new SplittableRandom(repetition.getCurrentRepetition());
    PageName name = random.nextBoolean() ? longName(random) : TestNames.some(random);
    byte[] stored = name.stored();
    int before = random.nextInt(5);
    byte[] record = new byte[before + stored.length + random.nextInt(5)];
    random.nextBytes(record);
    System.arraycopy(stored, 0, record, before, stored.length);

    assertThat(PageName.bytes(record, before, record.length)).isEqualTo(stored.length);
    assertThat(PageName.read(record, before)).isEqualTo(name).hasSameHashCodeAs(name);
    assertThat(PageName.in(record, before)).isEqualTo(name).hasSameHashCodeAs(name);
    for (int length = 0; length < stored.length; length++) {
      byte[] cut = Arrays.copyOf(stored, length);
      assertThat(PageName.bytes(cut, 0, length)).as("%s bytes", length).isZero();
      assertThat(PageName.bytes(record, before, before + length)).isZero();
      assertThatThrownBy(() -> PageName.read(cut, 0)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  /** What is taken for a name can be compared with any other. */
  @RepeatedTest(20)
  void shouldSurviveAnyDamage(RepetitionInfo repetition) {
    SplittableRandom random = new SplittableRandom(-repetition.getCurrentRepetition());
    byte[] stored = longName(random).stored();
    for (int i = 0; i < 500; i++) {
      byte[] damaged = new byte[random.nextInt(160)];
      random.nextBytes(damaged);
      if (i % 2 == 0) {
        damaged = stored.clone();
        for (int times = random.nextInt(4); times >= 0; times--) {
          damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
        }
      }
      int bytes = PageName.bytes(damaged, 0, damaged.length);
      assertThat(bytes).isBetween(0, damaged.length);
      if (bytes > 0) {
        PageName name = PageName.in(damaged, 0);
        PageName other = PageName.in(stored, 0);
        assertThat(name.extendsWords(other)).isEqualTo(other.extendsWords(name));
        assertThat(name.extendsWords(name)).isTrue();
        assertThat(name.choosesAnother(other)).isEqualTo(other.choosesAnother(name));
      }
    }
  }

  @RepeatedTest(20)
  void shouldCompareEitherWay(RepetitionInfo repetition) {
    SplittableRandom random = new SplittableRandom(repetition.getCurrentRepetition());
    for (int i = 0; i < 500; i++) {
      PageName a = TestNames.some(random);
      PageName b = TestNames.some(random);
      assertThat(a.extendsWords(b)).isEqualTo(b.extendsWords(a));
      assertThat(a.isAnotherRelease(b)).isEqualTo(b.isAnotherRelease(a));
      assertThat(a.differsInNumbers(b)).isEqualTo(b.differsInNumbers(a));
      assertThat(a.choosesAnother(b)).isEqualTo(b.choosesAnother(a));
      assertThat(a.hasMoreParameters(b)).isEqualTo(b.hasMoreParameters(a));
      assertThat(a.sameAddress(b)).isEqualTo(b.sameAddress(a));
      assertThat(a.extendsWords(a) && a.sameAddress(a)).isTrue();
      assertThat(a.choosesAnother(a) || a.differsInNumbers(a)).isFalse();
    }
  }
}
