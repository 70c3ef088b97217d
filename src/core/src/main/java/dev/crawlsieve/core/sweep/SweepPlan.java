package dev.crawlsieve.core.sweep;

import static dev.crawlsieve.core.fingerprint.Fingerprint.SKETCH_SIZE;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.RuleSettings;
import dev.crawlsieve.core.index.Detector;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/** The tables that find every match under some settings in one lane, and their cost. */
final class SweepPlan {

  // Tables are shared: SimHash tables for the greatest k find what smaller ones look for, and
  // settings whose bands have the same width use the same bands, some fewer of them. A page is
  // stored in a table only if a setting that uses the table keeps it, so that strict settings,
  // which keep more, do not fill the tables of lax ones.

  private static final int SUPER_SHINGLE = 14;

  /**
   * One table.
   *
   * @param mask bits of the SimHash that form the key; 0 for a table of min-hashes
   * @param from first min-hash of the key
   * @param rows number of min-hashes; 0 for a table of SimHashes
   * @param users the settings that use it
   */
  record Spec(long mask, int from, int rows, SettingSet users) {}

  private final SettingRules rules;
  private final RuleSettings rule;
  private final long expectedPages;
  private final List<Spec> specs = new ArrayList<>();

  /** A plan under the default rule. */
  SweepPlan(List<DetectorSettings> settings, long expectedPages) {
    this(settings, RuleSettings.DEFAULT, expectedPages);
  }

  /**
   * @param rule determines which kept pages a page is compared with, the same under all settings
   * @param expectedPages upper bound of the lane's pages
   */
  SweepPlan(List<DetectorSettings> settings, RuleSettings rule, long expectedPages) {
    this.rules = new SettingRules(settings);
    this.rule = rule;
    this.expectedPages = Math.max(1, expectedPages);
    int maxDistance = rules.greatestDistance();
    if (maxDistance >= 0) {
      SettingSet users = users(setting -> rules.maxDistance(setting) >= 0);
      for (long mask :
          Detector.of(DetectorSettings.simhash(maxDistance))
              .layout(this.expectedPages)
              .simHashMasks()) {
        specs.add(new Spec(mask, 0, 0, users));
      }
    }
    for (int rows : rules.distinctRows()) {
      for (int band = 0; (band + 1) * rows <= SKETCH_SIZE; band++) {
        int number = band;
        addMinHashes(band * rows, rows, users(setting -> rules.bandsOf(setting, rows) > number));
      }
    }
    for (int from = 0; from < SKETCH_SIZE; from += SUPER_SHINGLE) {
      addMinHashes(from, SUPER_SHINGLE, users(rules::superShingles));
    }
  }

  private void addMinHashes(int from, int rows, SettingSet users) {
    if (!users.isEmpty()) {
      specs.add(new Spec(0, from, rows, users));
    }
  }

  private SettingSet users(IntPredicate uses) {
    SettingSet users = SettingSet.none(rules.size());
    for (int setting = 0; setting < rules.size(); setting++) {
      if (uses.test(setting)) {
        users.add(setting);
      }
    }
    return users;
  }

  SettingRules rules() {
    return rules;
  }

  RuleSettings rule() {
    return rule;
  }

  List<Spec> specs() {
    return specs;
  }

  long expectedPages() {
    return expectedPages;
  }

  /** Upper bound of the lane's heap bytes: if every page is kept and stored in every table. */
  long bytes() {
    return LeaderRows.bytes(expectedPages, rules.size())
        + (specs.size() + 1) * BlockTable.bytes(expectedPages)
        + Integer.BYTES * expectedPages;
  }
}
