package dev.crawlsieve.measure.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.samskivert.mustache.DefaultCollector;
import com.samskivert.mustache.Mustache;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.util.Iterator;
import java.util.Optional;

/**
 * Fills Mustache templates with records.
 *
 * <p>A template is a resource, named by its path below {@code dev/crawlsieve/measure}; so are the
 * partials that it includes. Every value is escaped by {@link CrawledText#escaped}, which makes it
 * safe in elements and in quoted attributes. An empty text, list or optional is false.
 */
public final class ReportTemplate {

  private static final Mustache.Compiler COMPILER =
      Mustache.compiler()
          .withEscaper(CrawledText::escaped)
          .emptyStringIsFalse(true)
          .strictSections(true)
          .withCollector(new OptionalsToo())
          .withLoader(ReportTemplate::open);

  private ReportTemplate() {}

  /**
   * Fills a template.
   *
   * @param name name of the template, for example {@code sweep/report/sweep.mustache}
   * @param page the record whose components the template names
   * @throws com.samskivert.mustache.MustacheException if the template names a component that the
   *     page does not have
   */
  public static String fill(String name, Record page) {
    return COMPILER.loadTemplate(name).execute(page);
  }

  /** Treats an optional as a list with one element or none. */
  private static final class OptionalsToo extends DefaultCollector {

    @Override
    public Iterator<?> toIterator(Object value) {
      return value instanceof Optional<?> optional
          ? optional.stream().iterator()
          : super.toIterator(value);
    }
  }

  private static Reader open(String name) {
    InputStream resource =
        ReportTemplate.class.getResourceAsStream("/dev/crawlsieve/measure/" + name);
    if (resource == null) {
      throw new IllegalArgumentException("no template " + name);
    }
    return new InputStreamReader(resource, UTF_8);
  }
}
