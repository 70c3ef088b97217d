package dev.crawlsieve.files.input;

import dev.crawlsieve.core.config.PageFields;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.PageEvent;
import dev.crawlsieve.core.page.PageEventParser;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * A {@code .json} file in a folder. It may hold page events, as in Crawlee's datasets, where each
 * event is a file; or it may be anything else, such as settings, states and queues next to them. It
 * is read if one of its first events has a URL and a body, and counted as skipped otherwise.
 */
final class EventFile implements PageSource {

  private static final int MOST_EVENTS = 10;

  private final PageSource events;
  private final Reading how;
  private final Deque<InputPage> held = new ArrayDeque<>();
  private boolean looked;
  private boolean skipped;

  EventFile(PageSource events, Reading how) {
    this.events = events;
    this.how = how;
  }

  @Override
  public @Nullable InputPage next() throws IOException {
    if (!looked) {
      looked = true;
      look();
    }
    if (skipped) {
      return null;
    }
    InputPage first = held.poll();
    return first == null ? events.next() : first;
  }

  private void look() throws IOException {
    boolean found = false;
    while (!found && held.size() < MOST_EVENTS) {
      InputPage page = events.next();
      if (page == null) {
        break;
      }
      held.add(page);
      found = page.defect() != null || isPage(page.value());
    }
    if (!found) {
      skipped = true;
      how.counts().skip(".json file without pages");
    }
  }

  private boolean isPage(byte[] value) {
    boolean own = how.fields().isOwn();
    return has(value, how.fields()) || (own && has(value, PageFields.KNOWN));
  }

  private boolean has(byte[] value, PageFields fields) {
    try {
      PageEvent event = new PageEventParser(how.limits().maxBytes(), fields).parse(value);
      return event.hasBody() && !(event.url().isEmpty() && event.id().isEmpty());
    } catch (BadPageException e) {
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    events.close();
  }
}
