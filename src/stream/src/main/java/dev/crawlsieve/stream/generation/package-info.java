/**
 * A second generation from the log of a first, with other settings ({@code replay --into}). Uses
 * {@code run}. Start reading at {@link NewGeneration}.
 */
package dev.crawlsieve.stream.generation;
