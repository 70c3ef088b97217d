/**
 * Feeds readers with damaged input and checks what must always hold: that they end, in bounded
 * time, with no other exception than the documented one, that pages are read the same in every
 * form, and records when they are stored again. Start reading at {@link Fuzzer}; a reader is added
 * by a {@link FuzzTarget}. Tests: {@code FuzzTargetsTest}.
 */
package dev.crawlsieve.lab.bench.fuzz;
