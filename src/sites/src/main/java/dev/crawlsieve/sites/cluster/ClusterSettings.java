package dev.crawlsieve.sites.cluster;

import dev.crawlsieve.core.config.SettingsException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Settings of clusters: what is published about pages that copy each other.
 *
 * @param enabled whether clusters are published at all
 * @param policy the criteria by which one page is better than another; the first that distinguishes
 *     two pages decides
 * @param membersMax maximum number of pages that a cluster lists, at least 1
 * @param keepPreferred whether to also keep a copy that is better than all earlier pages
 */
public record ClusterSettings(
    boolean enabled, List<Criterion> policy, int membersMax, boolean keepPreferred) {

  /** Name of the record header that holds a page's score, a decimal number. */
  public static final String SCORE_HEADER = "score";

  /**
   * The default number of pages that a cluster lists, from the first on. All pages are counted and
   * compared.
   */
  public static final int MEMBERS_MAX = 100;

  /** A criterion by which one page is better than another. */
  public enum Criterion {
    /**
     * A page with a canonical link to its own URL beats one without a link, which beats one with a
     * link to another URL.
     */
    CANONICAL,
    /** A page whose URL is https is better. */
    HTTPS,
    /** The page with the higher score is better; any score beats none. */
    SCORE,
    /** The page that was fetched earlier is better; any time beats none. */
    OLDEST,
    /** The page that was fetched later is better; any time beats none. */
    NEWEST,
    /** The page whose URL has fewer characters is better. */
    SHORTER_URL,
    /** The page whose main text has more tokens is better. */
    LONGEST;

    /** The default policy. */
    public static final List<Criterion> DEFAULT =
        List.of(CANONICAL, HTTPS, SCORE, OLDEST, SHORTER_URL);

    /** The criterion's name in settings and records. */
    public String text() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Parses names separated by commas.
     *
     * @throws SettingsException if there is no name, or one is unknown or occurs twice
     */
    public static List<Criterion> parse(String names) {
      List<Criterion> policy = new ArrayList<>();
      for (String name : names.split(",", -1)) {
        Criterion criterion = of(name.strip());
        if (policy.contains(criterion)) {
          throw new SettingsException("clusters.policy names " + criterion.text() + " twice");
        }
        policy.add(criterion);
      }
      return policy;
    }

    private static Criterion of(String name) {
      for (Criterion criterion : values()) {
        if (criterion.text().equals(name)) {
          return criterion;
        }
      }
      throw new SettingsException(
          "clusters.policy names '"
              + name
              + "', must be one of "
              + Arrays.stream(values()).map(Criterion::text).collect(Collectors.joining(", ")));
    }
  }

  public ClusterSettings {
    policy = List.copyOf(policy);
  }

  /** Whether the policy compares the lengths of texts. */
  public boolean byLength() {
    return policy.contains(Criterion.LONGEST);
  }
}
