package dev.crawlsieve.core.input;

import java.io.IOException;
import java.io.InputStream;

/** A file that is one page. */
final class SinglePage implements PageSource {

  private final InputStream in;
  private final String url;
  private final String contentType;
  private final String name;
  private final Limits limits;
  private boolean done;

  SinglePage(InputStream in, String url, String contentType, String name, Limits limits) {
    this.in = in;
    this.url = url;
    this.contentType = contentType;
    this.name = name;
    this.limits = limits;
  }

  @Override
  public InputPage next() throws IOException {
    if (done) {
      return null;
    }
    done = true;
    return new EventWriter(limits).write(url, contentType, limits.read(in), name);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
