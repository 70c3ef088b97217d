package dev.crawlsieve.lab.corpus;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/** Pieces of recent pages, so that what surrounds an article comes from real pages, too. */
final class Donors {

  private static final int MOST_PAGES = 40;
  private static final int LABELS_OF_PAGE = 30;
  private static final int LABEL_WORDS = 4;
  private static final int LABEL_CHARS = 40;

  /** The pieces of one page: its title, short link texts outside its article, its paragraphs. */
  private record Piece(
      String host, String language, String title, List<String> labels, List<String> paragraphs) {}

  private final Deque<Piece> pieces = new ArrayDeque<>();

  /** Adds the pieces of a page; the page itself is not kept. */
  void take(Document page, Element main) {
    List<String> labels =
        page.select("a").stream()
            .filter(link -> !link.parents().contains(main))
            .map(Element::text)
            .filter(t -> !t.isBlank() && t.length() <= LABEL_CHARS)
            .filter(t -> Blocks.words(t) <= LABEL_WORDS)
            .distinct()
            .limit(LABELS_OF_PAGE)
            .toList();
    List<String> paragraphs =
        Blocks.paragraphs(main).stream().filter(e -> e.is("p")).map(Element::text).toList();
    pieces.addLast(new Piece(host(page), language(page), page.title().strip(), labels, paragraphs));
    if (pieces.size() > MOST_PAGES) {
      pieces.removeFirst();
    }
  }

  /** Labels for a navigation: those of one real page, if one has enough. */
  List<String> navigation(Chance chance, int count) {
    List<List<String>> enough = new ArrayList<>();
    for (Piece piece : pieces) {
      if (piece.labels().size() >= count) {
        enough.add(piece.labels());
      }
    }
    return chance.pick(
        enough.isEmpty() || chance.oneIn(3) ? Phrases.NAVIGATION : chance.pick(enough), count);
  }

  /** Titles of other articles. */
  List<String> headlines(Chance chance, int count) {
    List<String> titles = new ArrayList<>(Phrases.HEADLINES);
    for (Piece piece : pieces) {
      if (Blocks.words(piece.title()) >= 2) {
        titles.add(piece.title());
      }
    }
    return chance.pick(titles, count);
  }

  private static String host(Document page) {
    String[] parts = page.baseUri().split("/", 4);
    return parts.length < 3 ? "" : parts[2];
  }

  private static String language(Document page) {
    Element root = page.selectFirst("html");
    return root == null ? "" : root.attr("lang").toLowerCase(Locale.ROOT).split("[-_]", 2)[0];
  }

  /**
   * Paragraphs of other articles, from the page's site or at least in its language, with {@code
   * least} to {@code most} words inclusive; may be empty.
   */
  List<String> paragraphs(Document page, int least, int most) {
    List<String> fitting = new ArrayList<>();
    for (Piece piece : pieces) {
      boolean sameLanguage = !piece.language().isEmpty() && piece.language().equals(language(page));
      if (!sameLanguage && !piece.host().equals(host(page))) {
        continue;
      }
      for (String paragraph : piece.paragraphs()) {
        int words = Blocks.words(paragraph);
        if (words >= least && words <= most) {
          fitting.add(paragraph);
        }
      }
    }
    return fitting;
  }
}
