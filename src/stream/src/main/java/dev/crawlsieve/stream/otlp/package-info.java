/**
 * Pushes an instance's metrics to an OpenTelemetry collector, by OTLP over HTTP. Start reading at
 * {@link dev.crawlsieve.stream.otlp.OtlpPush}.
 */
package dev.crawlsieve.stream.otlp;
