/**
 * The rule: what the record of a kept page holds, when two pages match under each detector, which
 * keys find candidates, and when a kept page expires. {@link PageRule#rank} defines a match; every
 * index must give the answers that follow from it. Start reading at {@link Detector}; {@code Rule}
 * decides on similar pages. Tests: {@code SiteEvidenceTest}. Source: Manku, Jain and Das Sarma,
 * "Detecting Near-Duplicates for Web Crawling", WWW 2007.
 *
 * <p>Terms, here and in {@code index.store}:
 *
 * <ul>
 *   <li><b>Lane</b>: one ordered sequence of pages. Each page is compared with the kept pages
 *       before it. All pages of a scope are in one lane.
 *   <li><b>Leader</b>: a kept page, with which later copies are matched. Its <b>ordinal</b> counts
 *       the leaders of its lane from 0, in the order in which they were kept.
 *   <li><b>Table</b>: a map from keys to leaders. A <b>key</b> is made of the page's scope and a
 *       part of its features: the content hash, some bits of the SimHash, or a band of the sketch.
 *       Pages that match share a key in at least one table. The entries of one key are a
 *       <b>bucket</b>.
 *   <li><b>Entry</b>: a key, a leader and a <b>payload</b>: bits of the leader's features, which
 *       rule out most entries without reading the leader's record. The remaining entries are
 *       <b>candidates</b>; their records decide.
 *   <li><b>Leader log</b>: the record of every leader, by ordinal. The tables can be rebuilt from
 *       it.
 *   <li><b>Delta</b>: all tables of the newest leaders, in memory. A full delta is <b>frozen</b>:
 *       it is still searched, but takes no more leaders.
 *   <li><b>Run</b>: all tables of a range of older leaders, in sorted files that never change. The
 *       runs together are the <b>base</b>.
 *   <li><b>Local number</b>: a leader's ordinal minus that of the first leader in its delta or run.
 * </ul>
 *
 * <pre>
 *          put                                       lookup
 *           │                                          │ one key for each table
 *     ┌─────┴─────┐                                    ▼
 *     ▼           ▼                             1. buckets of these keys: which entries
 *  leader log   delta          in memory  ◀──      have a payload near the page's?
 *  (on disk)      │ full
 *     ▲           ▼
 *     │         frozen delta   in memory  ◀──
 *     │           │ written in the background
 *     │           ▼
 *     │         run run run    on disk    ◀──      filters in memory rule out most runs
 *     │           └──┬──┘
 *     │              ▼ merged in the background
 *     │             run
 *     │
 *     └────────────────────────────────────── 2. records of the candidates, best first:
 *                                                the detector decides
 * </pre>
 */
@NullMarked
package dev.crawlsieve.core.index;

import org.jspecify.annotations.NullMarked;
