package dev.crawlsieve.core.maintext;

import dev.crawlsieve.core.text.WhiteSpace;
import java.util.ArrayList;
import java.util.List;

/** The classifier's input for a page, in a form that can be compared and read. */
public record Reading(
    String title,
    String lang,
    String xmlLang,
    String canonical,
    List<String> runs,
    List<String> boxes) {

  public static Reading of(HtmlContent content) {
    Outline outline = content.outline();
    List<String> runs = new ArrayList<>();
    for (TextRun run : outline.runs()) {
      runs.add(
          run.separator
              + " '"
              + outline.text(run)
              + "' in "
              + run.container.index
              + ": "
              + List.of(run.words, run.chars, run.linkWords, run.linkChars, run.commas)
              + Signs.sentenceEnds(run, outline.utf8())
              + " "
              + Signs.digits(run, outline.utf8()));
    }
    List<String> boxes = new ArrayList<>();
    for (Container box : outline.containers()) {
      boxes.add(
          box.name
              + " in "
              + (box.parent == null ? "-" : box.parent.index)
              + " "
              + List.of(box.hints, box.landmark, box.hidden, box.within, box.endIndex, box.endRun)
              + List.of(box.words, box.linkChars, box.paragraphs, box.items, box.inputs)
              + List.of(box.links, box.rows, box.cells, box.tables, box.blockChildren));
    }
    return new Reading(
        WhiteSpace.collapsed(content.title(), false),
        content.lang(),
        content.xmlLang(),
        content.canonical(),
        runs,
        boxes);
  }
}
