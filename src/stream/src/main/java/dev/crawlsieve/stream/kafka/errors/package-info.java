/**
 * What brokers answer in place of a result, as one sentence that says what to do. Start reading at
 * {@link dev.crawlsieve.stream.kafka.errors.BrokerErrors}. Tests: {@code BrokerErrorsTest}.
 */
package dev.crawlsieve.stream.kafka.errors;
