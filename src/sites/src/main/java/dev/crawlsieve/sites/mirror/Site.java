package dev.crawlsieve.sites.mirror;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is stored about a site in addition to its paths. Mutable; stored after each change. */
final class Site {

  private static final int MOST_WEIGHT = 1 << 30;

  final String name;

  /** Number of sampled paths. */
  int paths;

  /** Key of the last sampled path. */
  byte @Nullable [] last;

  /**
   * Number of times a sampled path was added or changed, about the number of other observations,
   * and the weight of the site whose place this one took.
   */
  int weight;

  /**
   * Value of {@link #weight} when the rules were last evaluated, and what has been added since for
   * observations that changed nothing.
   */
  int learnedAt;

  /** Value of {@link #paths} when the pairs were last evaluated. */
  int reviewedAt;

  /** Number of sampled paths that were copies when they were added. */
  int copies;

  /** Rules that are or were declared, in order of their first declaration. */
  List<UrlRule> rules = new ArrayList<>();

  /** The support with which each of {@link #rules} was last reported. */
  List<Integer> reported = new ArrayList<>();

  Site(String name) {
    this.name = name;
  }

  /** Adds to the weight for observations that changed nothing. */
  void weigh(int observations) {
    if (weight < MOST_WEIGHT) {
      weight += observations;
      learnedAt += observations;
    }
  }

  List<UrlRule> declaredRules() {
    return rules.stream().filter(UrlRule::declared).toList();
  }

  byte[] stored() {
    List<byte[]> names =
        rules.stream().map(rule -> Fields.bytes(rule.kind() + " " + rule.name())).toList();
    byte[] site = Fields.bytes(name);
    int size = 1 + 4 + site.length + 5 * 4 + 1 + (last == null ? 0 : last.length) + 4;
    size += names.stream().mapToInt(rule -> 4 + rule.length + 1 + 3 * 4).sum();
    ByteBuffer out = ByteBuffer.allocate(size).put(Fields.VERSION);
    Fields.put(out, site);
    out.putInt(paths).putInt(weight).putInt(learnedAt).putInt(reviewedAt).putInt(copies);
    out.put((byte) (last == null ? 0 : last.length));
    if (last != null) {
      out.put(last);
    }
    out.putInt(rules.size());
    for (int i = 0; i < rules.size(); i++) {
      UrlRule rule = rules.get(i);
      Fields.put(out, names.get(i));
      out.put((byte) (rule.declared() ? 1 : 0));
      out.putInt(rule.support()).putInt(rule.tested()).putInt(reported.get(i));
    }
    return out.array();
  }

  static Site of(byte[] stored) {
    ByteBuffer in = Fields.open(stored);
    Site site = new Site(Fields.text(in));
    site.paths = in.getInt();
    site.weight = in.getInt();
    site.learnedAt = in.getInt();
    site.reviewedAt = in.getInt();
    site.copies = in.getInt();
    byte[] last = new byte[in.get()];
    in.get(last);
    site.last = last.length == 0 ? null : last;
    for (int left = in.getInt(); left > 0; left--) {
      String text = Fields.text(in);
      int blank = text.indexOf(' ');
      UrlRule.Kind kind = UrlRule.Kind.valueOf(text.substring(0, blank));
      String name = text.substring(blank + 1);
      boolean declared = in.get() == 1;
      site.rules.add(new UrlRule(site.name, kind, name, declared, in.getInt(), in.getInt()));
      site.reported.add(in.getInt());
    }
    return site;
  }
}
