/**
 * The ablation of the rule: what each of its conditions and numbers decides on given pages. Start
 * reading at {@link RuleBench}. Tests: {@code RuleMutantsTest}, {@code BenchCommandIT}.
 */
package dev.crawlsieve.lab.bench.rule;
