/**
 * Measures what a page costs without Kafka: step by step with JMH, and by class of page beside
 * jsoup. Start reading at {@link KernelBench}. Tests: {@code KernelTest}.
 */
package dev.crawlsieve.lab.bench.kernel;
