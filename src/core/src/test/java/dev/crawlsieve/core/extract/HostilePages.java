package dev.crawlsieve.core.extract;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;

/**
 * Pages that are designed to take much time or memory: a beginning, a repeated unit, an end; each
 * as HTML, and if it is text also as plain text.
 */
public final class HostilePages {

  private static final String TWELVE =
      "<b><i><u><s><em><tt><big><code><small><strike><strong><font>";

  /** Attributes with distinct names. */
  private static final String NAMES = names(400);

  private static final String[][] MARKUP = {
    // Formatting elements that stay open around blocks, with costly attributes.
    {
      "a bold tag of many attributes in paragraphs", "<p><b" + " a".repeat(2_000) + ">x", "<p>x", ""
    },
    {"half of it attributes, half paragraphs", "<p><b %>x", "<p>x", "", " a"},
    {"half of it a class, half paragraphs", "<p><b class='%'>x", "<p>x", "", "nav "},
    {"half of it an id, half paragraphs", "<p><b id='%'>x", "<p>x", "", "nav-"},
    {"half of it a style, half paragraphs", "<p><b style='%'>x", "<p>x", "", "display:"},
    {"half of it a role, half paragraphs", "<p><b role='%'>x", "<p>x", "", "main "},
    {"half of it hidden, half paragraphs", "<p><b hidden='%'>x", "<p>x", "", "until "},
    {"half of it a link, half paragraphs", "<p><a href='%'>x", "<p>x", "", "/a/b"},
    {"half of it a class of references", "<p><b class='%'>x", "<p>x", "", "&amp;"},
    {"twelve styles around paragraphs", styled("style=" + "display:".repeat(400)), "<p>x", ""},
    {"twelve classes around paragraphs", styled("class=" + "nav-".repeat(800)), "<p>x", ""},
    {"twelve of many attributes around paragraphs", styled(NAMES), "<p>x", ""},
    {"twelve around paragraphs", TWELVE, "<p>x", ""},
    {"twelve around divs", TWELVE, "<div>x</div>", ""},
    {"twelve around items", TWELVE, "<li>x", ""},
    {"twelve around paragraphs in cells", "<table><tr>", "<td>" + TWELVE + "<p>x<p>x", ""},
    {"twelve around paragraphs, in an object each", "<p>", "<object>" + TWELVE + "<p>x<p>x", ""},
    {"twelve in paragraphs that nest", "<p>", TWELVE + "<p>x", ""},
    {"twelve and a div, all ended in order", "", TWELVE + "<div>x" + ends(), ""},
    {"bold that is not alike", "<p>", "<b id=%d>x", ""},
    {"bold that is alike", "<p>", "<b class=aaaaaaaaaaaaaaaaaaaa>x", ""},
    {"bold with many attributes that is alike", "<p>", "<b" + NAMES + ">x", ""},
    {"fonts that are not alike", "<p>", "<font size=%d>x", ""},
    // Formatting elements that end within blocks that began in them.
    {"links in links", "", "<a href=x>x", ""},
    {"links around divs", "", "<a href=x><div>x</a>", ""},
    {"links around paragraphs", "", "<a><p></a>", ""},
    {"bold around divs", "", "<b><div>x</b>", ""},
    {"bold around deep divs", "", "<b>" + "<div>".repeat(9) + "x</b>", ""},
    {"bold around very deep divs", "", "<b>" + "<div>".repeat(400) + "</b>".repeat(40), ""},
    {"bold, italics, ended the other way", "", "<b><i><p>x</b>x</i>", ""},
    {"many blocks in one bold element", "<b><div>", "<p>x</p>", "</b>"},
    {"bold ends in blocks again and again", "<b>", "<p>x</b>", ""},
    {"bold over spans over a div", "", "<b>" + "<span>".repeat(60) + "<div>x</b>", ""},
    {"italics within bold over a div", "", "<b>" + "<i>".repeat(3) + "<div>x</b></div>", ""},
    {"nobr in nobr", "", "<nobr>x", ""},
    {"buttons in buttons", "", "<button>x", ""},
    {"ends of what is not open", "<b><i><u>", "</b></i></u>", ""},
    {"ends of bold that is far out", "<b>" + "<object>".repeat(200), "</b>", ""},
    // Depth.
    {"divs", "", "<div>", ""},
    {"divs with text", "", "<div>x", ""},
    {"spans", "", "<span>", ""},
    {"spans with text", "", "<span>x", ""},
    {"paragraphs in spans", "<span>".repeat(500), "<p>x", ""},
    {"divs in deep spans", "<span>".repeat(500), "<div>x</div>", ""},
    {"ends of an unknown element, deep in spans", "<span>".repeat(505), "</zz>", ""},
    {"ends of an element far out, deep in spans", "<zz><div>" + "<span>".repeat(500), "</zz>", ""},
    {"ends of paragraphs, deep in spans", "<span>".repeat(500), "</p>", ""},
    {"ends of headings, deep in spans", "<span>".repeat(505), "</h1>", ""},
    {"ends of items, deep in spans", "<span>".repeat(505), "</li>", ""},
    {"ends of forms, deep in spans", "<form>" + "<span>".repeat(500), "</form><form>", ""},
    {"ends of tables, deep in spans", "<span>".repeat(505), "</table>", ""},
    {"ends of cells, deep in a cell", "<table><tr><td>" + "<span>".repeat(490), "</tr>x", ""},
    {"items deep in divs", "<ul>" + "<div>".repeat(500), "<li>x</li>", ""},
    {"items alone, deep in divs", "<ul>" + "<div>".repeat(500), "<li>x", ""},
    {"headings alone, deep in spans", "<span>".repeat(500), "<h1>x", ""},
    {"tables alone, deep in spans", "<span>".repeat(500), "<table>x", ""},
    {"definitions deep in divs", "<dl>" + "<div>".repeat(500), "<dt>x</dt>", ""},
    {"inputs deep in spans", "<span>".repeat(505), "<input>", ""},
    {"rules deep in spans", "<span>".repeat(505), "<hr>", ""},
    {"buttons deep in spans", "<span>".repeat(505), "<button></button>", ""},
    {"options deep in spans", "<span>".repeat(505), "<option>x", ""},
    {"ruby deep in spans", "<span>".repeat(505), "<rt>x</rt>", ""},
    {"bodies deep in spans", "<span>".repeat(505), "</body>x", ""},
    {"lists in lists", "", "<ul><li>x", ""},
    {"definitions in definitions", "", "<dl><dd>x", ""},
    {"quotes in quotes", "", "<blockquote>x", ""},
    {"objects in objects", "", "<object>x", ""},
    {"headings", "", "<h1>x", ""},
    {"headings of two levels", "", "<h1>x<h2>y", ""},
    {"unknown elements", "", "<x%d>y", ""},
    {"unknown elements, ended", "", "<x%d>y</x%d>", ""},
    // Tables.
    {"tables in tables", "", "<table>", ""},
    {"tables in cells", "", "<table><tr><td>x", ""},
    {"cells", "<table><tr>", "<td>x", ""},
    {"rows", "<table>", "<tr><td>x", ""},
    {"bodies of a table", "<table>", "<tbody><tr><td>1", ""},
    {"captions", "<table>", "<caption>x", ""},
    {"columns", "<table><colgroup>", "<col>", ""},
    {"text before a table", "<table>", "x<tr>", ""},
    {"paragraphs before a table", "<table>", "<p>x", ""},
    {"bold before a table", "<table>", "<b>x<tr>", ""},
    {"twelve before a table", "<table>" + TWELVE, "<tr>x", ""},
    {"links before a table", "<table>", "<a>x<tr>", ""},
    {"tables before a table", "<table>", "<div><table>x", ""},
    {"inputs in a table", "<table>", "<input type=hidden><input>", ""},
    {"forms in a table", "<table>", "<form></form>", ""},
    {"cells that hold data", "<table>", "<tr><th>a<td>1<td>2", ""},
    {"selects in a table", "<table>", "<tr><td><select><option>x", ""},
    // Foreign content.
    {"drawings", "", "<svg>x", ""},
    {"drawings in drawings", "<svg>", "<g>x", ""},
    {"ends in drawings", "<svg>" + "<g>".repeat(490), "</x>", ""},
    {"paragraphs break out of drawings", "", "<svg><g><p>x", ""},
    {"formulas", "", "<math><mi>x", ""},
    {"text integration", "<math>", "<mi><p>x", ""},
    {"annotations", "<math>", "<annotation-xml encoding=text/html><p>x", ""},
    {"cdata in a drawing", "<svg>", "<![CDATA[x]]>", ""},
    {"cdata that does not end", "<svg>", "<![CDATA[x]]", ""},
    {"foreign objects", "<svg>", "<foreignObject><svg>", ""},
    // Tokens of markup.
    {"less-than signs", "", "<", ""},
    {"less-than signs with blanks", "", "< ", ""},
    {"tags that do not end", "", "<a ", ""},
    {"tags of slashes", "", "</", ""},
    {"empty ends", "", "</>", ""},
    {"comments", "", "<!---->", ""},
    {"comments with text", "", "<!--a-->x", ""},
    {"comments that do not end", "", "<!--", ""},
    {"comments of dashes", "<!--", "-", ""},
    {"comments of closing signs", "<!--", "->", ""},
    {"declarations", "", "<!x>", ""},
    {"doctypes", "", "<!doctype html>", ""},
    {"processing instructions", "", "<?x>", ""},
    {"one tag of attributes", "<p ", "a ", ">x"},
    {"one tag of attributes that differ", "<p ", "a%d=%d ", ">x"},
    {"tags of attributes", "", "<p" + NAMES + ">x", ""},
    {"tags of one attribute", "", "<p a=1>x", ""},
    {"one long attribute", "<p title='", "x ", "'>x"},
    {"an attribute that does not end", "<p title='", "x ", ""},
    {"quotes without ends", "", "<a b='", ""},
    {"a long name", "<", "x", ">y"},
    {"a long name of an end", "</", "x", ">y"},
    {"a long name of an attribute", "<p ", "x", "=1>y"},
    {"a long value without quotes", "<p a=", "x", ">y"},
    {"a long doctype", "<!doctype ", "x", ">y"},
    {"a long doctype of names", "<!doctype html public '", "x ", "'>y"},
    {"a long class", "<div class='", "nav ", "'>x"},
    {"a long class of one name", "<div class='", "nav-", "'>x"},
    {"a long style", "<div style='", "display", "'>x"},
    {"a long style of blanks", "<div style='display", " ", "'>x"},
    {"a long style of declarations", "<div style='", "display : ", "'>x"},
    {"roots that add attributes", "", "<html class=a%d>", ""},
    {"bodies that add attributes", "", "<body class=a%d>", ""},
    {"roots with a long class each", "", "<html class='" + "nav ".repeat(500) + "'>", ""},
    // Raw text.
    {"scripts", "", "<script>x</script>", ""},
    {"scripts that do not end", "", "<script>", ""},
    {"scripts in comments in scripts", "<script>", "<!--<script>", ""},
    {"scripts of ends that are none", "<script>", "</scrip", ""},
    {"styles", "", "<style>x</style>", ""},
    {"styles that do not end", "", "<style>", ""},
    {"titles", "", "<title>x</title>", ""},
    {"titles that do not end", "", "<title>", ""},
    {"titles in a drawing", "<svg>", "<title>x", ""},
    {"one long title", "<title>", "x ", "</title>y"},
    {"text areas", "", "<textarea>x</textarea>", ""},
    {"text areas that do not end", "", "<textarea>x", ""},
    {"frames that do not end", "", "<iframe>x", ""},
    {"xmp", "", "<xmp>x</xmp>", ""},
    {"plaintext", "", "<plaintext>", ""},
    {"templates", "", "<template>x", ""},
    {"templates with cells", "", "<template><td>x</template>", ""},
    {"templates with twelve", "", "<template>" + TWELVE + "<p>x</template>", ""},
    {"noscript", "", "<noscript>x", ""},
    {"noscript with titles", "", "<noscript><title>x</title></noscript>", ""},
    {"framesets", "<frameset>", "<frame>", ""},
    {"framesets in framesets", "", "<frameset>", ""},
    // References.
    {"ampersands", "", "&", ""},
    {"references", "", "&amp;", ""},
    {"references without a semicolon", "", "&amp", ""},
    {"references that nobody knows", "", "&zzzz;", ""},
    {"a reference that does not end", "&", "a", ""},
    {"numbers", "", "&#65;", ""},
    {"a number that does not end", "&#", "1", ""},
    {"numbers of zeros", "", "&#0;", ""},
    {"surrogates", "", "&#xd800;", ""},
    {"references of accents", "a", "&#x301;", ""},
    // Links and metadata.
    {"canonical links in the body", "<p>", "<link rel=canonical href=a>", ""},
    {"canonical links in the head", "<head>", "<link rel=canonical href=a>", ""},
    {"canonical links deep in divs", "<div>".repeat(500), "<link rel=canonical href=a>", ""},
    {"canonical links in noscript", "<body><noscript>", "<link rel=canonical href=a>", ""},
    {"relations", "<link rel='", "x ", "canonical' href=a>"},
    {"meta", "", "<meta charset=x>", ""},
    {"bases", "", "<base href=http://a.example/>", ""},
    {"images", "", "<img alt=x>", ""},
    {"line breaks", "", "<br>", ""},
    {"ends of line breaks", "", "</br>", ""},
    {"line breaks in text", "", "x<br>", ""},
    // Blocks for the main text.
    {"dates", "", "<p>1 May 2001", ""},
    {"stock phrases", "", "<p>Read more", ""},
    {"headings without text", "", "<h2>x</h2>", ""},
    {"linked headings", "<main><p>" + "word ".repeat(200), "<h2><a href=x>x</a></h2>", ""},
    {"items with links", "<ul>", "<li><a href=x>x</a>", ""},
    {"forms", "", "<form><input>", ""},
    {"hidden boxes", "", "<div hidden>x</div>", ""},
    {"paragraphs of prose", "", "<p>" + "word, ".repeat(12) + "end.", ""},
    {"definitions of code", "<pre>", "<dfn>x</dfn>", ""},
    {"spans that are chrome", "<p>", "<span class=nav>x</span>", ""},
    {"spans that are chrome, in one another", "<p>", "<span class=nav>x", ""},
    {"menus", "<p>", "<select><option>x</select>", ""},
  };

  private static final String[][] TEXT = {
    {"one accent", "a", "\u0301", ""},
    {"accents above and half below", "a", "\u0301", "", "\u0316"},
    {"accents above and below in turns", "a", "\u0301\u0316", ""},
    {"accents of falling classes", "a", "\u0345\u0301\u0327\u0334", ""},
    {"accents that are two", "a", "\u0344", ""},
    {"accents of the supplementary plane", "a", "\ud834\udd65\ud834\udd6d", ""},
    {"letters with accents", "", "a\u0301\u0316", ""},
    {"letters that are composed, with accents", "", "\u1ea5\u0301", ""},
    {"vowel signs", "\u09c7", "\u09be", ""},
    {"vowel signs that compose", "", "\u09c7\u09be", ""},
    {"vowel signs of Sinhala", "\u0dd9", "\u0dcf\u0dca", ""},
    {"joiners", "a", "\u034f\u0301", ""},
    {"jamo", "", "\u1100\u1161\u11a8", ""},
    {"vowels of jamo", "\u1100", "\u1161", ""},
    {"finals of jamo", "\uac00", "\u11a8", ""},
    {"half-width sound marks", "\u30ab", "\uff9e", ""},
    {"sound marks", "\u30ab", "\u3099", ""},
    {"Tibetan marks", "\u0f40", "\u0f71\u0f72\u0f74", ""},
    {"ligatures", "", "\ufdfa", ""},
    {"compatibility ideographs", "", "\uf900", ""},
    {"pictures joined", "", "\ud83d\udc68\u200d", ""},
    {"blanks", "x", " ", "x"},
    {"blanks of all widths", "x", "\u2003\u3000", "x"},
    {"unseen characters", "x", "\u200b", "x"},
    {"soft hyphens", "x", "\u00ad", "x"},
    {"line feeds", "x", "\n", "x"},
    {"separators of lines", "x", "\u2028", "x"},
    {"one word", "", "x", ""},
    {"one word of capitals", "", "\u00c4", ""},
    {"one number", "", "1", ""},
    {"dots", "", ".", ""},
    {"words and dots", "", "a.", ""},
    {"words and apostrophes", "", "a'", ""},
    {"words", "", "x ", ""},
    {"words that differ", "", "w%d ", ""},
    {"ideographs", "", "\u4e2d", ""},
    {"Thai", "", "\u0e01\u0e38\u0e48", ""},
    {"dotted capitals", "", "\u0130", ""},
    {"sharp s", "", "\u00df", ""},
    {"final sigma", "", "\u03a3\u03c2", ""},
    {"control characters", "x", "\u0001", "x"},
    {"replacement characters", "", "\ufffd", ""},
  };

  /**
   * A page of arbitrary size.
   *
   * @param type its content type
   */
  public record Pattern(
      String name, String type, String prefix, String first, String unit, String suffix) {

    /** The page, with approximately this size. */
    public byte[] page(int bytes) {
      StringBuilder page = new StringBuilder(bytes + 1024);
      String before = prefix;
      int half = before.indexOf('%');
      if (!first.isEmpty() && half >= 0) {
        before = before.substring(0, half) + repeat(first, bytes / 2) + before.substring(half + 1);
      } else if (!first.isEmpty()) {
        before += repeat(first, bytes / 2);
      }
      page.append(before);
      int left = Math.max(0, bytes - before.getBytes(UTF_8).length - suffix.length());
      return page.append(repeat(unit, left)).append(suffix).toString().getBytes(UTF_8);
    }

    /**
     * Repeats a unit to fill this many bytes; {@code %d} in it is a number that differs each time.
     */
    private static String repeat(String unit, int bytes) {
      if (!unit.contains("%d")) {
        return unit.repeat(bytes / unit.getBytes(UTF_8).length);
      }
      StringBuilder all = new StringBuilder(bytes + 32);
      for (int i = 0; all.length() < bytes; i++) {
        all.append(unit.replace("%d", Integer.toString(i)));
      }
      return all.toString();
    }

    @Override
    public String toString() {
      return name;
    }
  }

  private HostilePages() {}

  /** All patterns. */
  public static List<Pattern> all() {
    List<Pattern> all = new ArrayList<>();
    for (String[] markup : MARKUP) {
      all.add(pattern(markup, "", "text/html", ""));
    }
    for (String[] text : TEXT) {
      all.add(pattern(text, ", plain", "text/plain", ""));
      all.add(pattern(text, ", in a paragraph", "text/html", "<p>"));
    }
    for (String[] text : List.of(TEXT[1], TEXT[2], TEXT[28], TEXT[33])) {
      all.add(pattern(text, ", in a title", "text/html", "<title>"));
    }
    return all;
  }

  private static Pattern pattern(String[] parts, String how, String type, String before) {
    String end = before.equals("<title>") ? "</title>" : "";
    // If there are two units, half of the page is the first one.
    boolean two = parts.length == 5;
    boolean marked = two && parts[1].contains("%");
    return new Pattern(
        parts[0] + how,
        type + "; charset=utf-8",
        before + parts[1],
        two ? (marked ? parts[4] : parts[2]) : "",
        two && !marked ? parts[4] : parts[2],
        parts[3] + end);
  }

  private static String styled(String attribute) {
    return TWELVE.replace(">", " " + attribute + ">");
  }

  private static String ends() {
    return TWELVE.replace("<", "</");
  }

  private static String names(int count) {
    StringBuilder names = new StringBuilder();
    for (int i = 0; i < count; i++) {
      names.append(" n").append(Integer.toString(i, 36));
    }
    return names.toString();
  }
}
