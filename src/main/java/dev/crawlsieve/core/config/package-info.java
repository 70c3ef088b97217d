/**
 * What each step may be told: settings as records, one for each room that takes them. A leaf. Start
 * reading at {@link DetectorSettings}.
 */
package dev.crawlsieve.core.config;
