/**
 * Dead letters whose cause has been fixed: lists them by stage and reason, and sends their pages
 * again, each letter at most once. Start reading at {@link LetterResend}. Tests: {@code
 * LetterResendIT}.
 */
package dev.crawlsieve.stream.letters;
