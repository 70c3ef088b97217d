package dev.crawlsieve.lab.bench.kernel;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.extract.TextExtractor;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.folder.Folders;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.Page;
import dev.crawlsieve.core.work.Stoppable;
import dev.crawlsieve.files.input.InputException;
import dev.crawlsieve.files.input.InputGroup;
import dev.crawlsieve.files.input.InputPage;
import dev.crawlsieve.lab.bench.PagesInTurn;
import dev.crawlsieve.lab.bench.result.KernelResult;
import dev.crawlsieve.lab.bench.result.PageClasses;
import dev.crawlsieve.measure.eval.PageFeatureReader;
import dev.crawlsieve.stream.config.SieveConfig;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.runner.RunnerException;

/**
 * Measures kernels on real pages, in separate processes, and classes of these pages in this one.
 *
 * <p>An instance measures once; {@link #close} may be called from another thread.
 */
public final class KernelBench implements AutoCloseable {

  private static final SieveConfig CONFIG = SieveConfig.of(Map.of());

  /** Enough for variety, and too many to fit into the caches of a small machine. */
  private static final int MOST_PAGES = 2_000;

  /** Bounds what is in memory: a page is kept in several forms. */
  private static final long MOST_BYTES = 100_000_000;

  private final List<Kernel> kernels;
  private final boolean classes;
  private final List<InputGroup> inputs;
  private final double seconds;
  private final Consumer<String> progress;
  private final Stoppable work = new Stoppable();

  /**
   * @param kernels what is measured
   * @param classes whether classes of pages are measured, too
   * @param inputs where real HTML pages are
   * @param seconds how long each kernel is measured, in addition to its warm-up
   * @param progress receives descriptions of the current step
   */
  public KernelBench(
      List<Kernel> kernels,
      boolean classes,
      List<InputGroup> inputs,
      double seconds,
      Consumer<String> progress) {
    this.kernels = List.copyOf(kernels);
    this.classes = classes;
    this.inputs = List.copyOf(inputs);
    this.seconds = seconds;
    this.progress = progress;
  }

  /**
   * What was measured.
   *
   * @param classes null if they were not wanted
   */
  public record Measured(List<KernelResult> kernels, @Nullable PageClasses classes) {}

  /**
   * Measures.
   *
   * @throws SieveException if an input cannot be read or has no HTML pages, or JMH fails
   */
  public Measured run() {
    work.begin();
    Path temporary = Folders.temporary();
    try {
      PageClassBench pages = new PageClassBench(CONFIG.fingerprinting());
      KernelRunner runner = new KernelRunner(sample(temporary, pages), seconds);
      List<KernelResult> results = new ArrayList<>();
      for (Kernel kernel : kernels) {
        work.ensureGoingOn();
        progress.accept(kernel.name() + ", " + results.size() + " of " + kernels.size() + " done");
        results.add(run(runner, kernel));
      }
      return new Measured(results, classes ? classes(pages) : null);
    } catch (IOException e) {
      throw new SieveException("the pages to work on cannot be written: " + e, e);
    } finally {
      work.clear(temporary);
    }
  }

  /** As long as three kernels: a page as it came, in another form, and jsoup's parse. */
  private PageClasses classes(PageClassBench pages) {
    progress.accept("classes of pages");
    return pages.run(3 * seconds, work::ensureGoingOn);
  }

  private KernelResult run(KernelRunner runner, Kernel kernel) {
    try {
      return runner.run(kernel);
    } catch (RunnerException e) {
      work.ensureGoingOn(); // a stopped run has not failed
      throw new SieveException("the kernel " + kernel.name() + " cannot be measured: " + e, e);
    }
  }

  private KernelRunner.Sample sample(Path folder, PageClassBench classes) throws IOException {
    PageFeatureReader reader = new PageFeatureReader(CONFIG);
    Path html = folder.resolve("html");
    Path text = folder.resolve("text");
    long pages = 0;
    long htmlBytes = 0;
    long textBytes = 0;
    try (PagesInTurn inputs = PagesInTurn.open(this.inputs, CONFIG);
        BufferedWriter htmlOut = Files.newBufferedWriter(html);
        BufferedWriter textOut = Files.newBufferedWriter(text)) {
      while (pages < MOST_PAGES && htmlBytes < MOST_BYTES) {
        work.ensureGoingOn();
        InputPage next = inputs.next();
        if (next == null) {
          break;
        }
        Optional<Page> page = html(reader, next);
        String extracted = page.isEmpty() ? "" : text(reader, page.get());
        if (!extracted.isEmpty() && (!this.classes || classes.add(next, page.get()))) {
          String markup = TextExtractor.markup(page.get()).orElseThrow().replace('\0', ' ');
          htmlOut.append(markup).append('\0');
          textOut.append(extracted.replace('\0', ' ')).append('\0');
          htmlBytes += markup.getBytes(UTF_8).length;
          textBytes += extracted.getBytes(UTF_8).length;
          pages++;
        }
      }
    } catch (InputException e) {
      throw new SieveException(e.getMessage(), e);
    }
    if (pages == 0) {
      throw new SieveException("there is no HTML page with text in the input");
    }
    return new KernelRunner.Sample(
        html, text, folder, (double) htmlBytes / pages, (double) textBytes / pages);
  }

  private static Optional<Page> html(PageFeatureReader reader, InputPage next) {
    try {
      Page page = reader.page(next);
      return TextExtractor.markup(page).isPresent() ? Optional.of(page) : Optional.empty();
    } catch (BadPageException e) {
      return Optional.empty(); // not a page in the stream either
    }
  }

  private static String text(PageFeatureReader reader, Page page) {
    try {
      return reader.steps().text(page).text();
    } catch (BadPageException e) {
      return ""; // too costly to read, so not a page in the stream either
    }
  }

  /** Stops the work after the current kernel, and waits until everything is cleaned up. */
  @Override
  public void close() {
    work.stop();
  }
}
