package dev.crawlsieve.core.maintext;

import dev.crawlsieve.core.text.WhiteSpace;
import java.util.ArrayList;
import java.util.List;

/** The alternative texts of a page's first pictures, one of which may be its heading. */
final class Pictures {

  private static final int MOST = 32;
  private static final int LONGEST = 100;
  private static final int LONGEST_TITLE = 1_000;

  private final List<String> texts = new ArrayList<>();

  /** Adds the text of a picture, unless it is long or many were added already. */
  void add(String says) {
    if (says.length() <= LONGEST && texts.size() < MOST) {
      texts.add(says);
    }
  }

  /** The longest text that occurs in the title, or the empty string. */
  String inTitle(String title) {
    String longest = "";
    String begins = title.substring(0, Math.min(title.length(), LONGEST_TITLE));
    String named = WhiteSpace.collapsed(begins, false);
    for (String text : texts) {
      String says = WhiteSpace.collapsed(text, false);
      longest = says.length() > longest.length() && named.contains(says) ? says : longest;
    }
    return longest;
  }
}
