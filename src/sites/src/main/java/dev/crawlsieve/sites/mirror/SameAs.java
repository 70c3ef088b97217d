package dev.crawlsieve.sites.mirror;

import java.util.List;

/**
 * Another URL under which a page should be the same.
 *
 * @param url normalised by {@link VerdictObserver#normalize}
 * @param by the findings from which this follows
 */
public record SameAs(String url, List<Finding> by) {}
