/**
 * The {@code bench} command and its subcommands. Start reading at {@link BenchCommands}. Tests:
 * {@code BenchCommandIT}.
 */
package dev.crawlsieve.lab.bench.command;
