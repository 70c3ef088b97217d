/**
 * Dead letters once their cause is fixed: lists them by stage and reason, and sends pages again,
 * each letter at most once. Uses {@code kafka} and {@code topology}. Start reading at {@link
 * LetterResend}. Tests: {@code LetterResendIT}.
 */
package dev.crawlsieve.stream.letters;
