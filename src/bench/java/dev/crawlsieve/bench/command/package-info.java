/** {@code bench} and what it measures, as commands. Start reading at {@link BenchCommands}. */
package dev.crawlsieve.bench.command;
