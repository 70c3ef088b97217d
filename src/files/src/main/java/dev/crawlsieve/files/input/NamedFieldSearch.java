package dev.crawlsieve.files.input;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.crawlsieve.core.config.PageFields;
import dev.crawlsieve.core.config.PageFields.Target;
import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.page.PageEventParser;
import dev.crawlsieve.core.text.Printable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Checks that some events have the fields that the user named. Without this check, a wrong name for
 * the URL's field would give every page a number for its URL. It holds back the first events and
 * looks into them until it has seen each field. If a field is in none of them, the input is refused
 * if the field is the URL's, or if there are no other events.
 */
final class NamedFieldSearch implements PageSource {

  private static final int MOST_EVENTS = 1_000;
  private static final long MOST_BYTES = 16L << 20;

  /** The most names that are collected for the message. */
  private static final int MOST_NAMES = 1_000;

  private static final int SHOWN_NAMES = 40;
  private static final int SHOWN_CHARS = 100;

  private final PageSource events;
  private final String name;
  private final List<PageFields.Field> named;
  private final JsonFactory factory;

  /** The names that were seen, with those of the objects around them. */
  private final Set<String> there = new LinkedHashSet<>();

  private final Deque<InputPage> held = new ArrayDeque<>();
  private boolean looked;

  private NamedFieldSearch(PageSource events, Collection<String> there, String name, Reading how) {
    this.events = events;
    this.name = name;
    this.named = how.fields().fields();
    this.factory = PageEventParser.factory(how.limits().maxBytes());
    this.there.addAll(there);
  }

  /**
   * The same events, whose first ones are checked if fields were named.
   *
   * @param there names of fields that exist even if no event has a value for them
   * @param name name of the file, for messages
   */
  static PageSource of(PageSource events, Collection<String> there, String name, Reading how) {
    boolean given = !how.fields().isOwn() && !how.fields().equals(PageFields.KNOWN);
    return given ? new NamedFieldSearch(events, there, name, how) : events;
  }

  @Override
  public @Nullable InputPage next() throws IOException {
    if (!looked) {
      looked = true;
      look();
    }
    InputPage first = held.poll();
    return first == null ? events.next() : first;
  }

  private void look() throws IOException {
    long bytes = 0;
    int seen = 0;
    boolean all = false;
    while (!missing().isEmpty() && held.size() < MOST_EVENTS && bytes < MOST_BYTES && !all) {
      InputPage page = events.next();
      if (page == null) {
        all = true;
        continue;
      }
      held.add(page);
      bytes += page.value().length;
      if (page.defect() == null && collect(page.value())) {
        seen++;
      }
    }
    for (Target target : missing()) {
      if (seen > 0 && (all || target == Target.URL || target == Target.ID)) {
        throw new SettingsException(message(target, seen, all));
      }
    }
  }

  /** The targets for which fields were named of which none was seen. */
  private List<Target> missing() {
    return Arrays.stream(Target.values())
        .filter(target -> paths(target).findAny().isPresent())
        .filter(target -> paths(target).noneMatch(there::contains))
        .toList();
  }

  private Stream<String> paths(Target target) {
    return named.stream()
        .filter(field -> field.target() == target)
        .map(field -> String.join(".", field.path()));
  }

  private String message(Target target, int seen, boolean all) {
    List<String> shown =
        there.stream().limit(SHOWN_NAMES).map(name -> Printable.cut(name, SHOWN_CHARS)).toList();
    return "page.fields (--fields) reads %s from '%s', which %s of %s has; they have %s%s"
        .formatted(
            target.key(),
            String.join("' or '", paths(target).toList()),
            all ? "none of the " + seen + " events" : "none of the first " + seen + " events",
            name,
            String.join(", ", shown),
            there.size() > shown.size() ? " …" : "");
  }

  /** Adds the names of an event's fields; returns whether it is an event. */
  private boolean collect(byte[] event) {
    int start = PageEventParser.start(event);
    try (JsonParser json = factory.createParser(event, start, event.length - start)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        return false;
      }
      collect(json, "");
      return true;
    } catch (IOException e) {
      return false; // it is reported when it is parsed as a page
    }
  }

  private void collect(JsonParser json, String within) throws IOException {
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String path = within + json.currentName();
      if (there.size() < MOST_NAMES || paths(path).findAny().isPresent()) {
        there.add(path);
      }
      JsonToken value = json.nextToken();
      boolean leads = named.stream().anyMatch(field -> leads(path, field));
      if (leads && value == JsonToken.START_OBJECT) {
        collect(json, path + ".");
      } else if (leads && value == JsonToken.VALUE_STRING) {
        collectFrom(json.getText(), path + ".");
      } else {
        json.skipChildren();
      }
    }
  }

  private Stream<PageFields.Field> paths(String path) {
    return named.stream().filter(field -> String.join(".", field.path()).equals(path));
  }

  private static boolean leads(String path, PageFields.Field field) {
    return String.join(".", field.path()).startsWith(path + ".");
  }

  /** Adds the names of the fields of an object that a string holds. */
  private void collectFrom(String value, String within) {
    try (JsonParser json = factory.createParser(value)) {
      if (json.nextToken() == JsonToken.START_OBJECT) {
        collect(json, within);
      }
    } catch (IOException e) {
      // A string like any other.
    }
  }

  @Override
  public void close() throws IOException {
    events.close();
  }
}
