/**
 * What long-running work needs: a failure in one sentence for the user, progress, stalls, folders,
 * memory and disk. A leaf. Start reading at {@link SieveException}.
 */
package dev.crawlsieve.core.work;
