package dev.crawlsieve.lab.bench.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.luben.zstd.Zstd;
import dev.crawlsieve.core.config.PageFields;
import dev.crawlsieve.files.input.InputException;
import dev.crawlsieve.files.input.InputGroup;
import dev.crawlsieve.files.input.InputPage;
import dev.crawlsieve.files.input.PageInputs;
import dev.crawlsieve.files.input.References;
import dev.crawlsieve.lab.bench.SourcePage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;

/**
 * Readers of files. An archive may be damaged from some record on, before or after it is
 * compressed; the pages before must be read as they are, except in a zip, whose directory is at its
 * end, and the last one of an ARC, which has no mark at a record's end.
 */
public final class ArchiveTarget implements FuzzTarget {

  private static final int MAX_BYTES = 1 << 20;
  private static final int MOST_PAGES = 8;

  private enum Form {
    WARC(".warc"),
    WARC_GZ(".warc.gz"),
    WARC_ZST(".warc.zst"),
    ARC(".arc"),
    ARC_GZ(".arc.gz"),
    LINES(".jsonl"),
    LINES_GZ(".jsonl.gz"),
    ZIP(".zip"),
    WACZ(".wacz");

    private final String ending;

    Form(String ending) {
      this.ending = ending;
    }
  }

  private final List<SourcePage> pages;
  private final Path folder;
  private final Mutator mutator = new Mutator(MadeArchive.TOKENS);

  /**
   * @param pages what archives are made of
   * @param folder for the file that is read
   */
  public ArchiveTarget(List<SourcePage> pages, Path folder) {
    this.pages = List.copyOf(pages);
    this.folder = folder;
  }

  @Override
  public String name() {
    return "archives";
  }

  @Override
  public Case next(SplittableRandom random) {
    Form form = Form.values()[random.nextInt(Form.values().length)];
    List<SourcePage> chosen = new ArrayList<>();
    for (int i = 1 + random.nextInt(MOST_PAGES); i > 0; i--) {
      chosen.add(pages.get(random.nextInt(pages.size())));
    }
    int sound = random.nextInt(chosen.size());
    byte[] head = file(form, chosen.subList(0, sound), random, record -> record);
    boolean before = random.nextBoolean();
    byte[] tail =
        file(
            form,
            chosen.subList(sound, chosen.size()),
            random,
            record -> before ? mutator.mutate(record, random) : record);
    byte[] damaged = before && random.nextInt(4) > 0 ? tail : mutator.mutate(tail, random);
    byte[] archive =
        switch (form) {
          case ZIP, WACZ -> damaged;
          default -> MadeArchive.joined(head, damaged);
        };
    int kept =
        switch (form) {
          case ZIP, WACZ -> 0;
          case ARC, ARC_GZ -> Math.max(0, sound - 1);
          default -> sound;
        };
    boolean refer = random.nextInt(4) == 0;
    return new Case(archive, () -> check(archive, form, chosen.subList(0, kept), refer));
  }

  private static byte[] file(
      Form form, List<SourcePage> chosen, SplittableRandom random, UnaryOperator<byte[]> damage) {
    List<byte[]> records = new ArrayList<>();
    for (SourcePage page : chosen) {
      byte[] record =
          damage.apply(
              switch (form) {
                case ARC, ARC_GZ -> MadeArchive.arc(page, random);
                case LINES, LINES_GZ -> MadeArchive.line(page);
                case ZIP -> page.html().getBytes(UTF_8);
                default -> MadeArchive.warc(page, random);
              });
      records.add(
          switch (form) {
            case WARC_GZ, ARC_GZ, LINES_GZ, WACZ -> MadeArchive.gzip(record);
            case WARC_ZST -> Zstd.compress(record);
            default -> record;
          });
    }
    return switch (form) {
      case ZIP -> MadeArchive.zip("", ".html", records, random);
      case WACZ -> MadeArchive.zip("archive/", ".warc.gz", records, random);
      default -> MadeArchive.joined(records.toArray(byte[][]::new));
    };
  }

  private void check(byte[] archive, Form form, List<SourcePage> sound, boolean refer)
      throws Exception {
    Path file = Files.write(folder.resolve("fuzzed" + form.ending), archive);
    References references = refer ? new References(null) : null;
    List<String> urls = new ArrayList<>();
    InputGroup group = new InputGroup(List.of(file), null, references, false);
    try (PageInputs inputs = PageInputs.of(List.of(group), MAX_BYTES, 250, PageFields.OWN)) {
      boolean whole = true;
      try {
        for (InputPage page = inputs.next(); page != null; page = inputs.next()) {
          if (urls.size() < sound.size()) {
            urls.add(page.defect() == null ? new String(page.key(), UTF_8) : page.defect());
          }
          BrokenException.unless(page.value().length <= MAX_BYTES, "a value is too large");
        }
      } catch (InputException e) {
        whole = false;
      }
      BrokenException.unless(
          inputs.bytesRead() == archive.length || (!whole && inputs.bytesRead() < archive.length),
          inputs.bytesRead() + " of " + archive.length + " bytes were read");
    }
    if (!refer) {
      List<String> wanted = sound.stream().map(SourcePage::url).toList();
      BrokenException.unless(
          urls.equals(wanted), "the pages before the damage are " + urls + ", not " + wanted);
    }
  }
}
