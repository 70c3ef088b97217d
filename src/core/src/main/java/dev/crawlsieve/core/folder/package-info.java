/**
 * Folders and files of a run: created, locked, and removed, also by the next run if one was killed.
 * Start reading at {@link ScratchFolder}. Tests: {@code ScratchFolderTest}.
 */
package dev.crawlsieve.core.folder;
