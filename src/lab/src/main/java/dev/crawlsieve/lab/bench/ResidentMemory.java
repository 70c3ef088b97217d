package dev.crawlsieve.lab.bench;

import dev.crawlsieve.core.work.SieveException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * This process's memory according to the operating system: heap, native memory, code, all of it.
 */
final class ResidentMemory {

  private static final Path STATUS = Path.of("/proc/self/status");

  private ResidentMemory() {}

  /** Peak resident memory since the process started, in bytes; -1 if unknown. */
  static long peakBytes() {
    return peakBytes(status());
  }

  private static List<String> status() {
    if (!Files.isReadable(STATUS)) {
      return List.of(); // available only on Linux
    }
    try {
      return Files.readAllLines(STATUS);
    } catch (IOException e) {
      throw new SieveException("the process's memory cannot be read from " + STATUS + ": " + e, e);
    }
  }

  static long peakBytes(List<String> status) {
    return status.stream()
        .filter(line -> line.startsWith("VmHWM:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
        .findFirst()
        .orElse(-1);
  }
}
