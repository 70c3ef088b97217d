/** The {@code bench} command and its subcommands. Start reading at {@link BenchCommands}. */
package dev.crawlsieve.lab.bench.command;
