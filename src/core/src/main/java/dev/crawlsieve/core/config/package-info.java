/**
 * The settings of each step as records, one for each room that uses them. Start reading at {@link
 * DetectorSettings}. Tests: {@code SieveConfigTest}.
 */
@NullMarked
package dev.crawlsieve.core.config;

import org.jspecify.annotations.NullMarked;
