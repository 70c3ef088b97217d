package dev.crawlsieve.watch.live;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.DoubleBinaryOperator;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The part of PromQL that the alert rules use, evaluated at the last of some scrapes. Anything else
 * is an error.
 *
 * <pre>
 * and        = comparison { "and" [ "on" labels ] comparison }
 * comparison = difference [ ( "==" | ">" | ">=" | "<" ) ( number | "-" "Inf" ) ]
 * difference = quotient { "-" quotient }
 * quotient   = term { "/" term }
 * term       = "(" and ")" | "abs" "(" and ")" | "sum" "by" labels "(" and ")" | selector
 *            | ( "rate" | "increase" | "delta" ) "(" selector "[" duration "]" ")"
 * selector   = name [ "{" label ( "=" | "!=" ) string { "," … } "}" ]
 * labels     = "(" label { "," label } ")"
 * </pre>
 */
final class PromQuery {

  private static final Pattern TOKEN =
      Pattern.compile("\\s*([A-Za-z_]\\w*|[\\d.]+[smh]?|\"[^\"]*\"|[!=<>]=|[-/(){}\\[\\],=<>])");
  private static final Set<String> OVER_TIME = Set.of("rate", "increase", "delta");
  private static final Map<String, BiPredicate<Double, Double>> COMPARISONS =
      Map.of(
          "==", (a, b) -> (double) a == b,
          ">", (a, b) -> a > b,
          ">=", (a, b) -> a >= b,
          "<", (a, b) -> a < b);

  private static final Map<String, Double> INFINITE = Map.of("Inf", Double.POSITIVE_INFINITY);

  private final List<Scrape> scrapes;
  private final List<String> tokens = new ArrayList<>();
  private int at;

  private record Sample(long second, double value) {}

  private record Selector(String name, Predicate<Map<String, String>> labels) {}

  private PromQuery(String expression, List<Scrape> scrapes) {
    this.scrapes = scrapes;
    Matcher token = TOKEN.matcher(expression);
    int end = 0;
    while (token.find() && token.start() == end) {
      tokens.add(token.group(1));
      end = token.end();
    }
    if (!expression.substring(end).isBlank()) {
      throw new IllegalArgumentException("not a token: " + expression.substring(end));
    }
    tokens.add("end");
  }

  /** The values at the last scrape, by labels. */
  static Map<Map<String, String>, Double> evaluate(String expression, List<Scrape> scrapes) {
    PromQuery query = new PromQuery(expression, scrapes);
    Map<Map<String, String>, Double> values = query.and();
    query.expect("end");
    return values;
  }

  private Map<Map<String, String>, Double> and() {
    Map<Map<String, String>, Double> left = comparison();
    while (take("and")) {
      Set<String> on = take("on") ? labels() : null;
      Set<Map<String, String>> right = new HashSet<>();
      comparison().keySet().forEach(labels -> right.add(only(labels, on)));
      left.keySet().removeIf(labels -> !right.contains(only(labels, on)));
    }
    return left;
  }

  private static Map<String, String> only(Map<String, String> labels, Set<String> kept) {
    Map<String, String> result = new TreeMap<>(labels);
    if (kept != null) {
      result.keySet().retainAll(kept);
    }
    return result;
  }

  private Map<Map<String, String>, Double> comparison() {
    Map<Map<String, String>, Double> left = difference();
    BiPredicate<Double, Double> holds = COMPARISONS.get(tokens.get(at));
    if (holds != null) {
      at++;
      double number = take("-") ? -INFINITE.get(next()) : Double.parseDouble(next());
      left.values().removeIf(value -> !holds.test(value, number));
    }
    return left;
  }

  private Map<Map<String, String>, Double> difference() {
    Map<Map<String, String>, Double> left = quotient();
    while (take("-")) {
      left = matched(left, quotient(), (a, b) -> a - b);
    }
    return left;
  }

  private Map<Map<String, String>, Double> quotient() {
    Map<Map<String, String>, Double> left = term();
    while (take("/")) {
      left = matched(left, term(), (a, b) -> a / b);
    }
    return left;
  }

  private static Map<Map<String, String>, Double> matched(
      Map<Map<String, String>, Double> left,
      Map<Map<String, String>, Double> right,
      DoubleBinaryOperator operator) {
    Map<Map<String, String>, Double> result = new HashMap<>();
    left.forEach(
        (labels, value) -> {
          if (right.containsKey(labels)) {
            result.put(labels, operator.applyAsDouble(value, right.get(labels)));
          }
        });
    return result;
  }

  private Map<Map<String, String>, Double> term() {
    if (tokens.get(at).equals("(")) {
      return inParentheses();
    }
    if (take("abs")) {
      Map<Map<String, String>, Double> values = inParentheses();
      values.replaceAll((labels, value) -> Math.abs(value));
      return values;
    }
    if (take("sum")) {
      expect("by");
      Set<String> by = labels();
      Map<Map<String, String>, Double> sums = new HashMap<>();
      inParentheses().forEach((labels, value) -> sums.merge(only(labels, by), value, Double::sum));
      return sums;
    }
    if (OVER_TIME.contains(tokens.get(at))) {
      return overTime(next());
    }
    Selector selector = selector();
    return selected(scrapes.get(scrapes.size() - 1), selector);
  }

  private Map<Map<String, String>, Double> inParentheses() {
    expect("(");
    Map<Map<String, String>, Double> values = and();
    expect(")");
    return values;
  }

  private Selector selector() {
    String name = next();
    if (!name.matches("[a-z_]+")) {
      throw new IllegalArgumentException("not a metric: " + name);
    }
    Predicate<Map<String, String>> all = labels -> true;
    if (take("{")) {
      do {
        String label = next();
        boolean equal = take("=");
        if (!equal) {
          expect("!=");
        }
        String text = next().replace("\"", "");
        all = all.and(labels -> text.equals(labels.getOrDefault(label, "")) == equal);
      } while (take(","));
      expect("}");
    }
    return new Selector(name, all);
  }

  private static Map<Map<String, String>, Double> selected(Scrape scrape, Selector selector) {
    Map<Map<String, String>, Double> values =
        new HashMap<>(scrape.samples().getOrDefault(selector.name(), Map.of()));
    values.keySet().removeIf(selector.labels().negate());
    return values;
  }

  private Map<Map<String, String>, Double> overTime(String function) {
    expect("(");
    Selector selector = selector();
    expect("[");
    long range = seconds(next());
    expect("]");
    expect(")");
    long now = scrapes.get(scrapes.size() - 1).second();
    Map<Map<String, String>, List<Sample>> series = new HashMap<>();
    for (Scrape scrape : scrapes) {
      if (scrape.second() >= now - range) {
        scrape
            .samples()
            .getOrDefault(selector.name(), Map.of())
            .forEach(
                (labels, value) -> {
                  if (selector.labels().test(labels)) {
                    series
                        .computeIfAbsent(labels, l -> new ArrayList<>())
                        .add(new Sample(scrape.second(), value));
                  }
                });
      }
    }
    series.values().removeIf(samples -> samples.size() < 2);
    Map<Map<String, String>, Double> values = new HashMap<>();
    series.forEach(
        (labels, samples) -> {
          double change = change(samples, now - range, now, !function.equals("delta"));
          values.put(labels, function.equals("rate") ? change / range : change);
        });
    return values;
  }

  private static long seconds(String duration) {
    long number = Long.parseLong(duration.substring(0, duration.length() - 1));
    return switch (duration.charAt(duration.length() - 1)) {
      case 's' -> number;
      case 'm' -> number * 60;
      case 'h' -> number * 3_600;
      default -> throw new IllegalArgumentException("not a duration: " + duration);
    };
  }

  /** As {@code extrapolatedRate} of Prometheus' {@code functions.go} reckons it. */
  private static double change(List<Sample> samples, long start, long end, boolean counter) {
    Sample first = samples.get(0);
    Sample last = samples.get(samples.size() - 1);
    double change = last.value() - first.value();
    for (int i = 1; counter && i < samples.size(); i++) {
      double before = samples.get(i - 1).value();
      change += samples.get(i).value() < before ? before : 0; // it began again at 0
    }
    double sampled = last.second() - first.second();
    double step = sampled / (samples.size() - 1);
    double toStart = first.second() - start;
    if (counter && change > 0 && first.value() >= 0) {
      toStart = Math.min(toStart, sampled * (first.value() / change));
    }
    double toEnd = end - last.second();
    double whole =
        sampled
            + (toStart < step * 1.1 ? toStart : step / 2)
            + (toEnd < step * 1.1 ? toEnd : step / 2);
    return change * whole / sampled;
  }

  private Set<String> labels() {
    Set<String> labels = new TreeSet<>();
    expect("(");
    do {
      labels.add(next());
    } while (take(","));
    expect(")");
    return labels;
  }

  private boolean take(String token) {
    boolean there = tokens.get(at).equals(token);
    at += there ? 1 : 0;
    return there;
  }

  private void expect(String token) {
    if (!take(token)) {
      throw new IllegalArgumentException("not " + token + ": " + tokens.subList(at, tokens.size()));
    }
  }

  private String next() {
    return tokens.get(at++);
  }
}
