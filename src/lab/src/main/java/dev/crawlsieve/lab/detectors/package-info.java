/**
 * The field's textbook detectors, and the stream's at many thresholds, measured on labelled pairs.
 * Start reading at {@link EvaluateAllCommand}.
 */
package dev.crawlsieve.lab.detectors;
