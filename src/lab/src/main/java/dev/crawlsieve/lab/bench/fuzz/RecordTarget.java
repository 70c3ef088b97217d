package dev.crawlsieve.lab.bench.fuzz;

import dev.crawlsieve.files.input.ReferredRecord;
import dev.crawlsieve.lab.bench.SourcePage;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;

/** The reader of single records, which runs in the stream's threads. */
public final class RecordTarget implements FuzzTarget {

  private static final int MAX_BYTES = 1 << 20;

  private final List<SourcePage> pages;
  private final Mutator mutator = new Mutator(MadeArchive.TOKENS);

  /**
   * @param pages what records are made of
   */
  public RecordTarget(List<SourcePage> pages) {
    this.pages = List.copyOf(pages);
  }

  @Override
  public String name() {
    return "records";
  }

  @Override
  public Case next(SplittableRandom random) {
    byte[] record = MadeArchive.warc(pages.get(random.nextInt(pages.size())), random);
    byte[] input =
        switch (random.nextInt(3)) {
          case 0 -> mutator.mutate(record, random);
          case 1 -> MadeArchive.gzip(mutator.mutate(record, random));
          default -> mutator.mutate(MadeArchive.gzip(record), random);
        };
    return new Case(
        input,
        () -> {
          try {
            int length = ReferredRecord.read(input, MAX_BYTES).page().body().length;
            BrokenException.unless(length <= MAX_BYTES, "the body has " + length + " bytes");
          } catch (IOException e) {
            BrokenException.unless(e.getMessage() != null, "there is no reason");
          }
        });
  }
}
