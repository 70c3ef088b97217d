package dev.crawlsieve.lab.bench.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.lab.bench.result.KernelResult;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

class KernelTest {

  @Test
  void shouldNameEveryBenchmarkOfTheJarAndNoOther() {
    List<String> built =
        BenchmarkList.defaultList()
            .getAll(
                OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT), List.of())
            .stream()
            .map(entry -> entry.getUsername())
            .filter(name -> name.matches(".*Kernels\\.\\w+"))
            .toList();
    assertThat(new TreeSet<>(built)).isNotEmpty();
    assertThat(new TreeSet<>(Kernel.all().stream().map(Kernel::benchmark).toList()))
        .isEqualTo(new TreeSet<>(built));
  }

  @Test
  void shouldGiveEveryKernelANameOfItsOwn() {
    assertThat(Kernel.all()).extracting(Kernel::name).doesNotHaveDuplicates();
  }

  @Test
  void shouldTellMegabytesOfWhatHasBytes() {
    assertThat(new KernelResult("x", 1_000_000, 1, 50_000).megabytesPerSecond()).isEqualTo(50);
    assertThat(new KernelResult("x", 1_000_000, 1, 0).megabytesPerSecond()).isZero();
  }
}
