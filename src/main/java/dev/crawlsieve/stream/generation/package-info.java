/**
 * A second generation from the log of a first, under other settings ({@code replay --into}). Uses
 * {@code run}. Start reading at {@link NewGeneration}.
 */
package dev.crawlsieve.stream.generation;
