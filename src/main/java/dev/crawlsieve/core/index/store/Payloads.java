package dev.crawlsieve.core.index.store;

/** What the entries of a table carry, by the leader's local number. */
interface Payloads {

  long get(int local);
}
