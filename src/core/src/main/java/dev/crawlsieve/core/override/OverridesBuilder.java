package dev.crawlsieve.core.override;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.config.HostThresholds;
import dev.crawlsieve.core.config.OverrideRule;
import dev.crawlsieve.core.config.OverrideRule.Subject;
import dev.crawlsieve.core.config.Overrides;
import dev.crawlsieve.core.page.UrlNormalizer;
import dev.crawlsieve.core.text.Sha256;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Collects overrides. */
final class OverridesBuilder {

  private static final int DIGEST_BYTES = 16;

  private final UrlNormalizer urls;
  private final Map<String, NamedOverrides.Entry> ofUrls = new HashMap<>();
  private final Map<String, NamedOverrides.Entry> ofHosts = new HashMap<>();
  private final Map<String, NamedOverrides.Entry> ofFolders = new HashMap<>();
  private final Map<String, Integer> thresholdLines = new HashMap<>();
  private final List<String> compared = new ArrayList<>(); // all but decisions, in a normal form
  private final List<NamedOverrides.Said> names = new ArrayList<>();
  private int groups;
  private boolean decides;

  OverridesBuilder(UrlNormalizer urls) {
    this.urls = urls;
  }

  /**
   * Adds the decision on a page or on a host's pages.
   *
   * @throws BadOverrideException if an earlier line contradicts it
   */
  void decide(OverrideRule rule) throws BadOverrideException {
    NamedOverrides.Entry entry = entry(rule.subject(), rule.name());
    OverrideRule before = entry.decision();
    if (before != null) {
      throw new BadOverrideException(
          "'%s', but '%s' is on line %s already"
              .formatted(rule.text(), before.text(), before.line()));
    }
    String what = rule.action().text() + " " + rule.subject().text();
    entry.decide(rule, named(rule.line(), what, rule.name()));
    decides = true;
  }

  /**
   * Adds members that never match each other.
   *
   * @param subject what the members are; null if they are folders
   * @param field name of their field, for messages
   * @param line number of the line that says so
   * @throws BadOverrideException if a member is given twice, or one member contains another
   */
  void separate(@Nullable Subject subject, String field, List<String> members, int line)
      throws BadOverrideException {
    Set<String> distinct = new HashSet<>();
    for (String member : members) {
      if (!distinct.add(member)) {
        throw new BadOverrideException(field + " has " + member + " twice");
      }
    }
    for (String member : members) {
      for (String parent : above(subject, member)) {
        if (distinct.contains(parent)) {
          throw new BadOverrideException(
              field
                  + " has "
                  + member
                  + " and "
                  + parent
                  + (subject == null
                      ? ", which it lies in: list in its place each other folder in it, or keep"
                          + " single pages with lines of keep"
                      : ", which stands for both"));
        }
      }
    }
    String what = "separate " + (subject == null ? "folder" : subject.text());
    for (int i = 0; i < members.size(); i++) {
      int name = named(line, what, members.get(i));
      if (!entry(subject, members.get(i)).join((long) groups << 32 | i, name)) {
        throw new BadOverrideException(
            members.get(i)
                + " is in more than "
                + NamedOverrides.MOST_GROUPS
                + " lines of separate");
      }
    }
    groups++;
    Collections.sort(members);
    compared.add(what + " " + String.join(" ", members));
  }

  /**
   * Adds the thresholds of a host.
   *
   * @param line number of the line that says so
   * @throws BadOverrideException if another line has thresholds for the same host
   */
  void thresholds(String host, HostThresholds thresholds, int line) throws BadOverrideException {
    Integer before = thresholdLines.putIfAbsent(host, line);
    if (before != null) {
      throw new BadOverrideException(
          "thresholds for " + host + " are on line " + before + " already");
    }
    entry(Subject.HOST, host).compare(thresholds, named(line, "thresholds of host", host));
    compared.add("thresholds " + host + " " + thresholds.text());
  }

  /** Adds what a line says about a name, and returns the name's number. */
  private int named(int line, String what, String name) {
    names.add(new NamedOverrides.Said(line, what.intern(), name));
    return names.size() - 1;
  }

  /** What contains a name and may be a member, too. */
  private static List<String> above(@Nullable Subject subject, String name) {
    if (subject == Subject.HOST) {
      return Domains.above(name);
    }
    return subject == null
        ? NamedOverrides.folders(name.substring(0, name.length() - 1), name.length())
        : List.of();
  }

  private NamedOverrides.Entry entry(@Nullable Subject subject, String name) {
    return (subject == null ? ofFolders : subject == Subject.URL ? ofUrls : ofHosts)
        .computeIfAbsent(name, any -> new NamedOverrides.Entry());
  }

  /** The overrides that were added. */
  Overrides build() {
    return names.isEmpty()
        ? Overrides.NONE
        : new NamedOverrides(
            urls, ofUrls, ofHosts, ofFolders, List.copyOf(names), decides, digest());
  }

  private String digest() {
    if (compared.isEmpty()) {
      return "";
    }
    Collections.sort(compared);
    MessageDigest sha256 = Sha256.digest();
    for (String override : compared) {
      sha256.update(override.getBytes(UTF_8));
      sha256.update((byte) '\n');
    }
    return OverridesFile.DIGEST_PREFIX + HexFormat.of().formatHex(sha256.digest(), 0, DIGEST_BYTES);
  }
}
