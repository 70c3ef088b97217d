package dev.crawlsieve.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Checks a request at the door, has it answered, and sends the answer. */
final class RequestHandler extends Handler.Abstract {

  // What is shown was crawled and is hostile. The page sets it as text only; should that fail
  // somewhere, the policy runs no script but the page's own and talks to nobody else.
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

  // A connection that is closed with bytes unread is reset, and the client may never see why.
  private static final int MAX_SKIPPED_BYTES = 7 * Routes.MAX_BODY_BYTES;

  private static final Logger LOG = LoggerFactory.getLogger(RequestHandler.class);

  private final HttpAddress address;
  private final Routes routes;

  RequestHandler(HttpAddress address, Routes routes) {
    this.address = address;
    this.routes = routes;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    send(answer(request), response, callback);
    return true;
  }

  private Answer answer(Request request) {
    try {
      String path = Request.getPathInContext(request);
      checkOrigin(request);
      String method = Routes.method(path);
      if (method == null) {
        return Answer.error(404, "there is nothing at this address");
      }
      if (!method.equals(request.getMethod())) {
        return Answer.onlyBy(method);
      }
      Fields query = Request.extractQueryParameters(request);
      String type = request.getHeaders().get(HttpHeader.CONTENT_TYPE);
      boolean forwarded = request.getHeaders().contains(Routes.FORWARDED);
      return routes.answer(path, query::getValue, type, forwarded, body(request));
    } catch (RefusedException e) {
      return Answer.error(e.status(), e.getMessage());
    } catch (RuntimeException e) {
      LOG.error("a request for {} failed", Request.getPathInContext(request), e);
      return Answer.error(500, "this failed; the log says more");
    }
  }

  private void checkOrigin(Request request) throws RefusedException {
    String host = request.getHeaders().get(HttpHeader.HOST);
    if (!address.accepts(host)) {
      throw new RefusedException(421, "this instance answers to a loopback name only");
    }
    String origin = request.getHeaders().get(HttpHeader.ORIGIN);
    if (origin != null && !origin.equals("http://" + host) && !origin.equals("https://" + host)) {
      throw new RefusedException(403, "pages of other sites may not ask here");
    }
  }

  private static byte[] body(Request request) throws RefusedException {
    try (InputStream in = Content.Source.asInputStream(request)) {
      byte[] body = in.readNBytes(Routes.MAX_BODY_BYTES + 1);
      if (body.length > Routes.MAX_BODY_BYTES) {
        in.skip(MAX_SKIPPED_BYTES);
        throw tooLarge();
      }
      return body;
    } catch (IOException e) {
      if (e.getCause() instanceof TimeoutException) {
        throw new RefusedException(408, "the request took too long");
      }
      throw new RefusedException(400, "the request was not sent to its end");
    }
  }

  private static RefusedException tooLarge() {
    return new RefusedException(
        413, "the body is too large, at most " + Routes.MAX_BODY_BYTES + " bytes are taken");
  }

  private static void send(Answer answer, Response response, Callback callback) {
    response.setStatus(answer.status());
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, answer.type());
    response.getHeaders().put(HttpHeader.CONTENT_LENGTH, answer.body().length);
    HEADERS.forEach((name, value) -> response.getHeaders().put(name, value));
    if (answer.allow() != null) {
      response.getHeaders().put(HttpHeader.ALLOW, answer.allow());
    }
    response.write(true, ByteBuffer.wrap(answer.body()), callback);
  }
}
