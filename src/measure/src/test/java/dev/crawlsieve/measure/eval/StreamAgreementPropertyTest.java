package dev.crawlsieve.measure.eval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.Detector;
import dev.crawlsieve.core.index.LinearScanIndex;
import dev.crawlsieve.core.index.TestDetectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class StreamAgreementPropertyTest {

  /** Two pages of which the second may be longer, and short ones, on one host or two. */
  @Property
  void matchesAsAScanOfTheOneLeader(
      @ForAll @IntRange(max = 120) int words,
      @ForAll @IntRange(max = 60) int more,
      @ForAll boolean oneHost) {
    String text = TestPages.words(7, words);
    ComparedPage leader = TestPages.page("http://a.example/1", text).record();
    String host = oneHost ? "a" : "b";
    String longer = text + "\n" + TestPages.words(8, more);
    ComparedPage page = TestPages.page("http://" + host + ".example/2", longer.strip()).record();
    for (DetectorSettings settings : TestDetectors.SOME) {
      Detector detector = Detector.of(settings);
      LinearScanIndex index = new LinearScanIndex(detector);
      index.put(0, leader);
      assertThat(StreamAgreement.matches(detector, leader, page))
          .as(settings.name())
          .isEqualTo(index.lookup(page).found());
    }
  }
}
