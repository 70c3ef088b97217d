/** How two texts differ, word by word. A leaf. Start reading at {@link TextDiff}. */
package dev.crawlsieve.core.diff;
