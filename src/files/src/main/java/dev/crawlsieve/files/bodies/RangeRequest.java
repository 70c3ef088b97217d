package dev.crawlsieve.files.bodies;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A request for a range of a resource (RFC 9110, section 14). Redirects are not followed, since
 * they may lead anywhere. The time limit covers the whole response, not only its beginning, and no
 * more bytes are read than were requested.
 */
final class RangeRequest {

  /** Status codes of transient failures: too many requests, or a server or gateway in trouble. */
  private static final Set<Integer> PASSING = Set.of(408, 425, 429, 500, 502, 503, 504);

  private static final Set<Integer> GONE = Set.of(404, 410);

  /** There is no usable response now, but there may be one later. */
  static final class NoAnswerException extends Exception {

    private static final long serialVersionUID = 1L;

    NoAnswerException(String reason, @Nullable Throwable cause) {
      super(reason, cause);
    }
  }

  private static final class Client {

    private static final HttpClient SHARED =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();
  }

  private final HttpRequest request;
  private final String site;
  private final long offset;
  private final int length;

  RangeRequest(URI uri, long offset, int length) throws UnreadableBodyException {
    this.offset = offset;
    this.length = length;
    this.site = uri.getScheme() + "://" + uri.getRawAuthority();
    try {
      this.request =
          HttpRequest.newBuilder(uri)
              .header("Range", "bytes=" + offset + "-" + (offset + length - 1))
              .header("Accept-Encoding", "identity")
              .header("User-Agent", "crawlsieve")
              .build();
    } catch (IllegalArgumentException e) {
      throw new UnreadableBodyException("its address cannot be requested: " + e.getMessage(), e);
    }
  }

  /**
   * Sends the request.
   *
   * @param timeoutNanos how long the whole response may take
   * @throws NoAnswerException if there is no response now, but a later request may get one
   * @throws UnreadableBodyException if another request would not help
   */
  byte[] send(long timeoutNanos) throws NoAnswerException, UnreadableBodyException {
    CompletableFuture<HttpResponse<byte[]>> answer =
        Client.SHARED.sendAsync(request, this::subscriber);
    try {
      return content(answer.get(Math.max(1, timeoutNanos), TimeUnit.NANOSECONDS));
    } catch (TimeoutException e) {
      throw new NoAnswerException(
          site + " did not answer within " + TimeUnit.NANOSECONDS.toMillis(timeoutNanos) + " ms",
          e);
    } catch (ExecutionException e) {
      throw new NoAnswerException(
          site + " did not answer: " + told(Objects.requireNonNull(e.getCause())), e);
    } catch (InterruptedException e) {
      throw interrupted(e);
    } finally {
      answer.cancel(true); // does nothing if the response is complete
    }
  }

  private static String told(Throwable cause) {
    return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
  }

  private BodySubscriber<byte[]> subscriber(HttpResponse.ResponseInfo info) {
    boolean wanted = info.statusCode() == 206 || (info.statusCode() == 200 && offset == 0);
    return new BoundedSubscriber(wanted ? length : 0);
  }

  private byte[] content(HttpResponse<byte[]> answer)
      throws NoAnswerException, UnreadableBodyException {
    int status = answer.statusCode();
    if (PASSING.contains(status)) {
      throw new NoAnswerException(site + " answered with status " + status, null);
    }
    if (GONE.contains(status)) {
      throw new UnreadableBodyException("it is gone: status " + status);
    }
    if (status == 416) {
      throw new UnreadableBodyException("the file ends before that: status 416");
    }
    if (status >= 300 && status < 400) {
      throw new UnreadableBodyException(
          "the server redirects, which is not followed: status " + status);
    }
    if (status == 200 && offset > 0) {
      throw new UnreadableBodyException("the server ignores the range asked for: status 200");
    }
    if (status != 200 && status != 206) {
      throw new UnreadableBodyException("the server refuses: status " + status);
    }
    if (status == 206 && !isRangeAskedFor(answer)) {
      throw new UnreadableBodyException("the server sends another range than asked for");
    }
    if (answer.body() == null) {
      throw new UnreadableBodyException("the server sends more bytes than asked for");
    }
    if (answer.body().length < length) {
      throw new UnreadableBodyException(
          "the file ends before that: only " + answer.body().length + " bytes are there");
    }
    return answer.body();
  }

  private boolean isRangeAskedFor(HttpResponse<byte[]> answer) {
    String range = answer.headers().firstValue("Content-Range").orElse("");
    return range.trim().startsWith("bytes " + offset + "-");
  }

  static void pause(long nanos) throws UnreadableBodyException {
    try {
      TimeUnit.NANOSECONDS.sleep(nanos);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private static UnreadableBodyException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new UnreadableBodyException("reading was interrupted", e);
  }
}
