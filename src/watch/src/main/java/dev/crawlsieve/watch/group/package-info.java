/**
 * The instances that share the work: which one has which partitions, and how one asks another over
 * HTTP.
 *
 * <p>Start reading at {@link Instances}. Tests: {@code InstancesTest}.
 */
package dev.crawlsieve.watch.group;
