package dev.crawlsieve.files.sieve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.index.Reason;
import dev.crawlsieve.core.verdict.Evidence;
import dev.crawlsieve.core.verdict.JudgedPage;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.files.input.InputIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CheckpointTest {

  /** Another form needs another number, or a run of this release goes on with wrong counts. */
  private static final String FORMAT_3 =
      """
      {"inputs":{"name":"00","text":"a.jsonl","bytes":900,"content":"ff"},\
      "settings":{"detector":"combined"},"pages":6,"last":"0a",\
      "tally":{"reasons":{"no URL":1},\
      "copies":[{"name":"http://o.example/","upper":1,"marked":0,"over":0}],"kinds":{"near":1},"unjudged":{"type":1},"pages":6,"bytes":900,"decided":3,\
      "unique":1,"duplicate":1,"deadLetters":1,"reference":2,"compared":1,"unjudgedReference":1,\
      "copied":1,"referenceBytes":50,"firstDeadInputs":["a cannot be opened"],\
      "deadInputs":1,"input":"b","inputRecords":1,"inputAlive":true},"seconds":1.5,"lengths":{"unique.jsonl":100},"format":3}\
      """;

  private static final Verdict.Basis BASIS = new Verdict.Basis("combined", 1);
  private static final Evidence NEAR =
      new Evidence(
          Verdict.Kind.NEAR,
          new Verdict.Original("http://o.example/", new Coordinates(0, 0), true),
          Evidence.Match.NEAR,
          3,
          -1,
          -1,
          Reason.SIMILAR,
          -1,
          "simhash-1");

  @TempDir Path dir;

  @Test
  void shouldBeWrittenAndReadInItsFormat() throws IOException {
    Tally tally = new Tally();
    tally.pages(6, 900);
    tally.input("a", "a cannot be opened");
    tally.input("b", null);
    decide(tally, Verdict.unique(page(false), 5, BASIS));
    decide(tally, Verdict.unique(page(true), 5, BASIS));
    decide(tally, Verdict.duplicate(page(false), NEAR, 5, BASIS));
    tally.unjudged("type");
    tally.unjudgedReference();
    tally.referenceBytes(50);
    tally.deadLetter("no URL");
    new Checkpoint(
            new InputIdentity("00", "a.jsonl", 900, "ff"),
            new TreeMap<>(Map.of("detector", "combined")),
            6,
            "0a",
            tally,
            1.5,
            new TreeMap<>(Map.of("unique.jsonl", 100L)))
        .write(dir);
    assertThat(Files.readString(Checkpoint.file(dir))).isEqualTo(FORMAT_3);
    Checkpoint.read(dir).write(dir);
    assertThat(Files.readString(Checkpoint.file(dir))).isEqualTo(FORMAT_3);
  }

  private static JudgedPage page(boolean reference) {
    return new JudgedPage("http://a.example/", new Coordinates(0, 1), 0, 0, 1, reference);
  }

  private static void decide(Tally tally, Verdict verdict) {
    tally.decided(verdict);
    tally.routed(verdict.route());
  }
}
