package dev.crawlsieve.lab.chaos;

import dev.crawlsieve.core.config.Scope;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.topology.DeadLetters;
import dev.crawlsieve.stream.topology.RoutedPage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;

/**
 * Records with unsuitable keys, values, headers, scopes and timestamps. Large ones consist of a
 * single repeated character, so that they are small when compressed: that is how they get past a
 * broker's limit.
 */
final class HostileRecords {

  private static final int HUGE = 40_000_000;
  private static final int MILLION = 1_000_000;
  private static final long DAY = 86_400_000L;
  private static final String NO_SCOPE = "no scope";

  private final SieveConfig config;
  private final List<PoisonKind> all = new ArrayList<>();

  private HostileRecords(SieveConfig config) {
    this.config = config;
  }

  static List<PoisonKind> kinds(SieveConfig config) {
    HostileRecords records = new HostileRecords(config);
    records.sizes();
    records.headers();
    records.times();
    if (config.scope().kind() == Scope.Kind.HEADER) {
      records.scopes(Objects.requireNonNull(config.scope().header()));
    }
    return records.all;
  }

  /** Whether a record defines its own scope, or must be sent without one. */
  static boolean ownScope(Poison poison, SieveConfig config) {
    return poison.name().equals(NO_SCOPE)
        || poison.headers().stream().anyMatch(next -> next.key().equals(config.scope().header()));
  }

  private void sizes() {
    int most = config.page().maxBytes();
    tooLarge("value of 40 MB", HUGE);
    tooLarge("value of twice page.max.bytes", 2 * most);
    add(
        "value of all of page.max.bytes",
        PoisonKind.RARELY,
        page -> page.value(filled(page.value(), most)));
    add("value of 5 MB", PoisonKind.SELDOM, page -> page.value(filled(page.value(), 5 * MILLION)));
    for (int size : new int[] {900_000, 1_100_000, 5 * MILLION, HUGE}) {
      int every = size == HUGE ? PoisonKind.RARELY : PoisonKind.SELDOM;
      add("key of " + size + " bytes", every, page -> page.key(bytes(size)));
      add(
          "header of " + size + " bytes",
          every,
          page -> page.headers(List.of(new RecordHeader("h", bytes(size)))));
    }
    add(
        "header name of 1,100,000 characters",
        PoisonKind.SELDOM,
        page -> page.headers(List.of(new RecordHeader("n".repeat(1_100_000), bytes(1)))));
    add(
        "key, value and header of 900,000 bytes each",
        PoisonKind.SELDOM,
        page ->
            page.value(filled(page.value(), 900_000))
                .key(bytes(900_000))
                .headers(List.of(new RecordHeader("h", bytes(900_000)))));
  }

  private void tooLarge(String name, int size) {
    String reason = "must be at most " + config.page().maxBytes();
    all.add(
        new PoisonKind(
            name,
            PoisonKind.RARELY,
            () -> Poison.bad(name, filled(Events.bytes(Events.html("")), size), reason)));
  }

  private void headers() {
    Header same = new RecordHeader("h", new byte[0]);
    add(
        "a million headers of one name",
        PoisonKind.RARELY,
        page -> page.headers(Collections.nCopies(MILLION, same)));
    add(
        "a million headers of crawlsieve.page",
        PoisonKind.RARELY,
        page ->
            page.headers(
                Collections.nCopies(MILLION, new RecordHeader(RoutedPage.PAGE, bytes(1)))));
    add("10,000 headers of one name", 1, page -> page.headers(Collections.nCopies(10_000, same)));
    add(
        "100,000 headers, each of another name",
        PoisonKind.SELDOM,
        page ->
            page.headers(
                IntStream.range(0, 100_000)
                    .mapToObj(i -> (Header) new RecordHeader("h" + i, bytes(1)))
                    .toList()));
    for (String name :
        List.of(
            RoutedPage.PAGE,
            RoutedPage.REASON,
            DeadLetters.STAGE,
            RoutedPage.DECISION,
            RoutedPage.DUPLICATE_OF,
            DeadLetters.OMITTED,
            "__streams.errors.topic",
            "__streams.errors.offset",
            "content-type",
            "content-encoding",
            "")) {
      add(
          "a header '" + name + "' of the crawler's own",
          1,
          page -> page.headers(List.of(new RecordHeader(name, Events.bytes("7@7")))));
      add(
          "a header '" + name + "' without a value",
          1,
          page -> page.headers(List.of(new RecordHeader(name, null))));
    }
  }

  private void times() {
    long now = System.currentTimeMillis();
    add("time of 1970", 1, page -> page.at(1));
    add("time of year 9999", 1, page -> page.at(253_402_300_799_000L));
    add("time at the end of time", 1, page -> page.at(Long.MAX_VALUE));
    for (int days : new int[] {1, 8, 30, 365, 3_650}) {
      add(days + " days old", 1, page -> page.at(now - days * DAY));
      add(days + " days ahead", 1, page -> page.at(now + days * DAY));
    }
    add("an hour and a half ahead", 1, page -> page.at(now + 5_400_000));
  }

  private void scopes(String header) {
    all.add(
        new PoisonKind(
            NO_SCOPE, 1, () -> Poison.bad(NO_SCOPE, page(), "no record header '" + header)));
    all.add(
        new PoisonKind(
            "scope without a value",
            1,
            () ->
                Poison.bad("scope without a value", page(), "no record header '" + header)
                    .headers(List.of(new RecordHeader(header, null)))));
    for (int size : new int[] {0, 255, 256, 1_024, 10_000, 100_000, 1_100_000, 5 * MILLION}) {
      add(
          "scope of " + size + " bytes",
          size > 100_000 ? PoisonKind.SELDOM : 1,
          page -> page.headers(List.of(new RecordHeader(header, bytes(size)))));
    }
    add(
        "scope that is no UTF-8",
        1,
        page -> page.headers(List.of(new RecordHeader(header, new byte[] {(byte) 0xff, 0}))));
    add(
        "two scopes",
        1,
        page ->
            page.headers(
                List.of(new RecordHeader(header, bytes(3)), new RecordHeader(header, bytes(4)))));
  }

  private void add(String name, int every, UnaryOperator<Poison> change) {
    all.add(new PoisonKind(name, every, () -> change.apply(Poison.either(name, page()))));
  }

  private static byte[] page() {
    return Events.bytes(Events.html("<p>" + Events.WORDS));
  }

  /** An event padded to this many bytes, with blanks before its end. */
  private static byte[] filled(byte @Nullable [] event, int size) {
    byte[] filled = new byte[size];
    Arrays.fill(filled, (byte) ' ');
    System.arraycopy(Objects.requireNonNull(event), 0, filled, 0, event.length);
    return filled;
  }

  private static byte[] bytes(int size) {
    byte[] bytes = new byte[size];
    Arrays.fill(bytes, (byte) 'x');
    return bytes;
  }
}
