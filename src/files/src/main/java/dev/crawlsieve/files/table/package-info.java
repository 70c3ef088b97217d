/**
 * Reads and writes Parquet: rows one after the other, in memory that does not grow with the size of
 * row groups. Start reading at {@link TableReader}. Tests: {@code TableReaderTest}. Source: the <a
 * href="https://github.com/apache/parquet-format">Parquet format</a> 2.12.
 */
package dev.crawlsieve.files.table;
