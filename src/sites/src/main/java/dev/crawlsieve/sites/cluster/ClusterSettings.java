package dev.crawlsieve.sites.cluster;

import dev.crawlsieve.core.config.SettingsException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * What is published about pages that copy each other.
 *
 * @param enabled whether clusters are published at all
 * @param policy what makes one page better than another; the first criterion that distinguishes two
 *     pages decides
 * @param membersMax how many pages of a cluster are listed, at least 1
 * @param keepPreferred whether to also keep a copy that is better than all earlier pages
 */
public record ClusterSettings(
    boolean enabled, List<Criterion> policy, int membersMax, boolean keepPreferred) {

  /** Name of the record header that holds a page's score, a decimal number. */
  public static final String SCORE_HEADER = "score";

  /** How many pages of a cluster are listed, from the first; all are counted and compared. */
  public static final int MEMBERS_MAX = 100;

  /** What makes one page better than another. */
  public enum Criterion {
    /** A canonical link to its own URL beats none, and none beats a link to another URL. */
    CANONICAL,
    /** Its URL is https. */
    HTTPS,
    /** It has the higher score; any score beats none. */
    SCORE,
    /** It was fetched earlier; any time beats none. */
    OLDEST,
    /** It was fetched later; any time beats none. */
    NEWEST,
    /** Its URL has fewer characters. */
    SHORTER_URL,
    /** Its main text has more tokens. */
    LONGEST;

    /** The policy if none is set. */
    public static final List<Criterion> DEFAULT =
        List.of(CANONICAL, HTTPS, SCORE, OLDEST, SHORTER_URL);

    /** The name in settings and records. */
    public String text() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Parses names separated by commas.
     *
     * @throws SettingsException if there is none, or one is unknown or occurs twice
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
