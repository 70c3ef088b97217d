/** Pages that copy each other, and which of them is preferred. Knows no Kafka. */
package dev.crawlsieve.core.cluster;
