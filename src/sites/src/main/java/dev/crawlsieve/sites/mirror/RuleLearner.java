package dev.crawlsieve.sites.mirror;

import dev.crawlsieve.core.fingerprint.Coordinates;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates every rule that may apply to a site, on a sample of its paths.
 *
 * <p>A rule removes something from URLs. Two URLs that become equal under it have the same content
 * or not: this is the only evidence. Rules that are already declared are applied first, so that the
 * parts that they remove do not keep two URLs apart.
 */
final class RuleLearner {

  /**
   * Maximum number of pairs that count for one form of URLs, and for one content. So a rule is
   * established neither by one page with many URLs, nor by the one text that a site shows for pages
   * that do not exist.
   */
  private static final int PAIRS_PER_FORM = 3;

  /**
   * Content found under this many different names is no evidence: it is an error page or a log-in
   * page.
   */
  private static final int NAMES_OF_COMMONPLACE = 4;

  /** Maximum number of names that are tried for each kind of rule. */
  private static final int MOST_NAMES = 32;

  private static final int LONGEST_NAME = 256;
  private static final int MOST_SETS = 8;

  /** How often a path is read to find the rules that may apply to it. */
  private static final int PASSES = 4;

  private static final int LARGEST_SET = 6;

  private final String site;
  private final List<SampledPath> paths;
  private final List<UrlRule> declared;
  private final Set<Coordinates> commonplace;
  private final LearningWork work;

  RuleLearner(String site, List<SampledPath> paths, List<UrlRule> declared, LearningWork work) {
    this.site = site;
    this.work = work;
    this.declared = declared;
    this.commonplace = commonplace(paths);
    this.paths = variants(paths);
  }

  /**
   * Paths whose name occurs more than once; no rule makes two others equal. Names are compared by
   * their order, a hash; all are of one site, so nobody disturbs another site's rules.
   */
  private static List<SampledPath> variants(List<SampledPath> paths) {
    Map<Long, Integer> names = new HashMap<>();
    paths.forEach(path -> names.merge(path.order(), 1, Integer::sum));
    return paths.stream().filter(path -> names.getOrDefault(path.order(), 0) > 1).toList();
  }

  private static Set<Coordinates> commonplace(List<SampledPath> paths) {
    Map<Coordinates, Set<Long>> names = new HashMap<>();
    for (SampledPath path : paths) {
      names.computeIfAbsent(path.content(), none -> new HashSet<>()).add(path.order());
    }
    return names.entrySet().stream()
        .filter(entry -> entry.getValue().size() >= NAMES_OF_COMMONPLACE)
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  /**
   * Every rule for or against which there is evidence, as far as the budget of work allows.
   * Declared rules come first, so that they can be withdrawn.
   */
  List<UrlRule> weigh() {
    List<UrlRule> weighed = new ArrayList<>();
    int left = 0;
    for (UrlRule candidate : candidates()) {
      UrlRule rule = weigh(candidate);
      left += rule == null ? 1 : 0;
      if (rule != null && rule.tested() > 0) {
        weighed.add(rule);
      }
    }
    work.leaveOut(left);
    return weighed;
  }

  /** The rule with its evidence, or null if finding it is too much work. */
  private @Nullable UrlRule weigh(UrlRule rule) {
    List<UrlRule> others = declared.stream().filter(other -> !other.isSame(rule)).toList();
    // For each form: the distinct URLs that the rule turns into it, with their content.
    Map<String, Map<String, Coordinates>> forms = new LinkedHashMap<>();
    for (SampledPath path : paths) {
      if (work.spent()) {
        return null;
      }
      work.path(path.path(), others.size() + 1);
      String base = applied(others, path.path());
      forms
          .computeIfAbsent(rule.apply(base), none -> new LinkedHashMap<>())
          .putIfAbsent(base, path.content());
    }
    int tested = 0;
    int agreeing = 0;
    Map<Coordinates, Integer> pairs = new HashMap<>(); // number of agreeing pairs, by content
    for (Map<String, Coordinates> variants : forms.values()) {
      List<Map.Entry<String, Coordinates>> pages = new ArrayList<>(variants.entrySet());
      pages.removeIf(page -> commonplace.contains(page.getValue()));
      int left = PAIRS_PER_FORM;
      for (int i = 1; i < pages.size() && left > 0; i++) {
        Coordinates content = pages.get(0).getValue();
        boolean agrees = pages.get(i).getValue().equals(content);
        if (differsInAll(rule, pages.get(0).getKey(), pages.get(i).getKey())
            && (!agrees || pairs.merge(content, 1, Integer::sum) <= PAIRS_PER_FORM)) {
          left--;
          tested++;
          agreeing += agrees ? 1 : 0;
        }
      }
    }
    return rule.with(false, agreeing, tested);
  }

  /**
   * Whether two URLs differ in all parameters of a set: a difference in only some of them is no
   * evidence for the set.
   */
  private static boolean differsInAll(UrlRule rule, String one, String other) {
    return rule.name().indexOf('&') < 0
        || String.join("&", UrlForm.differing(one, other)).equals(rule.name());
  }

  static String applied(List<UrlRule> rules, String path) {
    String applied = path;
    for (UrlRule rule : rules) {
      applied = rule.apply(applied);
    }
    return applied;
  }

  private Set<UrlRule> candidates() {
    Map<String, Integer> parameters = new TreeMap<>();
    Map<String, Integer> pathParameters = new TreeMap<>();
    Map<String, Integer> pages = new TreeMap<>();
    Set<UrlRule> candidates = new LinkedHashSet<>();
    declared.forEach(rule -> candidates.add(rule.with(false, 0, 0)));
    for (SampledPath sampled : paths) {
      if (work.spent()) {
        break;
      }
      String path = sampled.path();
      work.path(path, PASSES);
      UrlForm.parameters(path).forEach(name -> parameters.merge(name, 1, Integer::sum));
      UrlForm.pathParameters(path).forEach(name -> pathParameters.merge(name, 1, Integer::sum));
      String page = UrlForm.defaultPage(path);
      if (page != null) {
        pages.merge(page, 1, Integer::sum);
      }
      if (!UrlForm.withoutTrailingSlash(path).equals(path)) {
        candidates.add(rule(UrlRule.Kind.TRAILING_SLASH, ""));
      }
      if (!UrlForm.withPathInLowerCase(path).equals(path)) {
        candidates.add(rule(UrlRule.Kind.CASE, ""));
      }
    }
    candidates.addAll(mostFrequent(UrlRule.Kind.PATH_PARAMETER, pathParameters, MOST_NAMES));
    candidates.addAll(mostFrequent(UrlRule.Kind.DEFAULT_PAGE, pages, MOST_NAMES));
    candidates.addAll(mostFrequent(UrlRule.Kind.PARAMETER, parameters, MOST_NAMES));
    candidates.addAll(sets());
    return candidates;
  }

  private List<UrlRule> mostFrequent(UrlRule.Kind kind, Map<String, Integer> names, int most) {
    return names.entrySet().stream()
        .filter(entry -> entry.getKey().length() <= LONGEST_NAME)
        .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
        .limit(most)
        .map(entry -> new UrlRule(site, kind, entry.getKey(), false, 0, 0))
        .toList();
  }

  /**
   * Rules for sets of parameters that differ only together between URLs with the same content, such
   * as those of a campaign: no pair of URLs differs in one of them alone.
   */
  private List<UrlRule> sets() {
    Map<String, Map<Coordinates, String>> firsts = new HashMap<>();
    Map<String, Integer> seen = new TreeMap<>();
    for (SampledPath sampled : paths) {
      if (work.spent()) {
        break;
      }
      work.path(sampled.path(), declared.size() + PASSES);
      String path = applied(declared, sampled.path());
      String first =
          firsts
              .computeIfAbsent(path.substring(0, SiteUrl.endOfPath(path)), none -> new HashMap<>())
              .putIfAbsent(sampled.content(), path);
      if (first != null && !first.equals(path)) {
        List<String> names = UrlForm.differing(first, path);
        if (names.size() > 1 && names.size() <= LARGEST_SET) {
          seen.merge(String.join("&", names), 1, Integer::sum);
        }
      }
    }
    return mostFrequent(UrlRule.Kind.PARAMETER, seen, MOST_SETS);
  }

  private UrlRule rule(UrlRule.Kind kind, String name) {
    return new UrlRule(site, kind, name, false, 0, 0);
  }
}
