/**
 * The instances that share the work: which of them has what, asked over HTTP.
 *
 * <p>Start reading at {@link Instances}. Tests: {@code InstancesTest}.
 */
package dev.crawlsieve.watch.group;
