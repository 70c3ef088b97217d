package dev.crawlsieve.watch.http;

import dev.crawlsieve.core.failure.Causes;
import dev.crawlsieve.core.failure.SieveException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;
import org.eclipse.jetty.util.Promise;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Validates requests, passes them on to be answered, and sends the answers.
 *
 * <p>The threads that call it never wait: bodies are read asynchronously, and all answers except
 * health are computed on other threads. So health is reported even when those are all busy.
 */
final class RequestHandler extends Handler.Abstract {

  // Crawled pages are shown, and may be hostile. The live page inserts them only as text. Should
  // that fail somewhere, this policy still runs no script but the live page's own, and allows no
  // connection to other sites.
  private static final Map<String, String> HEADERS =
      Map.of(
          "Content-Security-Policy",
          "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
              + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
          "X-Content-Type-Options",
          "nosniff",
          "Referrer-Policy",
          "no-referrer",
          "Cross-Origin-Resource-Policy",
          "same-origin",
          "Cache-Control",
          "no-store");

  // The headers in which a browser says whether a request comes from a page of this site, and what
  // its answer is for.
  private static final String FETCH_SITE = "Sec-Fetch-Site";
  private static final String FETCH_MODE = "Sec-Fetch-Mode";
  private static final String FETCH_DEST = "Sec-Fetch-Dest";

  private static final Logger LOG = LoggerFactory.getLogger(RequestHandler.class);

  // Closing a connection with unread bytes resets it, and the client may never see the answer. So
  // more bytes are read than are accepted.
  private static final int MOST_READ_BYTES = 2 * Routes.MAX_BODY_BYTES;
  private static final Answer TOO_LARGE =
      Answer.error(
          413,
          "the body is too large, at most "
              + Routes.MAX_BODY_BYTES
              + " bytes are accepted: send less in a request, or a page's fingerprint instead of"
              + " the page");

  private final HttpAddress address;
  private final @Nullable HttpToken token;
  private final Routes routes;
  private final OpenConnections connections;
  private final Executor workers;
  private final long bodyMillis;

  /**
   * @param token the token that each request needs, except for health; null for none
   * @param workers computes answers; may reject excess work
   * @param bodyMillis how long reading a body may take, in milliseconds
   */
  RequestHandler(
      HttpAddress address,
      @Nullable HttpToken token,
      Routes routes,
      OpenConnections connections,
      Executor workers,
      long bodyMillis) {
    this.address = address;
    this.token = token;
    this.routes = routes;
    this.connections = connections;
    this.workers = workers;
    this.bodyMillis = bodyMillis;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    String path = Request.getPathInContext(request);
    try {
      checkOrigin(request);
      List<String> methods = routes.methods(path);
      if (!Routes.isHealth(path) && !isAllowed(request)) {
        send(Answer.withoutToken(), response, callback);
      } else if (methods.isEmpty()) {
        send(Answer.error(404, "there is nothing at this address"), response, callback);
      } else if (!methods.contains(request.getMethod())) {
        send(Answer.onlyBy(methods), response, callback);
      } else if (Routes.isHealth(path)) {
        send(answer(request, query(request), new byte[0]), response, callback);
      } else {
        Fields query = query(request);
        CompletableFuture<byte[]> read = new CompletableFuture<>();
        Content.Source.asByteArrayAsync(
            request, MOST_READ_BYTES, Promise.Invocable.toPromise(read));
        var unused =
            read.orTimeout(bodyMillis, TimeUnit.MILLISECONDS)
                .whenComplete(
                    (body, failure) -> {
                      if (failure != null) {
                        send(unread(failure), response, callback);
                      } else if (body.length > Routes.MAX_BODY_BYTES) {
                        send(TOO_LARGE, response, callback);
                      } else {
                        work(request, query, body, response, callback);
                      }
                    });
      }
    } catch (RefusedException e) {
      send(Answer.error(e.status(), e.getMessage()), response, callback);
    }
    return true;
  }

  private static Answer unread(Throwable failure) {
    if (Causes.any(failure, IllegalStateException.class)) { // the body is larger than may be read
      return TOO_LARGE;
    }
    return Causes.any(failure, TimeoutException.class)
        ? Answer.error(408, "the request took too long")
        : Answer.error(400, "the request was not sent completely");
  }

  private void work(
      Request request, Fields query, byte[] body, Response response, Callback callback) {
    EndPoint connection = request.getConnectionMetaData().getConnection().getEndPoint();
    connections.working(connection, true);
    try {
      workers.execute(
          () -> {
            Answer answer = answer(request, query, body);
            connections.working(connection, false);
            send(answer, response, callback);
          });
    } catch (RejectedExecutionException e) {
      connections.working(connection, false);
      send(
          Answer.error(503, "too many concurrent requests; try again in a moment"),
          response,
          callback);
    }
  }

  private Answer answer(Request request, Fields query, byte[] body) {
    String path = Request.getPathInContext(request);
    try {
      return routes.answer(
          request.getMethod(),
          path,
          new Question(
              Question.Form.of(request.getHeaders().get(HttpHeader.CONTENT_TYPE)),
              query::getValue,
              body,
              request.getHeaders().contains(Routes.FORWARDED)));
    } catch (RefusedException e) {
      return Answer.error(e.status(), e.getMessage());
    } catch (SieveException e) {
      return Answer.error(503, e.getMessage());
    } catch (RuntimeException e) {
      LOG.error("a request for {} failed", path, e);
      return Answer.error(500, "the request failed; see the log for details");
    }
  }

  private static Fields query(Request request) throws RefusedException {
    try {
      return Request.extractQueryParameters(request);
    } catch (RuntimeException e) {
      throw new RefusedException(
          400,
          "the address cannot be decoded: % must be followed by two hexadecimal digits, in UTF-8");
    }
  }

  private boolean isAllowed(Request request) {
    return token == null || token.isIn(request.getHeaders().get(HttpHeader.AUTHORIZATION));
  }

  private void checkOrigin(Request request) throws RefusedException {
    String host = request.getHeaders().get(HttpHeader.HOST);
    if (!address.accepts(host)) {
      throw new RefusedException(421, "this instance answers only to a loopback name");
    }
    String origin = request.getHeaders().get(HttpHeader.ORIGIN);
    if (origin != null && !origin.equals("http://" + host) && !origin.equals("https://" + host)) {
      throw new RefusedException(403, "requests from pages of other sites are not allowed");
    }
    String site = request.getHeaders().get(FETCH_SITE);
    if (site != null
        && !site.equals("same-origin")
        && !site.equals("none")
        && !isLinkToPage(request)) {
      throw new RefusedException(403, "requests from pages of other sites are not allowed");
    }
  }

  /** Whether someone follows a link to the live page, which another page cannot read. */
  private static boolean isLinkToPage(Request request) {
    return HttpMethod.GET.is(request.getMethod())
        && Request.getPathInContext(request).equals("/")
        && "navigate".equals(request.getHeaders().get(FETCH_MODE))
        && "document".equals(request.getHeaders().get(FETCH_DEST));
  }

  /** Answers what the server itself refuses, such as a request that is no HTTP. */
  static boolean sendError(Request request, Response response, Callback callback) {
    int status = response.getStatus();
    String reason = "the request is refused: " + HttpStatus.getMessage(status);
    send(Answer.error(status, reason), response, callback);
    return true;
  }

  private static void send(Answer answer, Response response, Callback callback) {
    response.setStatus(answer.status());
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, answer.type());
    response.getHeaders().put(HttpHeader.CONTENT_LENGTH, answer.body().length);
    HEADERS.forEach((name, value) -> response.getHeaders().put(name, value));
    answer.headers().forEach((name, value) -> response.getHeaders().put(name, value));
    response.write(true, ByteBuffer.wrap(answer.body()), callback);
  }
}
