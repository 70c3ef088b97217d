/**
 * Feeds readers with damaged input and checks what must hold whatever they read: that they end, in
 * bounded time, with no other exception than the documented one, that one pass reads pages as a
 * tree does, and that records are read the same when they are stored again. Start reading at {@link
 * Fuzzer}; a reader is added by a {@link FuzzTarget}.
 */
package dev.crawlsieve.lab.bench.fuzz;
