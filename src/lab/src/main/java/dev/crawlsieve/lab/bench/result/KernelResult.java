package dev.crawlsieve.lab.bench.result;

/**
 * The cost of a kernel.
 *
 * @param name the kernel
 * @param nanos mean time of an operation: a page, a text, a URL, a record, or 1,024 shingles
 * @param errorNanos half of the 99.9 % confidence interval of the mean
 * @param bytes mean number of bytes processed by an operation, or 0
 */
public record KernelResult(String name, double nanos, double errorNanos, double bytes) {

  /** In 10⁶ bytes per second; 0 if there are no bytes. */
  public double megabytesPerSecond() {
    return bytes * 1e3 / nanos;
  }
}
