/**
 * The rule: what a kept page's record holds, when two pages match under each detector, which keys
 * find candidates, and when a page expires. {@link LinearScanIndex} is the oracle that every faster
 * index must equal. Uses {@code fingerprint}. Start reading at {@link Detector}. Source: Manku,
 * Jain and Das Sarma, "Detecting Near-Duplicates for Web Crawling", WWW 2007.
 */
package dev.crawlsieve.core.index;
