package dev.crawlsieve.files.input;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Iterator;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Sources of pages, opened and read one after the other, each as far as it can be read. */
final class PageSequence implements AutoCloseable {

  /** Opens a source. */
  @FunctionalInterface
  interface Opener {
    PageSource open() throws IOException, InputException;
  }

  /** A source to be opened, and its name for messages. */
  record Part(String name, Opener opener) {}

  private final Consumer<String> empty;
  private Iterator<Part> parts;
  private String name = "";
  private @Nullable PageSource source;

  /** Number of pages read from the present source so far. */
  private long pages;

  PageSequence(Iterator<Part> parts) {
    this(parts, name -> {});
  }

  /**
   * @param empty receives the name of each source that was read and had no page
   */
  PageSequence(Iterator<Part> parts, Consumer<String> empty) {
    this.parts = parts;
    this.empty = empty;
  }

  /**
   * The next page, or null after the last one.
   *
   * @throws InputException if a source cannot be read to its end; the next call continues with the
   *     next source
   */
  @Nullable InputPage next() throws InputException {
    while (source != null || parts.hasNext()) {
      try {
        if (source == null) {
          Part part = parts.next();
          name = part.name();
          pages = 0;
          source = part.opener().open();
        }
        InputPage page = source.next();
        if (page != null) {
          pages++;
          return page;
        }
        closeSource();
        if (pages == 0) {
          empty.accept(name);
        }
      } catch (IOException e) {
        throw failure(e);
      }
    }
    return null;
  }

  /**
   * The next page, or null after the last one. A source that cannot be read further ends with a
   * page that says so.
   */
  @Nullable InputPage nextOrDamage(ReadCounts counts) {
    try {
      return next();
    } catch (InputException e) {
      counts.damage();
      return new InputPage(null, new byte[0], name, e.getMessage());
    }
  }

  private InputException failure(IOException e) {
    try {
      closeSource();
    } catch (IOException onClose) {
      e.addSuppressed(onClose);
    }
    return new InputException(why(name, pages, e), e);
  }

  /** Describes why a source cannot be read further. */
  static String why(String name, long pages, IOException e) {
    if (e instanceof AccessDeniedException) {
      return name + " cannot be read: permission denied";
    }
    if (e instanceof NoSuchFileException gone) {
      return FileNames.missing(name, Path.of(gone.getFile()));
    }
    String message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    boolean early =
        e instanceof EOFException || message.toLowerCase(Locale.ROOT).contains("truncated");
    String how = early ? "ended early" : "cannot be read further";
    return "%s %s, after %s %s: %s"
        .formatted(name, how, pages, pages == 1 ? "page" : "pages", message);
  }

  /** The name of the source that was read last. */
  String name() {
    return name;
  }

  private void closeSource() throws IOException {
    PageSource closing = source;
    source = null;
    if (closing != null) {
      closing.close();
    }
  }

  /** Closes the source that is open, and opens no other. */
  @Override
  public void close() throws IOException {
    parts = Collections.emptyIterator();
    closeSource();
  }
}
