/**
 * The field's textbook detectors, measured on labelled pairs. Start reading at {@link
 * EvaluateAllCommand}. Tests: {@code DetectorsTest}.
 */
package dev.crawlsieve.lab.detectors;
