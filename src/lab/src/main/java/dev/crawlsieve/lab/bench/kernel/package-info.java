/**
 * Measures what a page costs without Kafka: step by step with JMH, and by class of page beside
 * jsoup. Start reading at {@link KernelBench}.
 */
package dev.crawlsieve.lab.bench.kernel;
