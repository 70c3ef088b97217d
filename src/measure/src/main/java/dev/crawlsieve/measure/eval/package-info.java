/**
 * How similar two pages are by the features that detectors compare, and how well detectors agree
 * with people: labelled pairs, precision and recall. Start reading at {@link Evaluation}. Tests:
 * {@code EvaluationTest}.
 *
 * <p>Pure: no Kafka, no clock, no output except to the writers that are passed in.
 */
package dev.crawlsieve.measure.eval;
