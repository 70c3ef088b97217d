package dev.crawlsieve.lab.bench;

import dev.crawlsieve.core.failure.SieveException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A process's memory according to the operating system: heap, native memory, code, all of it. */
final class ResidentMemory {

  private ResidentMemory() {}

  /** Peak resident memory since this process started, in bytes; -1 if unknown. */
  static long peakBytes() {
    return peakBytes(ProcessHandle.current().pid());
  }

  /** That of another process. */
  static long peakBytes(long process) {
    return peakBytes(status(Path.of("/proc/" + process + "/status")));
  }

  private static List<String> status(Path status) {
    if (!Files.isReadable(status)) {
      return List.of(); // available only on Linux
    }
    try {
      return Files.readAllLines(status);
    } catch (IOException e) {
      throw new SieveException("the process's memory cannot be read from " + status + ": " + e, e);
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
