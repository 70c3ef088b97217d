package dev.crawlsieve.core.name;

import java.util.random.RandomGenerator;

/** Names of pages for tests: few enough that some are the same, some differ, and some say nothing. */
public final class TestNames {

  private static final String[] TITLES = {"", "Mill", "Mill 2", "Dam", "The mill and the dam", "The mill and a dam"};

  private TestNames() {}

  /** A name out of a hundred or so. */
  public static PageName some(RandomGenerator random) {
    String url = "https://h" + random.nextInt(2) + ".example/" + address(random);
    return new PageNamer().name(title(random), title(random), language(random), url);
  }

  private static String language(RandomGenerator random) {
    return random.nextInt(4) == 0 ? "de" : "en";
  }

  private static String address(RandomGenerator random) {
    int address = random.nextInt(4);
    return address == 0 ? "" : "page-" + address;
  }

  private static String title(RandomGenerator random) {
    return TITLES[random.nextInt(TITLES.length)];
  }
}
