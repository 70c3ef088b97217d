package dev.crawlsieve.watch.ask;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.crawlsieve.core.config.Overrides;
import dev.crawlsieve.core.config.PageSettings;
import dev.crawlsieve.core.engine.PagePipeline;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.fingerprint.ScopeHash;
import dev.crawlsieve.core.fingerprint.UnreadableFingerprintException;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.ScopeKeys;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.BodyRef;
import dev.crawlsieve.core.page.HttpUrl;
import dev.crawlsieve.core.page.PageHeaders;
import dev.crawlsieve.core.page.ReferredBody;
import dev.crawlsieve.core.page.UnjudgedPageException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.reading.RecordJson;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** Reads the pages of a client's request, as if they had just been produced. Thread-safe. */
final class AskedPages {

  /** Name of the field that has a stored fingerprint in place of a page. */
  static final String FINGERPRINT = "fingerprint";

  private static final Set<String> BODIES = Set.of("html", "text", "bodyBase64", "bodyRef");

  private final SieveConfig config;
  private final InstantSource clock;
  private final PageSettings events;
  private final Queue<PagePipeline> idle = new ConcurrentLinkedQueue<>();

  AskedPages(SieveConfig config, InstantSource clock) {
    this.config = config;
    this.clock = clock;
    this.events = config.page().with(PageSettings.Format.JSON);
  }

  /**
   * A page to ask about. It is in no lane, so it has no position.
   *
   * @param scope name of the scope in which it is compared
   * @param fingerprint its fingerprint in stored form
   */
  record Asked(byte[] scope, byte[] fingerprint) {

    /** The lane that would decide on the page, given the number of lanes. */
    int lane(int lanes) {
      return ScopeHash.lane(scope, lanes);
    }

    /** The page as a record with which an index is queried, and the override that decides on it. */
    ComparedPage page(Overrides overrides) {
      ComparedPage page = ComparedPage.of(new ScopeKeys().of(scope), -1, fingerprint);
      return page.overriddenBy(overrides.of(page.url()).decision());
    }
  }

  /**
   * The page of an event, or of a JSON object with a fingerprint in place of a body.
   *
   * @param scope the name of the scope, if a record header would name it
   * @throws BadPageException if the object is neither, or the page cannot be compared
   * @throws UnjudgedPageException if the page is not judged
   */
  Asked json(byte[] json, @Nullable String scope) throws BadPageException, UnjudgedPageException {
    byte[] stored = fingerprint(json);
    return stored == null ? event(json, scope) : stored(stored, scope);
  }

  /** The page of an event, which must contain its body. */
  private Asked event(byte[] event, @Nullable String scope)
      throws BadPageException, UnjudgedPageException {
    PagePipeline.Judged page =
        run(
            pipeline ->
                pipeline
                    .process(null, event, header(scope), Coordinates.NONE, clock.millis())
                    .judged());
    return new Asked(page.page().scope(), page.fingerprint());
  }

  /**
   * The page of a stored fingerprint.
   *
   * @param scope the name of the scope, if a record header would name it
   * @throws BadPageException if it cannot be read, or cannot be compared with the fingerprints of
   *     this generation
   */
  Asked stored(byte[] stored, @Nullable String scope)
      throws BadPageException, UnjudgedPageException {
    Fingerprint page;
    try {
      page = FingerprintCodec.decode(stored);
    } catch (UnreadableFingerprintException e) {
      throw new BadPageException(e.getMessage(), e);
    }
    if (!config.comparable(page.settings())) {
      throw new BadPageException(
          ("a fingerprint made with settings %08x, but those here are made with %08x:"
                  + " make it with the settings of this instance")
              .formatted(page.settings(), config.fingerprintHash()));
    }
    byte[] name = run(pipeline -> pipeline.scope(page.url(), header(scope)));
    return new Asked(
        name,
        FingerprintCodec.moved(FingerprintCodec.encode(page), Coordinates.NONE, clock.millis()));
  }

  private PageHeaders header(@Nullable String scope) {
    return scope == null || config.scope().header() == null
        ? PageHeaders.NONE
        : PageHeaders.named(config.scope().header(), scope.getBytes(UTF_8));
  }

  @FunctionalInterface
  private interface Step<T> {
    T made(PagePipeline pipeline) throws BadPageException, UnjudgedPageException;
  }

  private <T> T run(Step<T> step) throws BadPageException, UnjudgedPageException {
    PagePipeline polled = idle.poll();
    PagePipeline pipeline =
        polled == null
            ? new PagePipeline(config.fingerprinting(), events, AskedPages::refuseReference)
            : polled;
    try {
      return step.made(pipeline);
    } finally {
      idle.add(pipeline);
    }
  }

  /**
   * Refuses to read bodies elsewhere: a client may not be entitled to have files and addresses
   * read.
   */
  private static ReferredBody refuseReference(BodyRef ref, HttpUrl url) throws BadPageException {
    throw new BadPageException("the event refers to a body, must hold it");
  }

  /**
   * The fingerprint that a JSON object has in place of a body; null if it has none, or has a body.
   */
  private static byte @Nullable [] fingerprint(byte[] json) throws BadPageException {
    String stored = null;
    try (JsonParser parser = RecordJson.JSON.createParser(json)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return null;
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        JsonToken value = parser.nextToken();
        if (BODIES.contains(name) && value != JsonToken.VALUE_NULL) {
          return null;
        }
        if (name.equals(FINGERPRINT) && value == JsonToken.VALUE_STRING) {
          stored = parser.getText();
        } else {
          parser.skipChildren();
        }
      }
    } catch (IOException e) {
      return null; // the reader of events reports what is wrong
    }
    try {
      return stored == null ? null : Base64.getDecoder().decode(stored);
    } catch (IllegalArgumentException e) {
      throw new BadPageException("fingerprint is not in base64", e);
    }
  }
}
