/**
 * The field's textbook detectors, measured on labelled pairs. Start reading at {@link
 * EvaluateAllCommand}.
 */
package dev.crawlsieve.lab.detectors;
