/**
 * How similar two pages are by every measure of the field, and how well detectors agree with
 * people: distances, baselines, labelled pairs, precision and recall.
 *
 * <p>Pure: no Kafka, no clock, no output except to the writers that are passed in.
 */
package dev.crawlsieve.core.eval;
