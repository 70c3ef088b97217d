package dev.crawlsieve.core.input;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;

/**
 * One file among several. If it cannot be read further, its last page carries the defect, and the
 * the other files are still read.
 */
final class Salvaged implements PageSource {

  /** Opens a file. */
  @FunctionalInterface
  interface Opener {
    PageSource open() throws IOException, InputException;
  }

  private final Opener opener;
  private final String name;
  private final Progress progress;
  private PageSource source;
  private boolean done;
  private long pages;

  Salvaged(Opener opener, String name, Progress progress) {
    this.opener = opener;
    this.name = name;
    this.progress = progress;
  }

  @Override
  public InputPage next() {
    if (done) {
      return null;
    }
    try {
      source = source == null ? opener.open() : source;
      InputPage page = source.next();
      done = page == null;
      pages++;
      return page;
    } catch (IOException e) {
      return damage(why(name, pages, e));
    } catch (InputException e) {
      return damage(e.getMessage());
    }
  }

  private InputPage damage(String defect) {
    done = true;
    progress.damage();
    return new InputPage(null, new byte[0], name, defect);
  }

  /** Describes why a file cannot be read further. */
  static String why(String name, long pages, IOException e) {
    if (e instanceof AccessDeniedException) {
      return name + " cannot be read: permission denied";
    }
    if (e instanceof NoSuchFileException gone) {
      return missing(name, Path.of(gone.getFile()));
    }
    String message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    boolean early =
        e instanceof EOFException || message.toLowerCase(Locale.ROOT).contains("truncated");
    return name
        + (early ? " ended early" : " cannot be read further")
        + ", after "
        + pages
        + (pages == 1 ? " page: " : " pages: ")
        + message;
  }

  /** Describes that a file is not there. */
  static String missing(String name, Path file) {
    return name
        + (Files.isSymbolicLink(file)
            ? " cannot be read: it links to a file that does not exist"
            : " does not exist");
  }

  @Override
  public void close() throws IOException {
    if (source != null) {
      source.close();
    }
  }
}
