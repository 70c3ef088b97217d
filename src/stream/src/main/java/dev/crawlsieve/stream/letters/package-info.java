/**
 * Dead letters once their cause is fixed: lists them by stage and reason, and sends pages again,
 * each letter at most once. Uses {@code kafka} and {@code topology}. Start reading at {@link
 * LetterResend}.
 */
package dev.crawlsieve.stream.letters;
