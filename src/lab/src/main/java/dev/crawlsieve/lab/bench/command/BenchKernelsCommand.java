package dev.crawlsieve.lab.bench.command;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.lab.bench.kernel.Kernel;
import dev.crawlsieve.lab.bench.kernel.KernelBench;
import dev.crawlsieve.lab.bench.result.KernelResult;
import dev.crawlsieve.lab.bench.result.PageClasses;
import dev.crawlsieve.measure.report.TextTable;
import dev.crawlsieve.stream.kafka.reading.RecordJson;
import dev.crawlsieve.tool.terminal.Console;
import dev.crawlsieve.tool.terminal.Interruption;
import dev.crawlsieve.tool.terminal.JsonOption;
import dev.crawlsieve.tool.terminal.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures the kernels. */
@Command(
    name = "kernels",
    description =
        "Measure each processing step of a page with JMH, in a process of its own: from a page"
            + " event to its text, fingerprint and record, and lookups among 200,000 leaders in"
            + " memory. Then measure classes of the same pages, by character set, body, reader and"
            + " script, beside jsoup's parse alone, in this process and on one thread. Takes about"
            + " three minutes.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class BenchKernelsCommand implements Callable<Integer> {

  private static final String CLASSES = "classes";

  private final Console console;

  @Spec private CommandSpec spec;
  @Mixin private BenchInputs inputs;
  @Mixin private JsonOption json;

  @Option(
      names = "--only",
      split = ",",
      paramLabel = "NAME",
      description = "Kernels to measure: beginnings of their names, separated by commas.")
  private List<String> only = List.of("");

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "5",
      description =
          "Seconds to measure each, plus 3/5 of that to warm up. Default: ${DEFAULT-VALUE}.")
  private double seconds;

  public BenchKernelsCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    List<Kernel> kernels =
        Kernel.all().stream()
            .filter(kernel -> only.stream().anyMatch(kernel.name()::startsWith))
            .toList();
    boolean classes = only.stream().anyMatch(CLASSES::startsWith);
    if (kernels.isEmpty() && !classes) {
      throw new ParameterException(
          spec.commandLine(),
          "--only is "
              + String.join(",", only)
              + ", must be among "
              + names(Kernel.all())
              + ", "
              + CLASSES);
    }
    if (!(seconds > 0)) {
      throw new ParameterException(
          spec.commandLine(), "--seconds is " + seconds + ", must be greater than 0");
    }
    BenchInputs.Choice real = inputs.choose(console::note);
    KernelBench.Measured measured;
    try (BenchProgress progress = new BenchProgress(console);
        KernelBench bench = new KernelBench(kernels, classes, real.groups(), seconds, progress)) {
      measured = new Interruption(bench::close).during(bench::run);
    }
    if (json.wanted()) {
      ObjectNode root = RecordJson.JSON.valueToTree(measured);
      console.json(root.put("realPages", real.name()));
    } else {
      console.line("real pages: " + real.name());
      if (!kernels.isEmpty()) {
        print(measured.kernels());
      }
      if (measured.classes() != null) {
        print(measured.classes());
      }
    }
    return ExitCode.OK;
  }

  private static String names(List<Kernel> kernels) {
    return String.join(", ", kernels.stream().map(Kernel::name).toList());
  }

  private void print(List<KernelResult> results) {
    console.line("");
    TextTable table = new TextTable().row("", "ns/op", "±", "MB/s");
    for (KernelResult result : results) {
      table.row(
          result.name(),
          format("%,.0f", result.nanos()),
          format("%.0f %%", 100 * result.errorNanos() / result.nanos()),
          result.bytes() == 0 ? "" : format("%,.0f", result.megabytesPerSecond()));
    }
    console.table(table);
    console.line("");
    console.line(
        "An operation is a page, its text, a URL, a record, or 1,024 shingles; MB are of markup up"
            + " to visible-text, then of text. ± is the 99.9 % confidence interval.");
  }

  private void print(PageClasses pages) {
    console.line("");
    TextTable table =
        new TextTable(2)
            .row("", "", "pages", "share", "MB", "CPU", "MB/s", "HTML MB/s", "jsoup MB/s", "×");
    List<PageClasses.Cost> rows = new ArrayList<>(List.of(pages.all()));
    rows.addAll(pages.classes());
    String property = "";
    for (PageClasses.Cost cost : rows) {
      table.row(
          cost.property().equals(property) ? "" : cost.property(),
          cost.name() + (cost.asCame() ? "" : " *"),
          format("%,d", cost.pages()),
          format("%.1f %%", 100 * pages.pageShare(cost)),
          format("%,.1f", cost.bytes() / 1e6),
          format("%.1f %%", 100 * pages.cpuShare(cost)),
          format("%,.0f", pages.megabytesPerSecond(cost)),
          format("%,.0f", pages.htmlMegabytesPerSecond(cost)),
          format("%,.0f", pages.jsoupMegabytesPerSecond(cost)),
          format("%.2f", cost.timesJsoup()));
      property = cost.property();
    }
    console.table(table);
    console.line("");
    console.line(
        "CPU and MB/s of bodies are from event to record, HTML MB/s from HTML to fingerprint, jsoup"
            + " MB/s of its parse alone, × relative to that; each page "
            + pages.rounds()
            + " times, in turns, CPU time of one thread. Events marked * were made from those that"
            + " came in the other form.");
  }

  private static String format(String form, Object... values) {
    return String.format(Locale.ROOT, form, values);
  }
}
