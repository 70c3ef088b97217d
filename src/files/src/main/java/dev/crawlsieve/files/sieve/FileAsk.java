package dev.crawlsieve.files.sieve;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.folder.Folders;
import dev.crawlsieve.core.index.IndexException;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.core.work.Stoppable;
import dev.crawlsieve.files.input.Damages;
import dev.crawlsieve.files.input.InputException;
import dev.crawlsieve.files.input.PageInputs;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Answers which verdict each page of some files would get after an existing corpus. Each page is
 * asked about by itself, since none is kept. Pages are read and prepared as in a {@link FileSieve}.
 *
 * <p>An instance can be used once. {@link #close} may be called from another thread; it ends the
 * work and waits until everything is cleaned up.
 */
public final class FileAsk implements AutoCloseable {

  private final SieveSettings settings;
  private final SieveInputs inputs;
  private final Stoppable stoppable =
      new Stoppable("the asking does not end", Duration.ofSeconds(20));

  /**
   * What was read.
   *
   * @param corpus pages of the corpus
   * @param pages pages asked about, and records that are not pages
   * @param skipped what was skipped because it is not a page, by reason
   * @param damages the parts of the inputs that could not be read
   */
  public record Result(long corpus, long pages, Map<String, Long> skipped, Damages damages) {}

  /**
   * Asks about a crawl.
   *
   * @param inputs the crawl, and the corpus that it is compared with
   * @throws dev.crawlsieve.core.config.SettingsException if a setting cannot be used on files
   * @throws SieveException if an input is missing
   */
  public FileAsk(SieveSettings settings, SieveInputs inputs) {
    this.settings = settings;
    this.inputs = inputs;
    settings.page().requireEvents();
    PageInputs.check(inputs.groups(), settings.inputs());
  }

  /**
   * Asks about each page, in input order.
   *
   * @param line receives a line with the answer for each page
   * @throws SieveException if anything stops the work
   */
  public Result ask(Consumer<String> line) {
    stoppable.begin();
    Path folder = Folders.temporary();
    try (PageInputs feed = PageInputs.open(inputs.groups(), settings.inputs());
        Lanes lanes = new Lanes(settings, folder);
        OrderedPages pages =
            new OrderedPages(
                settings,
                PageFormat.JSONL,
                inputs.sieved(),
                feed,
                OrderedPages.Skip.NOTHING,
                InFlight.ofThisHeap(),
                Runtime.getRuntime().availableProcessors(),
                InstantSource.system())) {
      long corpus = 0;
      long asked = 0;
      while (true) {
        stoppable.ensureGoingOn();
        PreparedPage page = pages.next(stoppable::ensureGoingOn);
        if (page == null) {
          return new Result(corpus, asked, feed.skipped(), feed.damages());
        }
        if (page.page().reference()) {
          corpus++;
          keep(page, lanes);
        } else {
          asked++;
          line.accept(answer(page, lanes).toString());
        }
        pages.release(page);
      }
    } catch (InputException | IndexException | IOException e) {
      throw new SieveException(e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SieveException("interrupted", e);
    } finally {
      stoppable.clear(folder);
    }
  }

  private static void keep(PreparedPage page, Lanes lanes) {
    if (page.outcome() instanceof PreparedPage.Judged judged) {
      lanes.decide(judged);
    }
  }

  private static ObjectNode answer(PreparedPage page, Lanes lanes) {
    if (page.outcome() instanceof PreparedPage.Judged judged) {
      FileLane lane = lanes.lane(judged.lane());
      return VerdictCodec.answer(lane.ask(judged), lane.decided());
    }
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("origin", page.origin());
    return page.outcome() instanceof PreparedPage.Unjudged unjudged
        ? json.put("decision", "unjudged").put("trait", unjudged.trait().toString())
        : json.put("decision", "dead-letter")
            .put("reason", ((PreparedPage.Dead) page.outcome()).reason());
  }

  /** Ends the work, if there is any, and waits until everything is cleaned up. */
  @Override
  public void close() {
    stoppable.stop();
  }
}
