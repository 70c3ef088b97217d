package dev.crawlsieve.lab.bench.result;

/**
 * CPU time of a run, in microseconds per page, by the threads that used it.
 *
 * @param process the whole process, without the thread that measures
 * @param streams stream threads: what Kafka Streams and the processors do, and compression of what
 *     is sent
 * @param clients threads that the topology's producers, consumers and index have for themselves
 * @param broker all other threads of Java, which are the embedded broker's
 */
public record PageCpu(double process, double streams, double clients, double broker) {

  /** The rest: garbage collection, the JIT compiler and RocksDB's own threads. */
  public double machine() {
    return process - streams - clients - broker;
  }
}
