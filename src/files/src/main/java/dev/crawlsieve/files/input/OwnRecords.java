package dev.crawlsieve.files.input;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.crawlsieve.core.config.PageFields;
import dev.crawlsieve.core.page.PageEventParser;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Recognises files that crawlsieve wrote and that hold no pages, and indexes of web archives, by
 * the fields of their first record; otherwise, all records would become dead letters. Files of
 * pages that were kept, dropped or not judged do hold pages.
 */
final class OwnRecords implements PageSource {

  private static final String OWN_PAGES =
      ", not pages: of a folder that 'sieve' has written, name what has the pages that"
          + " were kept: unique.jsonl, unique-*.warc.gz or unique-*.parquet";

  /**
   * A form of record that is no page.
   *
   * @param skipped what a file of them is
   * @param refused the same as a clause, and what to do with it
   * @param fields fields that identify it
   */
  private record Form(String skipped, String refused, Set<String> fields) {

    static Form own(String words, Set<String> fields) {
      return new Form(
          "file of crawlsieve's " + words,
          " holds " + words + " of crawlsieve" + OWN_PAGES,
          fields);
    }

    static Form index(Set<String> fields) {
      return new Form(
          "index of web archives",
          " is an index of web archives" + UnreadFormat.OF_AN_INDEX,
          fields);
    }
  }

  private static final List<Form> FORMS =
      List.of(
          Form.own("verdicts", Set.of("decision", "detector", "settings", "laneOffset")),
          Form.own("dead letters", Set.of("origin", "stage", "reason", "value")),
          Form.own("fingerprints", Set.of("simhash", "sketch", "contentHash", "nearEligible")),
          Form.own("clusters", Set.of("leader", "preferred", "members", "lane")),
          Form.own("mirrors", Set.of("type", "state", "support", "confidence")),
          Form.own("passages", Set.of("site", "text", "hash", "pages", "of", "share")),
          Form.index(Set.of("urlkey", "filename", "offset", "length")), // of an index server
          Form.index(Set.of("url_surtkey", "warc_filename", "warc_record_offset")));

  private static final Set<String> BODIES = Set.of("html", "text", "bodyBase64", "bodyRef");

  private final PageSource events;
  private final EventKeyReader keys;
  private final ReadCounts counts;
  private @Nullable InputPage first;

  private OwnRecords(
      PageSource events, EventKeyReader keys, ReadCounts counts, @Nullable InputPage first) {
    this.events = events;
    this.keys = keys;
    this.counts = counts;
    this.first = first;
  }

  /**
   * The same events if they are pages; if they are not and the file is in a folder, it is skipped.
   *
   * @param keys what their addresses are read by
   * @param name name of the file, for messages
   * @throws InputException if they are no pages and the user named the file
   */
  static PageSource of(PageSource events, EventKeyReader keys, String name, Reading how)
      throws IOException, InputException {
    if (!how.fields().isOwn() && !how.fields().equals(PageFields.KNOWN)) {
      return events; // the user has said what is a page
    }
    InputPage first = events.next();
    Form form = first == null || first.defect() != null ? null : form(first.value(), how);
    if (form == null) {
      return new OwnRecords(events, keys, how.counts(), first);
    }
    if (!how.inFolder()) {
      throw new InputException(name + form.refused);
    }
    events.close();
    how.counts().skip(form.skipped);
    return PageSource.NONE;
  }

  private static @Nullable Form form(byte[] event, Reading how) {
    Set<String> fields = new HashSet<>();
    int start = PageEventParser.start(event);
    try (JsonParser json =
        PageEventParser.factory(how.limits().maxBytes())
            .createParser(event, start, event.length - start)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        return null;
      }
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        fields.add(json.currentName());
        json.nextToken();
        json.skipChildren();
      }
    } catch (IOException e) {
      return null; // it is reported when it is parsed as a page
    }
    for (Form form : FORMS) {
      if (fields.containsAll(form.fields)
          && BODIES.stream()
              .allMatch(body -> fields.contains(body) == form.fields.contains(body))) {
        return form;
      }
    }
    return null;
  }

  @Override
  public @Nullable InputPage next() throws IOException {
    InputPage page = first;
    first = null;
    page = page == null ? events.next() : page;
    if (keys.hasNumbered()) {
      counts.note(ReadCounts.NUMBERED);
    }
    return page;
  }

  @Override
  public void close() throws IOException {
    events.close();
  }
}
